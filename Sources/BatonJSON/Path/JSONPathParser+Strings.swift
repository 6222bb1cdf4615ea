extension JSONPathParser {
    /// A string in single or double quotes; the quotes of the other kind stand in it as they are.
    mutating func stringLiteral() throws(JSONPathError) -> String {
        let start = position
        let quote = bytes[position]
        position += 1
        var text: [UInt8] = []
        while let byte = peek() {
            if byte == quote {
                position += 1
                return String(decoding: text, as: UTF8.self)
            } else if byte == UInt8(ascii: "\\") {
                try escape(quote: quote, into: &text)
            } else if byte < 0x20 {
                throw failure("a control character in a string must be escaped", at: position..<position + 1)
            } else {
                text.append(byte)
                position += 1
            }
        }
        throw failure("the string is not closed", at: start..<position)
    }

    /// Where the characters of a string literal that was read stand in the path, escapes and all.
    func place(of content: Range<Int>, inStringAt literal: Range<Int>) -> Range<Int> {
        var reader = self
        reader.position = literal.lowerBound + 1
        let close = literal.upperBound - 1
        var text: [UInt8] = []
        var lower: Int?
        while reader.position < close {
            if lower == nil, text.count >= content.lowerBound { lower = reader.position }
            if lower != nil, text.count >= content.upperBound { break }
            if bytes[reader.position] == UInt8(ascii: "\\") {
                guard (try? reader.escape(quote: bytes[literal.lowerBound], into: &text)) != nil else { return literal }
            } else {
                text.append(bytes[reader.position])
                reader.position += 1
            }
        }
        return (lower ?? close)..<max(lower ?? close, reader.position)
    }

    private mutating func escape(quote: UInt8, into text: inout [UInt8]) throws(JSONPathError) {
        let start = position
        position += 1
        switch peek() {
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "/"), UInt8(ascii: "\\"), quote: text.append(bytes[position])
        case UInt8(ascii: "u"):
            position += 1
            try unicodeEscape(from: start, into: &text)
            return
        default:
            throw failure(
                "unknown escape in a string; a backslash itself is written `\\\\`", at: start..<characterEnd(position))
        }
        position += 1
    }

    private mutating func unicodeEscape(from start: Int, into text: inout [UInt8]) throws(JSONPathError) {
        var code = try hexadecimal(from: start)
        if code & 0xFC00 == 0xD800, peek() == UInt8(ascii: "\\"), peek(at: 1) == UInt8(ascii: "u") {
            position += 2
            let low = try hexadecimal(from: start)
            guard low & 0xFC00 == 0xDC00 else { throw halfPair(start) }
            code = 0x10000 + (code & 0x3FF) << 10 + low & 0x3FF
        }
        guard let scalar = Unicode.Scalar(code) else { throw halfPair(start) }
        text.append(contentsOf: Array(String(Character(scalar)).utf8))
    }

    private func halfPair(_ start: Int) -> JSONPathError {
        failure("this escape is half of a surrogate pair, which is no character", at: start..<position)
    }

    private mutating func hexadecimal(from start: Int) throws(JSONPathError) -> UInt32 {
        var code: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = peek(), let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
                throw failure("`\\u` needs four hexadecimal digits", at: start..<position)
            }
            code = code << 4 | UInt32(digit)
            position += 1
        }
        return code
    }
}
