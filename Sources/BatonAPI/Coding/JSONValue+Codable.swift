public import BatonJSON

/// A member of a larger type that may be any JSON.
extension JSONValue: Codable {
    /// Reads any value.
    public init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: NameKey.self) {
            self = .object(
                JSONObject(
                    try container.allKeys.map { ($0.stringValue, try container.decode(JSONValue.self, forKey: $0)) }))
        } else if var container = try? decoder.unkeyedContainer() {
            var elements: [JSONValue] = []
            while !container.isAtEnd { elements.append(try container.decode(JSONValue.self)) }
            self = .array(elements)
        } else {
            self = try Self.scalar(decoder.singleValueContainer())
        }
    }

    private static func scalar(_ container: any SingleValueDecodingContainer) throws -> JSONValue {
        if container.decodeNil() { return .null }
        if let flag = try? container.decode(Bool.self) { return .bool(flag) }
        if let number = try? container.decode(Int64.self) { return .number(JSONNumber(number)) }
        if let number = try? container.decode(Double.self), let exact = JSONNumber(exactly: number) {
            return .number(exact)
        }
        return .string(try container.decode(String.self))
    }

    /// Writes the value as it is, its members in their order.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .object(let object):
            var container = encoder.container(keyedBy: NameKey.self)
            for member in object.members { try container.encode(member.value, forKey: NameKey(member.name)) }
        case .array(let elements):
            var container = encoder.unkeyedContainer()
            for element in elements { try container.encode(element) }
        case .null, .bool, .number, .string:
            var container = encoder.singleValueContainer()
            try encodeScalar(to: &container)
        }
    }

    private func encodeScalar(to container: inout any SingleValueEncodingContainer) throws {
        switch self {
        case .bool(let flag): try container.encode(flag)
        case .string(let text): try container.encode(text)
        case .number(let number):
            if let whole = number.int { try container.encode(whole) } else { try container.encode(number.double) }
        case .null, .array, .object: try container.encodeNil()
        }
    }

    private struct NameKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(_ name: String) { stringValue = name }
        init(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { nil }
    }
}

/// Keeps every digit with Baton's own coders; others get a whole number or a double.
extension JSONNumber: Codable {
    /// Throws `DecodingError.dataCorrupted` for a value that is not a number.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard case .number(let number) = try container.decode(JSONValue.self) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no number")
        }
        self = number
    }

    /// Writes a number.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(JSONValue.number(self))
    }
}
