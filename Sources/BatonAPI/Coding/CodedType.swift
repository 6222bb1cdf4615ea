public import BatonHTTP
public import BatonJSON

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
