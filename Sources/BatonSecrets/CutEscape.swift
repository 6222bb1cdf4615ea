/// The escape that a cut went through: what is left of it says nothing, and stands behind what came before.
enum CutEscape {
    /// As many of these bytes may be the beginning of an escape, such as `'"'"'` of a shell.
    private static let quotes = Array("\"'\\".utf8)
    private static let mostQuotes = 5
    /// `&` and the longest name or number of a character.
    private static let longest = 24

    /// Where a secret may have been cut in a text that ends before `cut`: there, or before the remains of an escape, which
    /// are masked too; before quotes, which may as well stand around the text, and stay.
    static func ends(in text: UnsafeBufferPointer<UInt8>, before cut: Int) -> [(end: Int, hitEnd: Int)] {
        var ends = [(end: cut, hitEnd: cut)]
        var end = cut
        while end > max(0, cut - mostQuotes), quotes.contains(text[end - 1]) {
            end -= 1
            ends.append((end, end))
        }
        // A text that was quoted after it was cut has a quote behind the remains of an escape.
        for (_, end) in ends {
            guard let start = start(in: text, before: end) else { continue }
            ends.append((start, end))
            // The first half of a pair of UTF-16 stands for nothing alone.
            if let first = self.start(in: text, before: start) { ends.append((first, end)) }
        }
        return ends
    }

    /// Where an escape begins that is not complete at `end`.
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

    /// `%`, `%2`, `%u00`, and `%ud83d` whose second half is missing.
    private static func isCutPercent(_ rest: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        if rest.first == UInt8(ascii: "u") { return isCutNumber(rest.dropFirst()) }
        return rest.count < 2
    }

    /// The same for `\`, `\x2`, `\x{e`, `\u00`, `\u{e`, `\U0000` and `\30`.
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
