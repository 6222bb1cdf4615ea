#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// JSON with Foundation's coders instead of Baton's own, so that a bug in Baton cannot be hidden by the same bug in the
/// server.
enum JSONCoding {
    /// Keys sorted and in snake_case: equal values give equal bytes.
    static func encode(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.keyEncodingStrategy = .convertToSnakeCase
        return Array(try encoder.encode(value))
    }

    /// Nil when the bytes are not one JSON value, or contain a number that does not fit a `Double`.
    static func decode(_ bytes: [UInt8]) -> DemoJSON? {
        try? JSONDecoder().decode(DemoJSON.self, from: Data(bytes))
    }

    static func decodeBase64(_ text: String) -> String? {
        Data(base64Encoded: text).flatMap { String(validating: $0, as: UTF8.self) }
    }
}

/// Any JSON value of a request body, before its type is checked.
enum DemoJSON: Decodable, Equatable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([DemoJSON])
    case object([String: DemoJSON])

    init(from decoder: any Decoder) throws {
        if (try? decoder.unkeyedContainer()) != nil {
            self = .array(try [DemoJSON](from: decoder))
        } else if (try? decoder.container(keyedBy: AnyKey.self)) != nil {
            self = .object(try [String: DemoJSON](from: decoder))
        } else {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self = .null
            } else if let value = try? container.decode(Bool.self) {
                self = .bool(value)
            } else if let value = try? container.decode(String.self) {
                self = .string(value)
            } else {
                self = .number(try container.decode(Double.self))
            }
        }
    }

    private struct AnyKey: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}
