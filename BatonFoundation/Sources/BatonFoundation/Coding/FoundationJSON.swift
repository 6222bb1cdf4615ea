public import BatonAPI
public import Foundation

/// `JSONDecoder` and `JSONEncoder` as they are, with all their strategies: for code that has them already.
///
/// What the API says of dates does not count: the strategies of the two do. Numbers become doubles on their way, except in
/// `Decimal`. Do not change the two once a client uses them.
public struct FoundationJSON: BodyCoder {
    private let decoder: JSONDecoder
    private let encoder: JSONEncoder

    /// - Parameters:
    ///   - decoder: reads results.
    ///   - encoder: writes bodies and parameters.
    public init(decoder: JSONDecoder = JSONDecoder(), encoder: JSONEncoder = JSONEncoder()) {
        self.decoder = decoder
        self.encoder = encoder
    }

    /// Throws `response.no_data` for an empty body, `response.not_json` for one that the decoder does not take for JSON, and
    /// `mapping.*` with the path of what does not fit.
    public func decode<Value: Decodable>(_ type: Value.Type, from reply: Reply) throws(Failure) -> Value {
        if reply.response.body.isEmpty { _ = try reply.json }
        do {
            return try decoder.decode(type, from: Data(reply.response.body))
        } catch let failure as Failure {
            throw failure
        } catch let error as DecodingError {
            if case .dataCorrupted(let context) = error, context.codingPath.isEmpty {
                _ = try reply.json
                let reason = context.underlyingError.map { "\($0)" } ?? context.debugDescription
                throw Failure(.mappingFormat, "the response does not fit `\(Value.self)`: \(reason)")
            }
            throw .decoding(error)
        } catch {
            throw Failure(.mappingFormat, "the response does not fit `\(Value.self)`: \(error)")
        }
    }

    /// Writes what the encoder writes; throws `request.bad_input` for a value that it refuses.
    public func encode(_ value: some Encodable, dates: DateForm) throws(Failure) -> RequestBody {
        do {
            return .bytes([UInt8](try encoder.encode(value)), contentType: "application/json")
        } catch {
            throw .encoding(error, of: value)
        }
    }
}

extension BodyCoder where Self == FoundationJSON {
    /// Foundation's own coders as they are.
    public static func foundationJSON(
        decoder: JSONDecoder = JSONDecoder(), encoder: JSONEncoder = JSONEncoder()
    ) -> FoundationJSON {
        FoundationJSON(decoder: decoder, encoder: encoder)
    }
}
