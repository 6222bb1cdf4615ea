extension CELStringLiteral {
    /// The range in a literal, escapes included, of a part of its decoded text. A part behind the end of the text is
    /// shown as its last character. Nil for an empty text, and if `literal` is not exactly one literal.
    static func place(of content: Range<Int>, in bytes: [UInt8], literal: Range<Int>) -> Range<Int>? {
        guard let opening = opening(in: bytes, from: literal.lowerBound),
            (try? end(in: bytes, from: literal.lowerBound)) == literal.upperBound
        else { return nil }
        let close = literal.upperBound - opening.quotes
        var cursor = literal.lowerBound + opening.prefix + opening.quotes
        var text: [UInt8] = []
        var lower: Int?
        var last: Int?
        while cursor < close {
            if lower == nil, text.count >= content.lowerBound { lower = cursor }
            if let lower, text.count >= content.upperBound, cursor > lower { break }
            last = cursor
            if bytes[cursor] == UInt8(ascii: "\\"), !opening.isRaw {
                guard (try? escape(in: bytes, from: &cursor, end: close, isBytes: opening.isBytes, into: &text)) != nil
                else { return nil }
            } else {
                // A character of several bytes is not split.
                repeat {
                    text.append(bytes[cursor])
                    cursor += 1
                } while cursor < close && bytes[cursor] & 0xC0 == 0x80
            }
        }
        return (lower ?? last).map { $0..<cursor }
    }
}
