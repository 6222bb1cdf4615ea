/// Numbers, strings, the texts of templates, and regular expressions.
extension JavaScriptLexer {
    // MARK: Numbers

    mutating func number() throws(JavaScriptError) -> Double {
        let start = position
        let value: Double?
        switch (byte(), byte(1) | 0x20) {
        case (UInt8(ascii: "0"), UInt8(ascii: "x")): value = try digits(radix: 16, from: 2)
        case (UInt8(ascii: "0"), UInt8(ascii: "o")): value = try digits(radix: 8, from: 2)
        case (UInt8(ascii: "0"), UInt8(ascii: "b")): value = try digits(radix: 2, from: 2)
        case (UInt8(ascii: "0"), _) where isOctalOfOldScripts: value = try digits(radix: 8, from: 1)
        default: value = decimal()
        }
        if byte() == UInt8(ascii: "n") { throw error("numbers of the type BigInt are not read", at: start) }
        let continues = scalarHere().map { Self.isNamePart($0, isFirst: false) } ?? false
        guard let value, !continues, byte() != UInt8(ascii: "\\"), bytes[position - 1] != UInt8(ascii: "_") else {
            throw error("this is no number", at: start)
        }
        return value
    }

    /// `017`, but not `019`.
    private var isOctalOfOldScripts: Bool {
        var distance = 1
        while Self.isDigit(byte(distance)) {
            if byte(distance) > UInt8(ascii: "7") { return false }
            distance += 1
        }
        return distance > 1
    }

    private mutating func digits(radix: Int, from prefix: Int) throws(JavaScriptError) -> Double? {
        position += prefix
        var value = 0.0
        var count = 0
        while true {
            if byte() == UInt8(ascii: "_"), count > 0 {
                position += 1
            } else if let digit = hexDigit(byte()), digit < radix {
                value = value * Double(radix) + Double(digit)
                count += 1
                position += 1
            } else {
                return count > 0 ? value : nil
            }
        }
    }

    private mutating func decimal() -> Double? {
        let start = position
        skipDigits()
        if byte() == UInt8(ascii: ".") {
            position += 1
            skipDigits()
        }
        if byte() | 0x20 == UInt8(ascii: "e") {
            position += byte(1) == UInt8(ascii: "+") || byte(1) == UInt8(ascii: "-") ? 2 : 1
            let exponent = position
            skipDigits()
            if position == exponent { return nil }
        }
        let written = bytes[start..<position].filter { $0 != UInt8(ascii: "_") }
        return Double(String(decoding: written, as: UTF8.self))
    }

    private mutating func skipDigits() {
        while Self.isDigit(byte()) || byte() == UInt8(ascii: "_") && Self.isDigit(byte(1)) { position += 1 }
    }

    private func hexDigit(_ byte: UInt8) -> Int? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): Int(byte - UInt8(ascii: "a")) + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): Int(byte - UInt8(ascii: "A")) + 10
        default: nil
        }
    }

    // MARK: Strings and templates

    /// The value of a string; half of a surrogate pair becomes U+FFFD.
    mutating func string(until quote: UInt8) throws(JavaScriptError) -> String {
        let start = position
        position += 1
        var text = LiteralText()
        while !isAtEnd, byte() != 0x0A, byte() != 0x0D {
            if byte() == quote {
                position += 1
                return text.text
            }
            if byte() == UInt8(ascii: "\\") {
                try escape(into: &text, isTemplate: false)
            } else {
                text.append(bytes[position])
                position += 1
            }
        }
        throw error("this string has no end on its line", at: start)
    }

    /// The text of a template up to `${` or to the closing backtick, behind which the position then stands.
    mutating func templateText(from start: Int) throws(JavaScriptError) -> (text: String, isLast: Bool) {
        var text = LiteralText()
        while !isAtEnd {
            switch byte() {
            case UInt8(ascii: "`"):
                position += 1
                return (text.text, true)
            case UInt8(ascii: "$") where byte(1) == UInt8(ascii: "{"):
                position += 2
                return (text.text, false)
            case UInt8(ascii: "\\"):
                try escape(into: &text, isTemplate: true)
            case 0x0D:
                position += byte(1) == 0x0A ? 2 : 1
                text.append(0x0A)
            default:
                text.append(bytes[position])
                position += 1
            }
        }
        throw error("this template has no closing backtick", at: start)
    }

    /// The text of a literal in the making: bytes, and the first half of a surrogate pair that waits for the second.
    private struct LiteralText {
        private var bytes: [UInt8] = []
        private var firstHalf: UInt32?

        var text: String {
            var copy = self
            copy.finishPair()
            return String(decoding: copy.bytes, as: UTF8.self)
        }

        mutating func append(_ byte: UInt8) {
            finishPair()
            bytes.append(byte)
        }

        mutating func append(codeUnit value: UInt32) {
            if let first = firstHalf, 0xDC00..<0xE000 ~= value {
                firstHalf = nil
                append(codeUnit: 0x10000 + (first - 0xD800) << 10 + (value - 0xDC00))
                return
            }
            finishPair()
            if 0xD800..<0xDC00 ~= value {
                firstHalf = value
            } else {
                bytes.append(contentsOf: String(Unicode.Scalar(value) ?? "\u{FFFD}").utf8)
            }
        }

        private mutating func finishPair() {
            guard firstHalf != nil else { return }
            firstHalf = nil
            bytes.append(contentsOf: "\u{FFFD}".utf8)
        }
    }

    private mutating func escape(into text: inout LiteralText, isTemplate: Bool) throws(JavaScriptError) {
        let start = position
        position += 1
        let letter = byte()
        switch letter {
        case UInt8(ascii: "u"):
            text.append(codeUnit: try unicodeEscape(at: start))
        case UInt8(ascii: "x"):
            guard let high = hexDigit(byte(1)), let low = hexDigit(byte(2)) else {
                throw error("`\\x` needs two hexadecimal digits", at: start)
            }
            position += 3
            text.append(codeUnit: UInt32(high * 16 + low))
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
            try digitEscape(into: &text, isTemplate: isTemplate, at: start)
        case 0x0D:
            position += byte(1) == 0x0A ? 2 : 1
        case _ where isAtLineEnd:
            position += letter == 0x0A ? 1 : 3
        default:
            // The other bytes of a scalar beyond ASCII follow as they are.
            if isAtEnd { return }
            position += 1
            text.append(Self.letterEscapes[letter] ?? letter)
        }
    }

    private static let letterEscapes: [UInt8: UInt8] = [
        UInt8(ascii: "n"): 0x0A, UInt8(ascii: "t"): 0x09, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "b"): 0x08,
        UInt8(ascii: "v"): 0x0B, UInt8(ascii: "f"): 0x0C,
    ]

    /// `\0`, and in strings also `\12` and `\8`, which old scripts have.
    private mutating func digitEscape(
        into text: inout LiteralText, isTemplate: Bool, at start: Int
    ) throws(JavaScriptError) {
        if isTemplate, byte() != UInt8(ascii: "0") || Self.isDigit(byte(1)) {
            throw error("a template has no octal escapes", at: start)
        }
        if byte() > UInt8(ascii: "7") {
            text.append(byte())
            position += 1
            return
        }
        var value: UInt32 = 0
        var count = 0
        while count < 3, let digit = hexDigit(byte()), digit < 8, value * 8 + UInt32(digit) < 256 {
            value = value * 8 + UInt32(digit)
            count += 1
            position += 1
        }
        text.append(codeUnit: value)
    }

    /// `u0041` or `u{1F600}`, at whose `u` the position stands.
    mutating func unicodeEscape(at start: Int) throws(JavaScriptError) -> UInt32 {
        position += 1
        let isBraced = byte() == UInt8(ascii: "{")
        if isBraced { position += 1 }
        var value: UInt32 = 0
        var count = 0
        while isBraced || count < 4, let digit = hexDigit(byte()), value <= 0x10FFFF {
            value = value << 4 + UInt32(digit)
            count += 1
            position += 1
        }
        let isWhole = isBraced ? count > 0 && value <= 0x10FFFF && byte() == UInt8(ascii: "}") : count == 4
        guard isWhole else { throw error("`\\u` needs four hexadecimal digits, or a code point in braces", at: start) }
        if isBraced { position += 1 }
        return value
    }

    // MARK: Regular expressions

    /// The regular expression whose `/` stands at the start. What stands in it is not looked at.
    mutating func regularExpression(from start: Int) throws(JavaScriptError) -> (pattern: String, flags: String) {
        position = start + 1
        var isClass = false
        while !isAtEnd, !isAtLineEnd {
            switch byte() {
            case UInt8(ascii: "/") where !isClass:
                let pattern = source.text(start + 1..<position)
                position += 1
                let flags = position
                while let scalar = scalarHere(), Self.isNamePart(scalar, isFirst: false) {
                    position += UTF8.width(scalar)
                }
                return (pattern, source.text(flags..<position))
            case UInt8(ascii: "["): isClass = true
            case UInt8(ascii: "]"): isClass = false
            case UInt8(ascii: "\\"):
                position += 1
                if isAtEnd || isAtLineEnd { continue }
            default: break
            }
            position += 1
        }
        throw error("this regular expression has no end on its line", at: start)
    }
}
