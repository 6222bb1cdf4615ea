// A `Reply` is a response with the `BodyCoder` that reads its body. `JSONCoder`, the coder of an API that names none, reads
// and writes `Codable` types over JSON values: `JSONValueDecoder` and `JSONValueEncoder` walk the value, with the names that
// `KeyStrategy` gives and the types that `CodedType` names. What they throw becomes a failure with the path of the value
// (Failures).

public import BatonHTTP
public import BatonJSON

/// Reads `Decodable` results out of responses, and writes `Encodable` values into requests.
///
/// An `API` or an `APIEnvironment` names its coder; without one it is a `JSONCoder`.
///
/// ```swift
/// let shop = API(base: "/shop", coder: .json(keys: .snakeCase))
/// ```
/// A coder of your own may be for another format than JSON: `decode` and `encode` are all that it needs.
public protocol BodyCoder: Sendable {
    /// The value that the body of a response holds.
    ///
    /// Throws `mapping.missing`, `mapping.type` or `mapping.format` with the path of what does not fit, and `response.*`
    /// for a body in another format.
    func decode<Value: Decodable>(_ type: Value.Type, from reply: Reply) throws(Failure) -> Value

    /// A body that holds the value, with its content type.
    ///
    /// - Parameters:
    ///   - value: any value that is written by its `Encodable` conformance.
    ///   - dates: how the API writes dates.
    ///
    /// Throws `request.bad_input` for a value that the format cannot express.
    func encode(_ value: some Encodable, dates: DateForm) throws(Failure) -> RequestBody

    /// The value as JSON, for a parameter beside others.
    ///
    /// Throws `request.bad_input` for a value without a JSON form.
    func json(of value: some Encodable, dates: DateForm) throws(Failure) -> JSONValue
}

extension BodyCoder {
    /// Reads the body that the coder writes; throws `request.bad_input` when that is not JSON.
    public func json(of value: some Encodable, dates: DateForm) throws(Failure) -> JSONValue {
        if let json = value as? JSONValue { return json }
        guard case .bytes(let bytes, _) = try encode(value, dates: dates), let json = try? JSONParser.parse(bytes)
        else {
            throw Failure(
                .badInput,
                "`\(type(of: value))` cannot be one parameter among others: the coder `\(Self.self)` does not write JSON"
            )
        }
        return json
    }
}

extension BodyCoder where Self == JSONCoder {
    /// Baton's own JSON, which keeps the digits of numbers.
    public static var json: JSONCoder { JSONCoder() }

    /// Baton's own JSON with names of members, and perhaps a form of dates, of its own.
    public static func json(keys: KeyStrategy, dates: DateForm? = nil) -> JSONCoder {
        JSONCoder(keys: keys, dates: dates)
    }
}
