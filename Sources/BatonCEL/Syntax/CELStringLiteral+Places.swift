extension CELStringLiteral {
    /// Where a stretch of a text stands in the literal that wrote it, escapes and all. What is missing at the end is shown
    /// by the last character. Nil for an empty text, and where `literal` is something else than one literal.
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
                // A character as a whole.
                repeat {
                    text.append(bytes[cursor])
                    cursor += 1
                } while cursor < close && bytes[cursor] & 0xC0 == 0x80
            }
        }
        return (lower ?? last).map { $0..<cursor }
    }
}
