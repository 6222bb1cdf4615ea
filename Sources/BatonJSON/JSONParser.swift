import BatonText

/// Reads one JSON text (RFC 8259) into a tree.
///
/// A byte order mark in front is skipped. Of repeated member names the last one counts. Bytes that are not UTF-8 and
/// escapes that are half of a surrogate pair are errors, never replaced.
package enum JSONParser {
    /// How much a text may demand.
    package struct Limits: Sendable {
        /// How many lists and objects may stand inside each other.
        package var depth: Int
        /// How many values the whole tree may have, lists and objects included.
        package var values: Int

        package init(depth: Int = 512, values: Int = 5_000_000) {
            self.depth = depth
            self.values = values
        }
    }

    package static func parse(
        _ bytes: UnsafeRawBufferPointer, limits: Limits = Limits()
    ) throws(JSONParseError) -> JSONValue {
        try reader(of: bytes, limits).value()
    }

    /// Reads a text to its end without making a value.
    static func outline(
        of bytes: UnsafeRawBufferPointer, _ limits: Limits
    ) throws(JSONParseError) -> JSONOutline {
        try reader(of: bytes, limits).outline()
    }

    /// One that has read the text to its end.
    private static func reader(
        of bytes: UnsafeRawBufferPointer, _ limits: Limits
    ) throws(JSONParseError) -> JSONReader {
        guard let start = bytes.baseAddress else {
            throw JSONReader.Fault(.nothing, at: 0).error(in: bytes)
        }
        var reader = JSONReader(start.assumingMemoryBound(to: UInt8.self), count: bytes.count, limits: limits)
        do {
            try reader.read()
        } catch {
            throw error.error(in: bytes)
        }
        return reader
    }

    package static func parse(_ bytes: [UInt8], limits: Limits = Limits()) throws(JSONParseError) -> JSONValue {
        try bytes.withUnsafeBytes { bytes -> Result<JSONValue, JSONParseError> in
            outcome(bytes, limits)
        }.get()
    }

    package static func parse(_ bytes: Span<UInt8>, limits: Limits = Limits()) throws(JSONParseError) -> JSONValue {
        try bytes.withUnsafeBytes { bytes -> Result<JSONValue, JSONParseError> in
            outcome(bytes, limits)
        }.get()
    }

    package static func parse(_ text: String, limits: Limits = Limits()) throws(JSONParseError) -> JSONValue {
        try text.withUTF8Bytes { bytes -> Result<JSONValue, JSONParseError> in
            outcome(UnsafeRawBufferPointer(bytes), limits)
        }.get()
    }

    private static func outcome(_ bytes: UnsafeRawBufferPointer, _ limits: Limits) -> Result<JSONValue, JSONParseError>
    {
        do throws(JSONParseError) {
            return .success(try parse(bytes, limits: limits))
        } catch {
            return .failure(error)
        }
    }
}
