public import BatonHTTP
public import BatonJSON

/// Baton's own JSON, which keeps the digits of numbers: the coder of an API that names none.
///
/// Nothing is converted: a number in a string is not a number. `Timestamp` is read and written as the API writes dates.
public struct JSONCoder: BodyCoder {
    /// How properties are named in JSON.
    public var keys: KeyStrategy
    /// How dates are written; nil: as the API writes them.
    public var dates: DateForm?
    private let types: [ObjectIdentifier: CodedType]

    /// - Parameters:
    ///   - keys: how properties are named in JSON.
    ///   - dates: how dates are written; nil: as the API writes them.
    ///   - types: types whose form in JSON is not the one of their `Codable` conformance. The last one counts of several
    ///     for one type.
    public init(keys: KeyStrategy = .asWritten, dates: DateForm? = nil, types: [CodedType] = []) {
        self.keys = keys
        self.dates = dates
        self.types = Dictionary(types.map { ($0.type, $0) }, uniquingKeysWith: { $1 })
    }

    /// Throws `response.no_data` for an empty body, `response.not_json` for one that is not JSON, and `mapping.*` with the
    /// path of what does not fit.
    public func decode<Value: Decodable>(_ type: Value.Type, from reply: Reply) throws(Failure) -> Value {
        try JSONValueDecoder(try reply.json, rules: rules(reply.dates)).decode(type)
    }

    /// A JSON body; throws `request.bad_input` with the path of a value that JSON cannot express.
    public func encode(_ value: some Encodable, dates: DateForm) throws(Failure) -> RequestBody {
        .bytes(JSONWriter.compactBytes(try json(of: value, dates: dates)), contentType: "application/json")
    }

    /// Throws `request.bad_input` with the path of a value that JSON cannot express.
    public func json(of value: some Encodable, dates: DateForm = .rfc3339) throws(Failure) -> JSONValue {
        try JSONValueEncoder(rules(dates)).encode(value)
    }

    private func rules(_ dates: DateForm) -> CodingRules { CodingRules(self.dates ?? dates, keys, types) }
}

/// What one document is read or written by.
final class CodingRules: Sendable {
    let dates: DateForm
    let keys: KeyStrategy
    private let types: [ObjectIdentifier: CodedType]

    static let standard = CodingRules()

    init(_ dates: DateForm = .rfc3339, _ keys: KeyStrategy = .asWritten, _ types: [ObjectIdentifier: CodedType] = [:]) {
        self.dates = dates
        self.keys = keys
        self.types = types
    }

    func form(of type: Any.Type) -> CodedType? { types.isEmpty ? nil : types[ObjectIdentifier(type)] }
}

/// A type whose form in JSON is not the one of its `Codable` conformance, for a `JSONCoder`.
///
/// ```swift
/// let money = CodedType(Money.self) { money, _ in .string(money.text) }
/// let shop = API(coder: JSONCoder(types: [money]))
/// ```
public struct CodedType: Sendable {
    let type: ObjectIdentifier
    let decode: @Sendable (Mapper) throws(Failure) -> Any
    private let write: @Sendable (Any, DateForm) throws(Failure) -> JSONValue?

    /// - Parameters:
    ///   - type: is read as a mapper reads it.
    ///   - encode: writes a value, given how dates are written; throws `request.bad_input` for one without a form.
    public init<Value: MappableValue>(
        _ type: Value.Type, encode: @escaping @Sendable (Value, DateForm) throws(Failure) -> JSONValue
    ) {
        self.type = ObjectIdentifier(type)
        decode = { mapper throws(Failure) in try Value.mapped(from: mapper) }
        write = { value, dates throws(Failure) in
            guard let value = value as? Value else { return nil }
            return try encode(value, dates)
        }
    }

    /// Nil for a value of another type; a failure names the place.
    func encode(_ value: Any, _ dates: DateForm, at path: [any CodingKey]) throws(Failure) -> JSONValue? {
        do {
            return try write(value, dates)
        } catch {
            var failure = error
            if !path.isEmpty { failure.message += " (`\(CodedPath.text(path))`)" }
            throw failure
        }
    }
}
