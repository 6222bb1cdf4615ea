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

extension EscapeReader {
    /// A character reference of XML or HTML: `&amp;`, `&#38;` or `&#x26;`.
    func reference(at index: Int) -> Escape? {
        let end = min(index + Self.longestReference, text.count)
        guard index + 2 < end, let semicolon = text[(index + 1)..<end].firstIndex(of: UInt8(ascii: ";")) else {
            return openNumber(at: index, before: end)
        }
        let scalar =
            text[index + 1] == UInt8(ascii: "#")
            ? number(from: index + 2, to: semicolon)
            : Self.names[String(decoding: text[(index + 1)..<semicolon], as: UTF8.self)]
        return scalar.map { Escape(end: semicolon + 1, meaning: .scalar($0)) } ?? openNumber(at: index, before: end)
    }

    /// `&#38` without its semicolon, which browsers accept.
    private func openNumber(at index: Int, before end: Int) -> Escape? {
        guard text[index + 1 < text.count ? index + 1 : index] == UInt8(ascii: "#") else { return nil }
        let isHex = index + 2 < end && text[index + 2] | 0x20 == UInt8(ascii: "x")
        let first = index + (isHex ? 3 : 2)
        guard first < end else { return nil }
        let digits = text[first..<end].prefix {
            0x30...0x39 ~= $0 || isHex && (0x41...0x46 ~= $0 || 0x61...0x66 ~= $0)
        }
        // A number that was cut is another number: its remains cannot be decoded, and `CutEscape` handles them.
        var next = digits.endIndex
        if next < text.count, text[next] == UInt8(ascii: "\"") { next += 1 }
        if next < text.count, text[next] == Redactor.ellipsisStart { return nil }
        return number(from: index + 2, to: digits.endIndex).map { Escape(end: digits.endIndex, meaning: .scalar($0)) }
    }

    private func number(from start: Int, to end: Int) -> Unicode.Scalar? {
        guard start < end else { return nil }
        if text[start] | 0x20 == UInt8(ascii: "x") {
            var first = start + 1
            while end - first > 8, text[first] == UInt8(ascii: "0") { first += 1 }
            return hex(at: first, count: end - first).flatMap(Unicode.Scalar.init)
        }
        var value: UInt32 = 0
        for byte in text[start..<end] {
            guard 0x30...0x39 ~= byte, value < 0x11_0000 else { return nil }
            value = value * 10 + UInt32(byte & 15)
        }
        return Unicode.Scalar(value)
    }

    /// The most bytes of a reference; a number may have leading zeros.
    private static let longestReference = 24

    /// Those names of HTML that encoders write: ASCII and Latin-1.
    private static let names: [String: Unicode.Scalar] = {
        var names: [String: Unicode.Scalar] = [:]
        let marks =
            "! excl \" quot # num $ dollar % percnt & amp ' apos ( lpar ) rpar * ast + plus , comma . period / sol "
            + ": colon ; semi < lt = equals > gt ? quest @ commat [ lsqb [ lbrack \\ bsol ] rsqb ] rbrack ^ Hat "
            + "_ lowbar ` grave { lcub { lbrace | verbar | vert } rcub } rbrace"
        let words = marks.split(separator: " ")
        for index in stride(from: 0, to: words.count - 1, by: 2) {
            names[String(words[index + 1])] = words[index].unicodeScalars.first
        }
        for (name, character) in [("AMP", "&"), ("LT", "<"), ("GT", ">"), ("QUOT", "\"")] as [(String, Unicode.Scalar)]
        {
            names[name] = character
        }
        names["Tab"] = "\t"
        names["NewLine"] = "\n"
        for (offset, name) in latin1.split(separator: " ").enumerated() {
            names[String(name)] = Unicode.Scalar(UInt32(0xA0 + offset))
        }
        return names
    }()

    /// The names of U+00A0 and the following characters.
    private static let latin1 =
        "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr "
        + "deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest "
        + "Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml "
        + "ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig "
        + "agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml "
        + "eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml"
}

extension EscapeReader {
    /// The longest control string, such as a title; an opening without an end within this many bytes is not treated as
    /// one.
    private static let longestString = 4096 * 4

    /// Characters that readers do not see: C1 controls, and Unicode characters without a width or that only change the
    /// text direction.
    mutating func invisible(at index: Int) -> Escape? {
        guard index + 1 < text.count else { return nil }
        let second = text[index + 1]
        let third = index + 2 < text.count ? text[index + 2] : 0
        func nothing(_ length: Int) -> Escape { Escape(end: index + length, meaning: .nothing) }
        switch (text[index], second, third) {
        case (0xC2, 0x80...0x9F, _): return Escape(end: controlEnd(at: index) ?? index + 2, meaning: .nothing)
        case (0xC2, 0xAD, _), (0xCD, 0x8F, _), (0xD8, 0x9C, _): return nothing(2)
        case (0xE1, 0x85, 0x9F...0xA0), (0xE1, 0x9E, 0xB4...0xB5), (0xE1, 0xA0, 0x8B...0x8F): return nothing(3)
        case (0xE2, 0x80, 0x8B...0x8F), (0xE2, 0x80, 0xA8...0xAE), (0xE2, 0x81, 0xA0...0xAF): return nothing(3)
        case (0xE3, 0x85, 0xA4): return nothing(3)
        case (0xEF, 0xB8, 0x80...0x8F), (0xEF, 0xBB, 0xBF), (0xEF, 0xBE, 0xA0), (0xEF, 0xBF, 0xB9...0xBB),
            (0xEF, 0xBF, 0xBE...0xBF):
            return nothing(3)
        case (0xF3, 0xA0, _): return index + 3 < text.count ? nothing(4) : nil
        default: return nil
        }
    }

    /// The index behind a terminal's control sequence (ECMA-48); nil if none begins here, or if it is incomplete.
    mutating func controlEnd(at start: Int) -> Int? {
        let isLong = text[start] == 0xC2
        guard isLong || text[start] == 0x1B, start + 1 < text.count else { return nil }
        let second = text[start + 1]
        switch (isLong, second) {
        case (false, UInt8(ascii: "[")), (true, 0x9B): return sequenceEnd(from: start + 2)
        case (false, UInt8(ascii: "]")), (false, UInt8(ascii: "P")), (false, UInt8(ascii: "X")),
            (false, UInt8(ascii: "^")), (false, UInt8(ascii: "_")),
            (true, 0x90), (true, 0x98), (true, 0x9D...0x9F):
            guard !keepsStrings, let end = stringEnd(from: start + 2) else { return nil }
            hasLeftOutStrings = true
            return end
        case (false, 0x20...0x2F):
            // A character set designation or similar: intermediate bytes, then one final byte.
            let index = end(of: 0x20...0x2F, from: start + 2)
            return index < text.count && 0x30...0x7E ~= text[index] ? index + 1 : nil
        case (false, 0x30...0x7E):
            guard !keepsStrings else { return nil }
            hasLeftOutStrings = true
            return start + 2
        default: return nil
        }
    }

    /// The index behind parameter bytes, intermediate bytes and a final byte.
    private func sequenceEnd(from start: Int) -> Int? {
        let index = end(of: 0x20...0x2F, from: end(of: 0x30...0x3F, from: start))
        return index < text.count && 0x40...0x7E ~= text[index] ? index + 1 : nil
    }

    private func end(of bytes: ClosedRange<UInt8>, from start: Int) -> Int {
        var index = start
        while index < text.count, bytes ~= text[index] { index += 1 }
        return index
    }

    /// The index behind BEL or the string terminator; nil if another control character comes first, because the text is
    /// then not a control string.
    private func stringEnd(from start: Int) -> Int? {
        let limit = min(text.count, start + Self.longestString)
        var index = start
        while index < limit {
            switch text[index] {
            case 0x07: return index + 1
            case 0x1B: return index + 1 < text.count && text[index + 1] == UInt8(ascii: "\\") ? index + 2 : nil
            case 0x00..<0x20: return nil
            case 0xC2 where index + 1 < text.count && 0x80...0x9F ~= text[index + 1]:
                return text[index + 1] == 0x9C ? index + 2 : nil
            default: index += 1
            }
        }
        return nil
    }
}

/// Finds an escape that was cut: its remains cannot be decoded, and stand between the text and the cut.
enum CutEscape {
    /// Up to `mostQuotes` of these bytes may be the beginning of an escape, such as `'"'"'` of a shell.
    private static let quotes = Array("\"'\\".utf8)
    private static let mostQuotes = 5
    /// The length of `&` and the longest name or number of a character.
    private static let longest = 24

    /// The positions at which a secret may have been cut, in a text that ends before `cut`: the end itself, the
    /// position before the remains of an escape, which are masked too, and the position before quotes, which may also
    /// enclose the text and stay.
    static func ends(in text: UnsafeBufferPointer<UInt8>, before cut: Int) -> [(end: Int, hitEnd: Int)] {
        var ends = [(end: cut, hitEnd: cut)]
        var end = cut
        while end > max(0, cut - mostQuotes), quotes.contains(text[end - 1]) {
            end -= 1
            ends.append((end, end))
        }
        // A text that was cut and then quoted has a quote behind the remains of an escape.
        for (_, end) in ends {
            guard let start = start(in: text, before: end) else { continue }
            ends.append((start, end))
            // The first half of a UTF-16 pair cannot be decoded alone.
            if let first = self.start(in: text, before: start) { ends.append((first, end)) }
        }
        return ends
    }

    /// The start of an escape that is incomplete at `end`.
    private static func start(in text: UnsafeBufferPointer<UInt8>, before end: Int) -> Int? {
        var start = end - 1
        while start >= max(0, end - longest) {
            switch text[start] {
            case UInt8(ascii: "%"): return isCutPercent(text[(start + 1)..<end]) ? start : nil
            case UInt8(ascii: "\\"): return isCutBackslash(text[(start + 1)..<end]) ? start : nil
            case UInt8(ascii: "&"): return start
            case UInt8(ascii: "#"), UInt8(ascii: "{"), 0x30...0x39, 0x41...0x5A, 0x61...0x7A: start -= 1
            default: return nil
            }
        }
        return nil
    }

    /// Whether `rest` follows the `%` of an incomplete escape: `%`, `%2`, `%u00`, or `%ud83d` without its second half.
    private static func isCutPercent(_ rest: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        if rest.first == UInt8(ascii: "u") { return isCutNumber(rest.dropFirst()) }
        return rest.count < 2
    }

    /// Whether `rest` follows the `\` of an incomplete escape: `\`, `\x2`, `\x{e`, `\u00`, `\u{e`, `\U0000` or `\30`.
    private static func isCutBackslash(_ rest: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        guard let first = rest.first else { return true }
        let digits = rest.dropFirst()
        if digits.first == UInt8(ascii: "{") { return true }
        switch first {
        case UInt8(ascii: "u"): return isCutNumber(digits)
        case UInt8(ascii: "U"): return digits.count < 8
        case UInt8(ascii: "x"): return digits.count < 2
        case UInt8(ascii: "0")...UInt8(ascii: "3"): return digits.count < 2
        default: return false
        }
    }

    private static func isCutNumber(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        guard digits.count == 4, let first = digits.first, let second = digits.dropFirst().first else {
            return digits.count < 4
        }
        return first | 0x20 == UInt8(ascii: "d") && "89abAB".utf8.contains(second)
    }
}
