import BatonJSON

/// How the properties of types are named in JSON. The keys of dictionaries always stay as they are.
public struct KeyStrategy: Sendable {
    /// Nil: names stay as they are.
    private let change: Change?

    private struct Change: Sendable {
        let encode: @Sendable (String) -> String
        let decode: @Sendable (String) -> String
    }

    /// The names of the properties.
    public static let asWritten = KeyStrategy(change: nil)

    /// `imageURL` is `image_url`, and `homeAddress` is `home_address`, when writing and when reading.
    ///
    /// Read are names in any of the ways that lead to the property: `image_2x` for `image2X`, too. A key that is written
    /// as `image_url` in `CodingKeys` stays so.
    public static let snakeCase = custom(encode: SnakeCase.encode, decode: SnakeCase.decode)

    /// - Parameters:
    ///   - encode: the name in JSON of a property.
    ///   - decode: the name of the property of a name in JSON.
    public static func custom(
        encode: @escaping @Sendable (String) -> String, decode: @escaping @Sendable (String) -> String
    ) -> KeyStrategy {
        KeyStrategy(change: Change(encode: encode, decode: decode))
    }

    var isAsWritten: Bool { change == nil }

    func encode(_ name: String) -> String { change.map { $0.encode(name) } ?? name }
    func decode(_ name: String) -> String { change.map { $0.decode(name) } ?? name }
}

/// Words with underscores between them, and words with capitals.
enum SnakeCase {
    /// `myURLProperty` becomes `my_url_property`; digits belong to the word before them.
    static func encode(_ name: String) -> String {
        let letters = Array(name)
        var text = ""
        for (index, letter) in letters.enumerated() {
            if letter.isUppercase, index > 0, letters[index - 1] != "_" {
                let follows = !letters[index - 1].isUppercase
                let begins = index + 1 < letters.count && letters[index + 1].isLowercase
                if follows || begins { text += "_" }
            }
            text += letter.lowercased()
        }
        return text
    }

    /// `my_url` becomes `myUrl`; underscores at both ends stay. A name without others between words stays as it is.
    static func decode(_ name: String) -> String {
        let start = name.prefix { $0 == "_" }
        let rest = name.dropFirst(start.count)
        let end = rest.reversed().prefix { $0 == "_" }
        let words = rest.dropLast(end.count).split(separator: "_")
        guard words.count > 1 else { return name }
        let later = words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst().lowercased() }
        return start + words[0].lowercased() + later.joined() + String(end)
    }
}

/// Types with members that are data and not properties: their names are never changed.
protocol NamedByData {}

extension Dictionary: NamedByData {}

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
