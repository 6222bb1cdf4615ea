/// A part in quotes of a value without quotes around it: `"a"` in `name != "a"`.
package enum QuotedPart {
    /// The offset behind the quoted part that begins at `start`; nil if none begins there. The quote of `it's` begins none.
    static func end(_ bytes: [UInt8], at start: Int, in range: Range<Int>) -> Int? {
        guard bytes[start] == UInt8(ascii: "\"") || bytes[start] == UInt8(ascii: "'") else { return nil }
        if start > range.lowerBound {
            let before = bytes[start - 1]
            if before >= 0x80 || UInt8(ascii: "a")...UInt8(ascii: "z") ~= before | 0x20 || 0x30...0x39 ~= before {
                return nil
            }
        }
        return bytes[start + 1..<range.upperBound].firstIndex(of: bytes[start]).map { $0 + 1 }
    }

    /// The parts of a range, in UTF-8, with their quotes.
    package static func all(in text: String, _ range: Range<Int>) -> [Range<Int>] {
        let bytes = Array(text.utf8)
        var found: [Range<Int>] = []
        var at = range.lowerBound
        while at < range.upperBound {
            guard let end = end(bytes, at: at, in: range) else {
                at += 1
                continue
            }
            found.append(at..<end)
            at = end
        }
        return found
    }
}
