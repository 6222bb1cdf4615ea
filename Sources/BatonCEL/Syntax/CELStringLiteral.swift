/// String and bytes literals: `'a'`, `"a"`, `'''a'''`, `r"a"`, `b"a"`, `rb'a'`.
enum CELStringLiteral {
    /// The start of a literal: length of its prefix, quote character, number of quotes, raw or not, bytes or text.
    struct Opening {
        var prefix: Int
        var quote: UInt8
        var quotes: Int
        var isRaw: Bool
        var isBytes: Bool
    }

    static func opening(in bytes: [UInt8], from start: Int) -> Opening? {
        var cursor = start
        var isRaw = false
        var isBytes = false
        while cursor < bytes.count, cursor < start + 2 {
            if bytes[cursor] | 0x20 == UInt8(ascii: "r"), !isRaw {
                isRaw = true
            } else if bytes[cursor] | 0x20 == UInt8(ascii: "b"), !isBytes {
                isBytes = true
            } else {
                break
            }
            cursor += 1
        }
        guard cursor < bytes.count else { return nil }
        let quote = bytes[cursor]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
        let isTriple = cursor + 2 < bytes.count && bytes[cursor + 1] == quote && bytes[cursor + 2] == quote
        return Opening(
            prefix: cursor - start, quote: quote, quotes: isTriple ? 3 : 1, isRaw: isRaw, isBytes: isBytes)
    }

    /// The offset behind the literal that begins at `start`; nil if no literal begins there.
    static func end(in bytes: [UInt8], from start: Int) throws(CELDiagnostic) -> Int? {
        guard let opening = opening(in: bytes, from: start) else { return nil }
        var cursor = start + opening.prefix + opening.quotes
        while cursor < bytes.count {
            let byte = bytes[cursor]
            if byte == opening.quote, isClosing(opening, in: bytes, at: cursor) {
                return cursor + opening.quotes
            } else if byte == UInt8(ascii: "\\"), !opening.isRaw {
                cursor += 2
            } else if opening.quotes == 1, byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
                break
            } else {
                cursor += 1
            }
        }
        throw CELDiagnostic(
            "expression.syntax", "this text has no closing quote",
            start..<start + opening.prefix + opening.quotes)
    }

    private static func isClosing(_ opening: Opening, in bytes: [UInt8], at cursor: Int) -> Bool {
        opening.quotes == 1
            || cursor + 2 < bytes.count && bytes[cursor + 1] == opening.quote && bytes[cursor + 2] == opening.quote
    }

    /// The value of the literal at `range`.
    static func value(of bytes: [UInt8], _ range: Range<Int>) throws(CELDiagnostic) -> CELValue {
        guard let opening = opening(in: bytes, from: range.lowerBound) else { return .string("") }
        let lower = range.lowerBound + opening.prefix + opening.quotes
        let upper = range.upperBound - opening.quotes
        let content = bytes[lower..<max(lower, upper)]
        if opening.isRaw || !content.contains(UInt8(ascii: "\\")) {
            return opening.isBytes ? .bytes(Array(content)) : .string(String(decoding: content, as: UTF8.self))
        }
        var result: [UInt8] = []
        result.reserveCapacity(content.count)
        var cursor = lower
        while cursor < upper {
            if bytes[cursor] == UInt8(ascii: "\\") {
                try escape(in: bytes, from: &cursor, end: upper, isBytes: opening.isBytes, into: &result)
            } else {
                result.append(bytes[cursor])
                cursor += 1
            }
        }
        return opening.isBytes ? .bytes(result) : .string(String(decoding: result, as: UTF8.self))
    }

    static func escape(
        in bytes: [UInt8], from cursor: inout Int, end: Int, isBytes: Bool, into result: inout [UInt8]
    ) throws(CELDiagnostic) {
        let start = cursor
        let letter = start + 1 < end ? bytes[start + 1] : 0
        cursor += 2
        switch letter {
        case UInt8(ascii: "a"): result.append(0x07)
        case UInt8(ascii: "b"): result.append(0x08)
        case UInt8(ascii: "f"): result.append(0x0C)
        case UInt8(ascii: "n"): result.append(0x0A)
        case UInt8(ascii: "r"): result.append(0x0D)
        case UInt8(ascii: "t"): result.append(0x09)
        case UInt8(ascii: "v"): result.append(0x0B)
        case UInt8(ascii: "\\"), UInt8(ascii: "?"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"):
            result.append(letter)
        case UInt8(ascii: "x"), UInt8(ascii: "X"):
            try number(in: bytes, from: start, &cursor, end, digits: 2, radix: 16, isBytes: isBytes, into: &result)
        case UInt8(ascii: "u") where !isBytes:
            try number(in: bytes, from: start, &cursor, end, digits: 4, radix: 16, isBytes: false, into: &result)
        case UInt8(ascii: "U") where !isBytes:
            try number(in: bytes, from: start, &cursor, end, digits: 8, radix: 16, isBytes: false, into: &result)
        case UInt8(ascii: "0")...UInt8(ascii: "3"):
            cursor -= 1
            try number(in: bytes, from: start, &cursor, end, digits: 3, radix: 8, isBytes: isBytes, into: &result)
        default:
            throw CELDiagnostic(
                "expression.syntax", "unknown escape in a text", start..<min(start + 2, end),
                help: "double the backslash, or put `r` before the quote: `r\"\\d+\"`")
        }
    }

    private static func number(
        in bytes: [UInt8], from start: Int, _ cursor: inout Int, _ end: Int, digits: Int, radix: UInt32,
        isBytes: Bool, into result: inout [UInt8]
    ) throws(CELDiagnostic) {
        let upper = min(cursor + digits, end)
        let text = String(decoding: bytes[cursor..<max(cursor, upper)], as: UTF8.self)
        guard text.utf8.count == digits, text.utf8.allSatisfy(CELLexer.isHexDigit),
            let value = UInt32(text, radix: Int(radix)), isBytes ? value <= 255 : Unicode.Scalar(value) != nil
        else {
            throw CELDiagnostic("expression.syntax", "this escape stands for no character", start..<upper)
        }
        cursor = upper
        if isBytes {
            result.append(UInt8(truncatingIfNeeded: value))
        } else if let scalar = Unicode.Scalar(value) {
            result.append(contentsOf: Array(String(Character(scalar)).utf8))
        }
    }
}

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
