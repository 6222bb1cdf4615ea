/// Finds the byte ranges of a list's elements in a JSON text.
///
/// Only brackets, commas and strings are looked at. Elements are not validated: the caller parses each one and finds
/// its errors then.
package enum JSONListElements {
    /// The range of each element, without surrounding whitespace; nil for a text that is not a list, or whose brackets
    /// do not match.
    package static func ranges(in bytes: [UInt8]) -> [Range<Int>]? {
        var cursor = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        func skipBlanks() {
            while cursor < bytes.count, isBlank(bytes[cursor]) { cursor += 1 }
        }
        skipBlanks()
        guard cursor < bytes.count, bytes[cursor] == UInt8(ascii: "[") else { return nil }
        cursor += 1
        skipBlanks()
        var ranges: [Range<Int>] = []
        if cursor < bytes.count, bytes[cursor] == UInt8(ascii: "]") {
            cursor += 1
        } else {
            while true {
                guard let end = end(ofElementAt: cursor, in: bytes) else { return nil }
                ranges.append(trimmed(cursor..<end, in: bytes))
                cursor = end + 1
                if bytes[end] == UInt8(ascii: "]") { break }
            }
        }
        skipBlanks()
        return cursor == bytes.count ? ranges : nil
    }

    /// The offset of the comma or bracket behind an element; nil if there is none.
    private static func end(ofElementAt start: Int, in bytes: [UInt8]) -> Int? {
        var depth = 0
        var cursor = start
        while cursor < bytes.count {
            switch bytes[cursor] {
            case UInt8(ascii: "\""):
                cursor += 1
                while cursor < bytes.count, bytes[cursor] != UInt8(ascii: "\"") {
                    cursor += bytes[cursor] == UInt8(ascii: "\\") ? 2 : 1
                }
            case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "]") where depth == 0, UInt8(ascii: ",") where depth == 0: return cursor
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            default: break
            }
            cursor += 1
        }
        return nil
    }

    private static func trimmed(_ range: Range<Int>, in bytes: [UInt8]) -> Range<Int> {
        var (lower, upper) = (range.lowerBound, range.upperBound)
        while lower < upper, isBlank(bytes[lower]) { lower += 1 }
        while lower < upper, isBlank(bytes[upper - 1]) { upper -= 1 }
        return lower..<upper
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }
}
