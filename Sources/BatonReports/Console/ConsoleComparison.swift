import BatonRecords
import BatonValues

/// Expected and actual value one below the other, with a mark where two long texts begin to differ.
struct ConsoleComparison {
    private static let limit = 2000

    let style: ConsoleStyle
    var indent = "  "

    func append(_ expected: String?, _ actual: String?, to text: inout String) {
        if let expected { append("expected", expected, to: &text) }
        if let actual { append("actual  ", actual, to: &text) }
        if let expected, let actual, let column = firstDifference(expected, actual) {
            text += "\(indent)          \(String(repeating: " ", count: column))\(style.bad("^"))\n"
        }
    }

    private func append(_ label: String, _ value: String, to text: inout String) {
        let lines = PrintableText.of(CutText.head(value, Self.limit))
            .split(separator: "\n", omittingEmptySubsequences: false)
        text += "\(indent)\(style.faint(label))  \(lines.first ?? "")\n"
        for line in lines.dropFirst() { text += "\(indent)          \(line)\n" }
    }

    /// The column of the first difference; nil unless both texts are one line, long, and similar enough to need the
    /// mark.
    private func firstDifference(_ expected: String, _ actual: String) -> Int? {
        let left = PrintableText.of(expected)
        let right = PrintableText.of(actual)
        guard min(left.count, right.count) >= 8, max(left.utf8.count, right.utf8.count) <= Self.limit,
            !left.contains("\n"), !right.contains("\n")
        else { return nil }
        let common = zip(left, right).prefix { $0 == $1 }
        let shared = String(common.map(\.0))
        return shared.count >= 3 && left != right ? TextWidth.of(shared) : nil
    }
}
