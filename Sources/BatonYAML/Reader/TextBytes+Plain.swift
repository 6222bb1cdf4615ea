/// Characters in a plain scalar that make a closer check necessary.
struct PlainSigns {
    var hasBrace = false
    var hasOpening = false
    /// Whether a `#` follows a character beyond ASCII, which may be a space that YAML does not know.
    var hasTightHash = false
}

/// Rules for where scalars begin and end, which depend on the text alone.
extension TextBytes {
    /// The type of a plain scalar. The first letter and the length already show that most words are text.
    func plainType(of whole: Range<Int>) -> ScalarType {
        let count = whole.upperBound - whole.lowerBound
        switch self[whole.lowerBound] {
        case UInt8(ascii: "n") where count == 4, UInt8(ascii: "t") where count == 4, UInt8(ascii: "f") where count == 5,
            UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            return ScalarType.ofPlain(self[whole])
        default: return .string
        }
    }

    /// Whether a plain scalar may begin here, that is, no indicator stands here.
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

    /// Whether a colon that ends a key in flow style is here.
    ///
    /// - Parameter isTight: whether the value may follow the colon directly, as in JSON.
    func isFlowColon(_ offset: Int, isTight: Bool = false) -> Bool {
        self[offset] == UInt8(ascii: ":") && (isTight || isBlank(offset + 1) || isFlowIndicator(offset + 1))
    }

    /// Whether more text follows on the line behind the end of a quoted text, flow collection or alias.
    func isTextBehind(_ end: Int, isInFlow: Bool) -> Bool {
        var next = end
        while self[next] == UInt8(ascii: " ") || self[next] == UInt8(ascii: "\t") { next += 1 }
        switch self[next] {
        case UInt8(ascii: "\n"), UInt8(ascii: "\r"), 0: return false
        case UInt8(ascii: "#"): return next == end
        case UInt8(ascii: ":"): return !isInFlow && !isBlank(next + 1)
        case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "{"),
            UInt8(ascii: "\""), UInt8(ascii: "'"):
            return !isInFlow
        default: return true
        }
    }

    /// Whether `---` or `...` is here, followed by a space or a line break.
    func isMarker(_ offset: Int) -> Bool {
        let byte = self[offset]
        guard byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") else { return false }
        return self[offset + 1] == byte && self[offset + 2] == byte && isBlank(offset + 3)
    }

    /// The end of a line of plain text, the offset of what follows the spaces behind it, and the signs found in it. The
    /// text ends at a line break, at a comment, and at the colon of a key.
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
                if self[next - 1] >= 0x80 { signs.hasTightHash = true }
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

/// The bytes at which the scan of a plain scalar stops for a closer check.
private enum PlainStops {
    /// One bit each for NUL, tab, LF, CR, space and `"#(,:`.
    private static var low: UInt64 { 0x0400_110D_0000_2601 }
    /// One bit each for `[]{}`, counted from byte 64.
    private static var high: UInt64 { 0x2800_0000_2800_0000 }

    @inline(__always)
    static func contain(_ byte: UInt8) -> Bool {
        byte < 0x80 && (byte < 0x40 ? low : high) &>> UInt64(byte) & 1 != 0
    }
}
