import BatonValues

/// Writes values as JSON text: numbers as they were written, members in their order.
package enum JSONWriter {
    package static func compact(_ value: JSONValue) -> String {
        String(decoding: compactBytes(value), as: UTF8.self)
    }

    /// The compact form; nil if it has more than `limit` bytes.
    package static func compact(_ value: JSONValue, limit: Int) -> String? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(96)
        append(value, to: &bytes, limit: limit)
        return bytes.count <= limit ? String(decoding: bytes, as: UTF8.self) : nil
    }

    package static func compactBytes(_ value: JSONValue) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(96)
        append(value, to: &bytes)
        return bytes
    }

    /// Appends the compact form to the caller's buffer.
    ///
    /// - Parameter limit: writing stops soon after the buffer holds more bytes than this; the text is then incomplete.
    package static func append(_ value: JSONValue, to bytes: inout [UInt8], limit: Int = .max) {
        if bytes.count > limit { return }
        switch value {
        case .null: bytes.append(contentsOf: "null".utf8)
        case .bool(let value): bytes.append(contentsOf: value ? "true".utf8 : "false".utf8)
        case .number(let number): appendNumber(number, to: &bytes)
        case .string(let text): appendQuoted(text, to: &bytes, limit: limit)
        case .array(let elements):
            var separator = UInt8(ascii: "[")
            for element in elements where bytes.count <= limit {
                bytes.append(separator)
                separator = UInt8(ascii: ",")
                append(element, to: &bytes, limit: limit)
            }
            if elements.isEmpty { bytes.append(separator) }
            bytes.append(UInt8(ascii: "]"))
        case .object(let object):
            var separator = UInt8(ascii: "{")
            for member in object.members where bytes.count <= limit {
                bytes.append(separator)
                separator = UInt8(ascii: ",")
                appendQuoted(member.name, to: &bytes, limit: limit)
                bytes.append(UInt8(ascii: ":"))
                append(member.value, to: &bytes, limit: limit)
            }
            if object.isEmpty { bytes.append(separator) }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    /// The form with line breaks: two spaces per level, one member or element per line; empty lists and objects are
    /// `[]` and `{}`.
    package static func pretty(_ value: JSONValue) -> String {
        var bytes: [UInt8] = []
        appendPretty(value, indent: 0, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func appendPretty(_ value: JSONValue, indent: Int, to bytes: inout [UInt8]) {
        switch value {
        case .array(let elements) where !elements.isEmpty:
            bytes.append(UInt8(ascii: "["))
            for (position, element) in elements.enumerated() {
                appendLineBreak(indent + 1, isFirst: position == 0, to: &bytes)
                appendPretty(element, indent: indent + 1, to: &bytes)
            }
            appendLineBreak(indent, isFirst: true, to: &bytes)
            bytes.append(UInt8(ascii: "]"))
        case .object(let object) where !object.isEmpty:
            bytes.append(UInt8(ascii: "{"))
            for (position, member) in object.members.enumerated() {
                appendLineBreak(indent + 1, isFirst: position == 0, to: &bytes)
                appendQuoted(member.name, to: &bytes)
                bytes.append(contentsOf: ": ".utf8)
                appendPretty(member.value, indent: indent + 1, to: &bytes)
            }
            appendLineBreak(indent, isFirst: true, to: &bytes)
            bytes.append(UInt8(ascii: "}"))
        default: append(value, to: &bytes)
        }
    }

    private static func appendLineBreak(_ indent: Int, isFirst: Bool, to bytes: inout [UInt8]) {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        bytes.append(UInt8(ascii: "\n"))
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: indent * 2))
    }

    private static func appendNumber(_ number: JSONNumber, to bytes: inout [UInt8]) {
        switch number.storage {
        case .int(let value) where value >= 0 && value < 10:
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value))
        default:
            number.text.withUTF8Bytes { bytes.append(contentsOf: $0) }
        }
    }
}

extension JSONWriter {
    /// The text as a JSON string with its quotes; only quotes, backslashes and control characters are escaped.
    package static func quote(_ text: String) -> String {
        var bytes: [UInt8] = []
        appendQuoted(text, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends a JSON string with its quotes.
    package static func appendQuoted(_ text: String, to bytes: inout [UInt8], limit: Int = .max) {
        text.withUTF8Bytes { source in
            bytes.append(UInt8(ascii: "\""))
            var runStart = 0
            for (position, byte) in source.enumerated()
            where byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
                bytes.append(contentsOf: UnsafeBufferPointer(rebasing: source[runStart..<position]))
                appendEscape(of: byte, to: &bytes)
                if bytes.count > limit { return }
                runStart = position + 1
            }
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: source[runStart...]))
            bytes.append(UInt8(ascii: "\""))
        }
    }

    private static func appendEscape(of byte: UInt8, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
        case 0x08: bytes.append(UInt8(ascii: "b"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        case 0x0A: bytes.append(UInt8(ascii: "n"))
        case 0x0C: bytes.append(UInt8(ascii: "f"))
        case 0x0D: bytes.append(UInt8(ascii: "r"))
        default:
            bytes.append(contentsOf: "u00".utf8)
            bytes.append(byte < 0x10 ? UInt8(ascii: "0") : UInt8(ascii: "1"))
            let low = byte & 0x0F
            bytes.append(low < 10 ? UInt8(ascii: "0") + low : UInt8(ascii: "a") + low - 10)
        }
    }
}
