/// One escape of a double-quoted scalar: its decoded contents, and its length in the file in bytes.
///
/// Surrogate pairs are joined, as in JSON; an unknown escape is decoded as its own text.
struct DoubleQuotedEscape {
    let contents: [UInt8]
    let length: Int
    /// Whether the escape decodes to a character.
    let isCharacter: Bool

    init(_ bytes: [UInt8], at start: Int, before end: Int) {
        let letter = bytes[start + 1]
        if let digits = Self.digits(after: letter),
            let value = Self.hexadecimal(bytes, start + 2, digits, before: end)
        {
            if Self.isHighSurrogate(value), let low = Self.lowSurrogate(bytes, at: start + 6, before: end) {
                let scalar = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
                self.init(scalar, length: 12)
            } else {
                self.init(value, length: 2 + digits)
            }
        } else if let value = Self.simple(letter) {
            self.init(value, length: 2)
        } else {
            self.init(contents: [bytes[start]], length: 1)
        }
    }

    private init(contents: [UInt8], length: Int, isCharacter: Bool = false) {
        self.contents = contents
        self.isCharacter = isCharacter
        self.length = length
    }

    private init(_ value: UInt32, length: Int) {
        let scalar = Unicode.Scalar(value)
        self.init(
            contents: Array(String(Character(scalar ?? "\u{FFFD}")).utf8), length: length, isCharacter: scalar != nil)
    }

    static func isHighSurrogate(_ value: UInt32) -> Bool { value >= 0xD800 && value < 0xDC00 }

    /// The value of a `\uDC00`…`\uDFFF` at an offset; nil for anything else.
    static func lowSurrogate(_ bytes: [UInt8], at start: Int, before end: Int) -> UInt32? {
        guard start + 1 < end, bytes[start] == UInt8(ascii: "\\"), bytes[start + 1] == UInt8(ascii: "u"),
            let value = hexadecimal(bytes, start + 2, 4, before: end), value >= 0xDC00, value < 0xE000
        else { return nil }
        return value
    }

    static func digits(after letter: UInt8) -> Int? {
        switch letter {
        case UInt8(ascii: "x"): 2
        case UInt8(ascii: "u"): 4
        case UInt8(ascii: "U"): 8
        default: nil
        }
    }

    static func hexadecimal(_ bytes: [UInt8], _ start: Int, _ count: Int, before end: Int) -> UInt32? {
        guard start + count <= min(end, bytes.count) else { return nil }
        var value: UInt32 = 0
        for byte in bytes[start..<start + count] {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
            value = value << 4 | UInt32(digit)
        }
        return value
    }

    private static func simple(_ letter: UInt8) -> UInt32? {
        switch letter {
        case UInt8(ascii: "0"): 0
        case UInt8(ascii: "a"): 7
        case UInt8(ascii: "b"): 8
        case UInt8(ascii: "t"), 9: 9
        case UInt8(ascii: "n"): 10
        case UInt8(ascii: "v"): 11
        case UInt8(ascii: "f"): 12
        case UInt8(ascii: "r"): 13
        case UInt8(ascii: "e"): 27
        case UInt8(ascii: " "), UInt8(ascii: "\""), UInt8(ascii: "/"), UInt8(ascii: "\\"):
            UInt32(letter)
        case UInt8(ascii: "N"): 0x85
        case UInt8(ascii: "_"): 0xA0
        case UInt8(ascii: "L"): 0x2028
        case UInt8(ascii: "P"): 0x2029
        default: nil
        }
    }
}
