import BatonJSON
import BatonLanguage

/// Differences between two texts that a reader would not see.
struct TextContrast {
    /// Whether they look the same, so that their code points must be spelled out.
    let looksAlike: Bool
    let hint: Hint?

    init(_ expected: String, _ actual: String) {
        looksAlike = expected == actual
        hint = (looksAlike ? Self.alike(expected, actual) : Self.hint(expected, actual)).map(Hint.explaining)
    }

    /// Swift's own `==` goes by canonical equivalence: what it calls equal differs in its code points only.
    private static func alike(_ expected: String, _ actual: String) -> String {
        "the letters are the same, their code points are not (Unicode normalisation): "
            + (firstDifference(expected, actual) ?? "")
    }

    private static func hint(_ expected: String, _ actual: String) -> String? {
        if let side = blanks(expected, actual) { return side }
        if withoutReturns(expected) == withoutReturns(actual) {
            return "only the line ends differ: one side has CR LF, the other LF"
        }
        if expected.utf8.count <= 10_000, actual.utf8.count <= 10_000, expected.lowercased() == actual.lowercased() {
            return "only upper and lower case differ"
        }
        return isSubtle(expected, actual) ? firstDifference(expected, actual) : nil
    }

    /// The hint about white space at the start or end of only one of the texts.
    private static func blanks(_ expected: String, _ actual: String) -> String? {
        let wanted = trimmed(expected)
        guard wanted == trimmed(actual) else { return nil }
        if wanted.isEmpty { return "both are blank, and not the same blanks" }
        return "only white space at the beginning or the end differs"
    }

    private static func trimmed(_ text: String) -> Substring {
        var text = text[...]
        while let first = text.first, first.isWhitespace { text.removeFirst() }
        while let last = text.last, last.isWhitespace { text.removeLast() }
        return text
    }

    private static func withoutReturns(_ text: String) -> String {
        String(decoding: text.utf8.filter { $0 != 0x0D }, as: UTF8.self)
    }

    /// Whether the first difference is hard to see on a screen.
    private static func isSubtle(_ expected: String, _ actual: String) -> Bool {
        let pair = firstScalars(expected, actual)
        guard let left = pair.expected, let right = pair.actual else {
            return [pair.expected, pair.actual].contains { $0?.isInvisible == true }
        }
        return left.isInvisible || right.isInvisible || left.isASCII != right.isASCII
    }

    private static func firstDifference(_ expected: String, _ actual: String) -> String? {
        let pair = firstScalars(expected, actual)
        let left = pair.expected.map(ValueText.codePoint) ?? "the end"
        let right = pair.actual.map(ValueText.codePoint) ?? "the end"
        return "the first difference is code point \(pair.position): expected \(left), got \(right)"
    }

    private static func firstScalars(
        _ expected: String, _ actual: String
    ) -> (position: Int, expected: Unicode.Scalar?, actual: Unicode.Scalar?) {
        var left = expected.unicodeScalars.makeIterator()
        var right = actual.unicodeScalars.makeIterator()
        var position = 1
        while true {
            let pair = (left.next(), right.next())
            if pair.0 != pair.1 || pair.0 == nil { return (position, pair.0, pair.1) }
            position += 1
        }
    }
}
