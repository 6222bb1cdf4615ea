import BatonValues

/// Reads one JSON text (RFC 8259) into a tree.
///
/// A byte order mark in front is skipped. If a member name repeats, the last value is kept. Bytes that are not UTF-8
/// and escapes for half of a surrogate pair are errors, never replaced.
package enum JSONParser {
    /// Limits on the size of a text.
    package struct Limits: Sendable {
        /// The most levels of nested lists and objects.
        package var depth: Int
        /// The most values in the whole tree, lists and objects included.
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

    /// Reads a text to its end and creates no values.
    static func outline(
        of bytes: UnsafeRawBufferPointer, _ limits: Limits
    ) throws(JSONParseError) -> JSONOutline {
        try reader(of: bytes, limits).outline()
    }

    /// A reader that has read the text to its end.
    private static func reader(
        of bytes: UnsafeRawBufferPointer, _ limits: Limits
    ) throws(JSONParseError) -> JSONReader {
        guard let start = bytes.baseAddress else {
            throw JSONReader.SyntaxError(.nothing, at: 0).error(in: bytes)
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

/// Why a text is not JSON, or exceeds the limits.
public struct JSONParseError: Error, Sendable, Equatable {
    /// The kind of error.
    package struct Code: Sendable, Hashable {
        package let text: String

        /// The text breaks the grammar.
        package static let syntax = Code(text: "syntax")
        /// Lists and objects are nested too deeply.
        package static let depth = Code(text: "depth")
        /// There are more values than allowed.
        package static let values = Code(text: "values")
        /// The bytes are not UTF-8, or an escape names no Unicode character.
        package static let encoding = Code(text: "encoding")
    }

    package let code: Code
    /// What is wrong, without its place.
    public let message: String
    /// The byte offset of the error.
    public let offset: Int
    /// The line of the error, counted from 1.
    public let line: Int
    /// The column of the error in code points, counted from 1.
    public let column: Int
}

extension JSONParseError: CustomStringConvertible {
    /// What is wrong, with line and column.
    public var description: String { "\(message) (line \(line), column \(column))" }
}
