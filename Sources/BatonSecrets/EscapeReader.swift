/// Decodes escapes of any language: `%2F`, `&amp;`, `\u002f`, `\x2f`, `+` for a space, a doubled quote; and skips line
/// breaks, control sequences and invisible characters.
///
/// It does not know the language of a text and treats everything that looks like an escape as one. That finds too much
/// rather than too little; the undecoded text is searched too.
struct EscapeReader {
    enum Meaning {
        case nothing
        case byte(UInt8)
        case scalar(Unicode.Scalar)
    }

    struct Escape {
        /// The index behind the escape's last byte.
        var end: Int
        var meaning: Meaning
    }

    let text: UnsafeBufferPointer<UInt8>
    let reading: Reading
    var hasLeftOutStrings = false
    var hasSpelledOut = false

    /// The interpretation of ambiguous escapes.
    enum Reading {
        case usual
        /// Keeps the text of control strings such as a title, and the letter behind an ESC.
        case stringsKept
        /// A character behind a backslash stands for itself.
        case backslashesDropped
    }

    init(_ text: UnsafeBufferPointer<UInt8>, _ reading: Reading) {
        self.text = text
        self.reading = reading
    }

    var keepsStrings: Bool { reading == .stringsKept }

    /// Whether an escape may begin with this byte.
    @inline(__always)
    static func mayBegin(_ byte: UInt8) -> Bool {
        // Letters and digits: the most frequent bytes, tested first.
        if byte &- 0x5D < 0x22 || byte &- 0x2C < 0x2F { return false }
        return switch byte {
        case 0x00...0x08, 0x0A...0x1F, 0x22, 0x25...0x27, 0x2B, 0x5C, 0x7F: true
        case 0xC2, 0xCD, 0xD8, 0xE1...0xE3, 0xEF, 0xF3: true
        default: false
        }
    }

    /// The escape at this index; nil if none begins there, or if it is incomplete.
    mutating func escape(at index: Int) -> Escape? {
        switch text[index] {
        case UInt8(ascii: "%"): percent(at: index)
        case UInt8(ascii: "&"): reference(at: index)
        case UInt8(ascii: "\\"): backslash(at: index)
        case UInt8(ascii: "+"): Escape(end: index + 1, meaning: .byte(UInt8(ascii: " ")))
        case UInt8(ascii: "\""): follows("\"\"", at: index) ? Escape(end: index + 2, meaning: .byte(0x22)) : nil
        case UInt8(ascii: "'"): apostrophe(at: index)
        case 0x0A, 0x0D: lineBreak(at: index)
        case 0x00..<0x20, 0x7F: Escape(end: controlEnd(at: index) ?? index + 1, meaning: .nothing)
        default: invisible(at: index)
        }
    }

    /// A line break and the indentation of the next line.
    private func lineBreak(at start: Int) -> Escape {
        var index = start + 1
        while index < text.count,
            text[index] == 0x20 || text[index] == 0x09 || text[index] == 0x0A || text[index] == 0x0D
        {
            index += 1
        }
        return Escape(end: index, meaning: .nothing)
    }

    /// `''` of SQL, CSV and YAML, or `'\''` and `'"'"'` of a shell.
    private func apostrophe(at index: Int) -> Escape? {
        let length =
            follows("'\"'\"'", at: index) ? 5 : follows("'\\''", at: index) ? 4 : follows("''", at: index) ? 2 : 0
        return length > 0 ? Escape(end: index + length, meaning: .byte(0x27)) : nil
    }

    /// `%2F`, or `%u002F` of older JavaScript.
    private func percent(at index: Int) -> Escape? {
        if let value = hex(at: index + 1, count: 2) {
            return Escape(end: index + 3, meaning: .byte(UInt8(truncatingIfNeeded: value)))
        }
        guard follows("%u", at: index) else { return nil }
        return codeUnits(at: index, prefix: "%u")
    }

    /// An escape with a backslash, as in JSON, YAML, shells and programming languages.
    private mutating func backslash(at index: Int) -> Escape? {
        guard index + 1 < text.count else { return nil }
        let next = text[index + 1]
        if reading == .backslashesDropped { return Escape(end: index + 2, meaning: .byte(next)) }
        if spellsOut(at: index) { hasSpelledOut = true }
        func single(_ byte: UInt8) -> Escape { Escape(end: index + 2, meaning: .byte(byte)) }
        switch next {
        case UInt8(ascii: "n"): return single(0x0A)
        case UInt8(ascii: "r"): return single(0x0D)
        case UInt8(ascii: "t"): return single(0x09)
        case UInt8(ascii: "b"): return single(0x08)
        case UInt8(ascii: "f"): return single(0x0C)
        case UInt8(ascii: "v"): return single(0x0B)
        case UInt8(ascii: "a"): return single(0x07)
        case UInt8(ascii: "e"): return single(0x1B)
        case UInt8(ascii: "u"):
            return follows("\\u{", at: index) ? braced(at: index + 3) : codeUnits(at: index, prefix: "\\u")
        case UInt8(ascii: "U"):
            guard let scalar = hex(at: index + 2, count: 8).flatMap(Unicode.Scalar.init) else { return nil }
            return Escape(end: index + 10, meaning: .scalar(scalar))
        case UInt8(ascii: "x"):
            if follows("\\x{", at: index) { return braced(at: index + 3) }
            guard let value = hex(at: index + 2, count: 2) else { return nil }
            return Escape(end: index + 4, meaning: .byte(UInt8(truncatingIfNeeded: value)))
        case UInt8(ascii: "0")...UInt8(ascii: "3"): return octal(at: index)
        case 0x0A, 0x0D: return Escape(end: lineBreak(at: index + 1).end, meaning: .nothing)
        case 0x20...0x7E: return single(next)
        case 0x80...: return Escape(end: index + 1, meaning: .nothing)
        default: return nil
        }
    }

    /// Whether a letter behind a backslash stands for itself here: if every character has a backslash before it.
    ///
    /// Sequences such as `\r\n` mean line breaks.
    func spellsOut(at index: Int) -> Bool {
        guard index + 3 < text.count, text[index + 2] == UInt8(ascii: "\\") else { return false }
        let spaces = "nrt".utf8
        return Self.isLetterOrDigit(text[index + 1]) && Self.isLetterOrDigit(text[index + 3])
            && !(spaces.contains(text[index + 1]) && spaces.contains(text[index + 3]))
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte
    }

    /// `\303`, or `\0` alone.
    private func octal(at index: Int) -> Escape? {
        let digits = text[(index + 1)..<min(index + 4, text.count)].prefix { 0x30...0x37 ~= $0 }
        if digits.count == 3 {
            return Escape(end: index + 4, meaning: .byte(digits.reduce(0) { $0 << 3 | ($1 & 7) }))
        }
        return digits.first == 0x30 && digits.count == 1 ? Escape(end: index + 2, meaning: .nothing) : nil
    }

    private func braced(at start: Int) -> Escape? {
        let digits = text[start..<min(start + 8, text.count)].prefix { $0 != UInt8(ascii: "}") }
        guard digits.count < 8, digits.endIndex < text.count, let value = hex(at: start, count: digits.count),
            let scalar = Unicode.Scalar(value)
        else { return nil }
        return Escape(end: digits.endIndex + 1, meaning: .scalar(scalar))
    }

    /// A character written as one or two UTF-16 code units.
    private func codeUnits(at index: Int, prefix: StaticString) -> Escape? {
        guard let unit = hex(at: index + 2, count: 4) else { return nil }
        if let scalar = Unicode.Scalar(unit) { return Escape(end: index + 6, meaning: .scalar(scalar)) }
        guard unit < 0xDC00, follows(prefix, at: index + 6), let low = hex(at: index + 8, count: 4),
            0xDC00...0xDFFF ~= low,
            let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
        else { return nil }
        return Escape(end: index + 12, meaning: .scalar(scalar))
    }

    // MARK: - Reading

    func hex(at start: Int, count: Int) -> UInt32? {
        guard count > 0, count <= 8, start + count <= text.count else { return nil }
        var value: UInt32 = 0
        for index in start..<start + count {
            switch text[index] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt32(text[index] & 15)
            case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"):
                value = value << 4 | UInt32((text[index] & 7) + 9)
            default: return nil
            }
        }
        return value
    }

    func follows(_ word: StaticString, at index: Int) -> Bool {
        guard text.count - index >= word.utf8CodeUnitCount else { return false }
        for offset in 0..<word.utf8CodeUnitCount where text[index + offset] != word.utf8Start[offset] { return false }
        return true
    }
}
