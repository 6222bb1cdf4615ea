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
