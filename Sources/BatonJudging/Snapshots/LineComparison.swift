import BatonLanguage
import BatonValues

/// The differences between two texts, line by line.
///
/// Lines are compared by position. Lines that were only inserted, or only removed, are reported as such.
struct LineComparison {
    /// A longer line is shown from shortly before its first difference on.
    private static let longLine = 120
    private static let shownBefore = 40

    private let wording: Wording
    private var differences: [StepFailure.Difference] = []
    private var more = 0
    private var hint: Hint?

    /// The message about a text that differs.
    static func words(expected: [UInt8], actual: [UInt8], _ wording: Wording) -> ComparisonFailure.Words {
        var comparison = LineComparison(wording: wording)
        comparison.compare(lines(of: expected), lines(of: actual))
        func shown(_ bytes: [UInt8]) -> String { wording.text(String(decoding: bytes, as: UTF8.self)) }
        var words = ComparisonFailure.Words(
            expected: shown(expected), actual: shown(actual), differences: comparison.differences,
            moreDifferences: comparison.more, hint: comparison.hint)
        if let first = comparison.differences.first {
            let more = comparison.more + comparison.differences.count - 1
            words.message = "\(first.sentence)\(more > 0 ? " (and \(more) more)" : "")"
        }
        return words
    }

    private init(wording: Wording) { self.wording = wording }

    private static func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    }

    private mutating func compare(_ expected: [ArraySlice<UInt8>], _ actual: [ArraySlice<UInt8>]) {
        let shorter = min(expected.count, actual.count)
        var start = 0
        while start < shorter, expected[start] == actual[start] { start += 1 }
        var tail = 0
        while expected.count != actual.count, tail < shorter - start,
            expected[expected.count - 1 - tail] == actual[actual.count - 1 - tail]
        {
            tail += 1
        }
        // Where lines differ on both sides, they are compared by position, as a reader would look for them.
        if start + tail < shorter { tail = 0 }
        for index in start..<max(start, max(expected.count, actual.count) - tail) {
            let wanted = index < expected.count - (expected.count < actual.count ? tail : 0) ? expected[index] : nil
            let found = index < actual.count - (actual.count < expected.count ? tail : 0) ? actual[index] : nil
            if wanted != found { note(wanted, found, line: index + 1) }
        }
    }

    private mutating func note(_ expected: ArraySlice<UInt8>?, _ actual: ArraySlice<UInt8>?, line: Int) {
        guard differences.count < StepFailure.Difference.limit else {
            more += 1
            return
        }
        // Masked before it is cut, because half of a secret at a cut would not be recognised.
        var (wanted, found) = (masked(expected), masked(actual))
        var shown = Wording()
        if let left = wanted, let right = found {
            let contrast = TextContrast(left, right)
            shown.spellsOut = contrast.looksAlike
            if differences.isEmpty { hint = contrast.hint }
            (wanted, found) = Self.cut(left, right)
        }
        differences.append(
            StepFailure.Difference(
                path: "line \(line)", expected: wanted.map(shown.text) ?? "nothing",
                actual: found.map(shown.text) ?? "nothing"))
    }

    private func masked(_ line: ArraySlice<UInt8>?) -> String? {
        line.map { wording.mask(String(decoding: $0, as: UTF8.self)) }
    }

    private static func cut(_ left: String, _ right: String) -> (String, String) {
        guard max(left.utf8.count, right.utf8.count) > longLine else { return (left, right) }
        var same = 0
        for (one, other) in zip(left.unicodeScalars, right.unicodeScalars) {
            if one != other { break }
            same += 1
        }
        guard same > shownBefore else { return (left, right) }
        func end(_ text: String) -> String {
            "…" + String(String.UnicodeScalarView(text.unicodeScalars.dropFirst(same - shownBefore)))
        }
        return (end(left), end(right))
    }
}
