/// What makes a second look at a plain scalar necessary.
struct PlainSigns {
    var hasBrace = false
    var hasOpening = false
}

/// How plain scalars are told apart from what is around them: asked of the text, which is all that it depends on.
extension TextBytes {
    /// Most words begin with a letter, or have a length, that only text has.
    func plainType(of whole: Range<Int>) -> ScalarType {
        let count = whole.upperBound - whole.lowerBound
        switch self[whole.lowerBound] {
        case UInt8(ascii: "n") where count == 4, UInt8(ascii: "t") where count == 4, UInt8(ascii: "f") where count == 5,
            UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            return ScalarType.ofPlain(self[whole])
        default: return .string
        }
    }

    /// Whether a plain scalar may begin here: not with an indicator, as far as it is one.
    func beginsPlain(at start: Int, isInFlow: Bool) -> Bool {
        switch self[start] {
        case 0, UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"),
            UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "#"), UInt8(ascii: "&"), UInt8(ascii: "*"),
            UInt8(ascii: "!"), UInt8(ascii: "|"), UInt8(ascii: ">"), UInt8(ascii: "%"), UInt8(ascii: "@"),
            UInt8(ascii: "`"), UInt8(ascii: "\""), UInt8(ascii: "'"):
            false
        case UInt8(ascii: "-"), UInt8(ascii: "?"), UInt8(ascii: ":"):
            !isBlank(start + 1) && !(isInFlow && isFlowIndicator(start + 1))
        default: true
        }
    }

    func isFlowIndicator(_ offset: Int) -> Bool {
        switch self[offset] {
        case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"): true
        default: false
        }
    }

    /// Where the text of a line ends, what follows the spaces behind it, and what was seen in it. It ends at the line
    /// break, at a comment, and at the colon of a key.
    func plainEnd(from first: Int, isInFlow: Bool) -> (upper: Int, next: Int, signs: PlainSigns) {
        var signs = PlainSigns()
        var next = first
        var upper = first
        while true {
            let start = next
            next = endOfLetters(from: next)
            while !PlainStops.contain(self[next]) { next += 1 }
            if next > start { upper = next }
            switch self[next] {
            case UInt8(ascii: " "), UInt8(ascii: "\t"):
                next += 1
                continue
            case 0, UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                return (upper, next, signs)
            case UInt8(ascii: "#"):
                if next > upper { return (upper, next, signs) }
            case UInt8(ascii: ":"):
                if isBlank(next + 1) || isInFlow && isFlowIndicator(next + 1) { return (upper, next, signs) }
            case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "}"):
                if isInFlow { return (upper, next, signs) }
            case UInt8(ascii: "{"):
                if isInFlow { return (upper, next, signs) }
                signs.hasBrace = true
            // A parenthesis or a quote.
            default: signs.hasOpening = true
            }
            next += 1
            upper = next
        }
    }
}

/// The bytes at which the reading of a plain scalar stops to look; all others go on.
private enum PlainStops {
    /// NUL, tab, LF, CR, space and `"#(,:`: one bit each.
    private static var low: UInt64 { 0x0400_110D_0000_2601 }
    /// `[]{}`, from 64 on.
    private static var high: UInt64 { 0x2800_0000_2800_0000 }

    @inline(__always)
    static func contain(_ byte: UInt8) -> Bool {
        byte < 0x80 && (byte < 0x40 ? low : high) &>> UInt64(byte) & 1 != 0
    }
}
