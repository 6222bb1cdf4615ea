import BatonRegex

extension RE2Translator {
    /// Reads a class such as `[a-z\d[:alpha:]]`.
    mutating func readClass() throws(PatternError) {
        let start = cursor
        copy()
        if peek() == UInt8(ascii: "^") { copy() }
        var isFirst = true
        while let byte = peek() {
            if byte == UInt8(ascii: "]"), !isFirst {
                copy()
                return
            }
            isFirst = false
            if byte == UInt8(ascii: "["), peek(1) == UInt8(ascii: ":"), try readNamedClass() { continue }
            if byte == UInt8(ascii: "\\") {
                if try readSharedClass() { continue }
                if readBlanks() { continue }
            }
            try readRange()
        }
        throw fail("the `[` has no `]`", at: start)
    }

    /// Reads `\s` and `\S`, and writes out the characters.
    private mutating func readBlanks() -> Bool {
        switch peek(1) {
        case UInt8(ascii: "s"): result += Self.blanks
        // PCRE2's `\S`, and the vertical tab.
        case UInt8(ascii: "S"): result += Array("\\S\\x0B".utf8)
        default: return false
        }
        cursor += 2
        return true
    }

    /// Reads a character, or a range of two with a `-` between them.
    private mutating func readRange() throws(PatternError) {
        let start = cursor
        let low = try readClassCharacter()
        guard peek() == UInt8(ascii: "-"), let next = peek(1), next != UInt8(ascii: "]") else {
            appendClassCharacter(low)
            return
        }
        cursor += 1
        let high = try readClassCharacter()
        guard low <= high else {
            throw fail("the range `\(written(start))` has its ends the wrong way round", at: start)
        }
        appendClassCharacter(low)
        result.append(UInt8(ascii: "-"))
        appendClassCharacter(high)
    }

    private mutating func readClassCharacter() throws(PatternError) -> UInt32 {
        if peek() == UInt8(ascii: "\\") { return try readCharacterCode() }
        let start = cursor
        cursor += 1
        while let next = peek(), next & 0xC0 == 0x80 { cursor += 1 }
        return written(start).unicodeScalars.first?.value ?? 0xFFFD
    }

    private mutating func appendClassCharacter(_ code: UInt32) {
        if let scalar = Unicode.Scalar(code), code >= 0x80 {
            result += Array(String(scalar).utf8)
        } else {
            appendLiteral(UInt8(truncatingIfNeeded: code))
        }
    }

    /// Reads `[:alpha:]` or `[:^alpha:]`; false if no `:]` follows, so that the bracket is literal.
    private mutating func readNamedClass() throws(PatternError) -> Bool {
        let start = cursor
        var end = cursor + 2
        while let byte = peekAbsolute(end), Self.isWord(byte) || byte == UInt8(ascii: "^") { end += 1 }
        guard peekAbsolute(end) == UInt8(ascii: ":"), peekAbsolute(end + 1) == UInt8(ascii: "]") else { return false }
        cursor = end + 2
        let name = bytes[(start + 2)..<end]
        guard Self.named.contains(String(decoding: name.drop { $0 == UInt8(ascii: "^") }, as: UTF8.self)),
            name.count(where: { $0 == UInt8(ascii: "^") }) < 2
        else { throw fail("there is no class `\(written(start))`", at: start) }
        result += bytes[start..<cursor]
        return true
    }

    private static let named: Set<String> = [
        "alnum", "alpha", "ascii", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space", "upper",
        "word", "xdigit",
    ]
}
