public import BatonValues

/// RFC 3339 with any coder; a Baton client reads dates as the API writes them.
extension Timestamp: Codable {
    /// Throws `DecodingError.dataCorrupted` for text that is not a date of RFC 3339.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let moment = Timestamp(rfc3339: text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no date of RFC 3339: \(text)")
        }
        self = moment
    }

    /// Writes RFC 3339 in UTC.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rfc3339())
    }
}
