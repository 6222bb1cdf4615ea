import BatonRegex

extension RE2Translator {
    /// Reads an escape outside of a class, except for `\Q`.
    mutating func readEscape() throws(PatternError) {
        let start = cursor
        guard let letter = peek(1) else { throw fail("a `\\` stands at the end", at: start) }
        switch letter {
        case UInt8(ascii: "A"), UInt8(ascii: "z"), UInt8(ascii: "b"), UInt8(ascii: "B"):
            cursor += 2
            result += Array("(?:\\".utf8) + [letter, UInt8(ascii: ")")]
        case UInt8(ascii: "s"), UInt8(ascii: "S"):
            cursor += 2
            result += Array((letter == UInt8(ascii: "s") ? "[" : "[^").utf8) + Self.blanks + [UInt8(ascii: "]")]
        case UInt8(ascii: "C"): throw fail("`\\C`, a single byte, is not supported", at: start)
        default:
            if try !readSharedClass() { appendCode(try readCharacterCode()) }
        }
    }

    /// RE2's `\s`: PCRE2's includes the vertical tab too.
    static let blanks = Array("\\t\\n\\f\\r\\x20".utf8)

    /// Reads `\d`, `\w`, `\pN` and their opposites, which are the same inside and outside of a class.
    mutating func readSharedClass() throws(PatternError) -> Bool {
        switch peek(1) {
        case UInt8(ascii: "d"), UInt8(ascii: "D"), UInt8(ascii: "w"), UInt8(ascii: "W"):
            copy()
            copy()
            return true
        case UInt8(ascii: "p"), UInt8(ascii: "P"):
            try readProperty()
            return true
        default: return false
        }
    }

    /// Reads `\pN`, `\p{Greek}` or `\p{^Greek}`.
    private mutating func readProperty() throws(PatternError) {
        let start = cursor
        var isNegative = peek(1) == UInt8(ascii: "P")
        cursor += 2
        var name = ""
        if peek() == UInt8(ascii: "{") {
            cursor += 1
            if peek() == UInt8(ascii: "^") {
                isNegative.toggle()
                cursor += 1
            }
            let first = cursor
            while let byte = peek(), Self.isWord(byte) { cursor += 1 }
            name = String(decoding: bytes[first..<cursor], as: UTF8.self)
            guard peek() == UInt8(ascii: "}") else { throw fail("`\\p{` wants a name and `}`", at: start) }
            cursor += 1
        } else if let letter = peek(), letter < 0x80 {
            cursor += 1
            name = String(decoding: [letter], as: UTF8.self)
        }
        if name.isEmpty { throw fail("`\\p` wants a category such as `L`, or a name in braces", at: start) }
        guard Self.categories.contains(name) || name == "Any" || name.utf8.count > 2 else {
            throw fail("there is no Unicode category `\(name)`", at: start)
        }
        // With script extensions PCRE2 reads a bare name as them; `sc:` selects the script itself, as in RE2.
        let isScript = name.utf8.count > 2 && name != "Any"
        let prefix = isScript && PatternLibrary.hasScriptExtensions ? "sc:" : ""
        result += Array("\\\(isNegative ? "P" : "p"){\(prefix)\(name)}".utf8)
    }

    private static let categories: Set<String> = [
        "C", "Cc", "Cf", "Co", "Cs", "L", "Ll", "Lm", "Lo", "Lt", "Lu", "M", "Mc", "Me", "Mn", "N", "Nd", "Nl", "No",
        "P", "Pc", "Pd", "Pe", "Pf", "Pi", "Po", "Ps", "S", "Sc", "Sk", "Sm", "So", "Z", "Zl", "Zp", "Zs",
    ]

    /// Reads an escape for one character: `\n`, `\x41`, `\x{10FFFF}`, `\101`, `\.`.
    mutating func readCharacterCode() throws(PatternError) -> UInt32 {
        let start = cursor
        guard let letter = peek(1) else { throw fail("a `\\` stands at the end", at: start) }
        cursor += 2
        switch letter {
        case UInt8(ascii: "a"): return 0x07
        case UInt8(ascii: "f"): return 0x0C
        case UInt8(ascii: "n"): return 0x0A
        case UInt8(ascii: "r"): return 0x0D
        case UInt8(ascii: "t"): return 0x09
        case UInt8(ascii: "v"): return 0x0B
        case UInt8(ascii: "x"): return try readHexadecimal(start)
        case 0x30...0x39:
            if letter != 0x30, letter >= 0x38 || octalDigit() == nil {
                throw fail("backreferences (`\(written(start))`) are not part of RE2's syntax", at: start)
            }
            var code = UInt32(letter - 0x30)
            for _ in 0..<2 {
                guard let digit = octalDigit() else { break }
                code = code * 8 + digit
                cursor += 1
            }
            return code
        case 0x00..<0x80 where !Self.isWord(letter) || letter == UInt8(ascii: "_"): return UInt32(letter)
        default:
            while let next = peek(), next & 0xC0 == 0x80 { cursor += 1 }
            throw fail("`\(written(start))` is not part of RE2's syntax", at: start)
        }
    }

    private func octalDigit() -> UInt32? {
        peek().flatMap { $0 >= 0x30 && $0 <= 0x37 ? UInt32($0 - 0x30) : nil }
    }

    private mutating func readHexadecimal(_ start: Int) throws(PatternError) -> UInt32 {
        let isBraced = peek() == UInt8(ascii: "{")
        if isBraced { cursor += 1 }
        let first = cursor
        while cursor - first < (isBraced ? 8 : 2), let byte = peek(), Self.isHexadecimal(byte) { cursor += 1 }
        let digits = String(decoding: bytes[first..<cursor], as: UTF8.self)
        guard let code = UInt32(digits, radix: 16), Unicode.Scalar(code) != nil,
            isBraced ? peek() == UInt8(ascii: "}") : digits.utf8.count == 2
        else { throw fail("`\\x` wants two hexadecimal digits, or a code point in braces", at: start) }
        if isBraced { cursor += 1 }
        return code
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        byte >= 0x30 && byte <= 0x39 || byte | 0x20 >= 0x61 && byte | 0x20 <= 0x66
    }
}
