import BatonJSON

/// The members of an object by the names of properties.
final class MemberNames {
    typealias Member = (name: String, value: JSONValue)

    let object: JSONObject
    private let keys: KeyStrategy?
    /// The first member of each name of a property; made when a property is not found by its name in JSON.
    private lazy var byProperty = Dictionary(
        zip(decoded, object.members.map { ($0.name, $0.value) }), uniquingKeysWith: { first, _ in first })

    /// - Parameter keys: nil for names that stay as they are.
    init(_ object: JSONObject, _ keys: KeyStrategy?) {
        self.object = object
        self.keys = keys
    }

    /// The names of properties that the members would have.
    var decoded: [String] {
        guard let keys else { return object.members.map(\.name) }
        return object.members.map { keys.decode($0.name) }
    }

    /// The member of a property. Its name in JSON decides; only without such a member any that leads to the property.
    func find(_ property: String) -> Member? {
        let name = keys?.encode(property) ?? property
        if let value = object[name] { return (name, value) }
        return keys == nil ? nil : byProperty[property]
    }

    /// The step to the member in a path, as it is named in JSON.
    func step(_ key: any CodingKey) -> any CodingKey {
        keys.map { StepKey(stringValue: $0.encode(key.stringValue)) } ?? key
    }
}
