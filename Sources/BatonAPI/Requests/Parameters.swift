public import BatonHTTP
import BatonJSON

/// Named values in their order; a later value replaces one of the same name, and nil leaves its name out.
///
/// ```swift
/// let filter: Parameters = ["q": text, "page": page, "tag": optionalTag, "key": .secret("KEY")]
/// ```
public struct Parameters: Sendable, ExpressibleByDictionaryLiteral, ParameterValue {
    /// The values, in the order in which the names were first set.
    public private(set) var entries: [(name: String, value: Parameter)] = []

    /// No parameters.
    public init() {}

    /// Names with their values, in this order.
    public init(dictionaryLiteral elements: (String, (any ParameterValue)?)...) {
        for (name, value) in elements { self[name] = value }
    }

    /// The members of a dictionary, sorted by their names: a dictionary has no order of its own.
    public init(_ values: [String: some ParameterValue]) {
        for name in values.keys.sorted() { self[name] = values[name] }
    }

    /// The members of an `Encodable` value; throws `request.bad_input` when it is not encoded as an object.
    public init(encoding value: some Encodable) throws(Failure) {
        try self.init(members: try JSONValue.encoding(value))
    }

    init(members: JSONValue) throws(Failure) {
        guard case .object(let object) = members else {
            throw Failure(
                .badInput, "parameters are the members of an object, and this value encodes as \(members.article)")
        }
        for member in object.members { set(member.name, .json(member.value)) }
    }

    /// Whether there are no parameters.
    public var isEmpty: Bool { entries.isEmpty }

    /// The value of that name; setting nil removes it.
    public subscript(_ name: String) -> (any ParameterValue)? {
        get { entries.first { $0.name == name }?.value }
        set { set(name, newValue.flatMap { $0.isAbsent ? nil : $0.parameter }) }
    }

    /// An object as a value: `.object` says the same.
    public var parameter: Parameter { .object(self) }

    mutating func set(_ name: String, _ value: Parameter?) {
        let index = entries.firstIndex { $0.name == name }
        switch (index, value) {
        case (let index?, let value?): entries[index].value = value
        case (let index?, nil): entries.remove(at: index)
        case (nil, let value?): entries.append((name, value))
        case (nil, nil): break
        }
    }

    /// These parameters, replaced and extended by `others`.
    func merging(_ others: Parameters) -> Parameters {
        var merged = self
        for (name, value) in others.entries { merged.set(name, value) }
        return merged
    }
}

extension JSONValue {
    /// The kind of value with its article.
    fileprivate var article: String {
        switch self {
        case .null: "null"
        case .array: "an array"
        case .object: "an object"
        case .bool, .number, .string: "a \(typeName)"
        }
    }
}
