import BatonRecords
import BatonValues

/// The details of a failure after its message, in reading order; the same in every report.
enum FailurePart {
    case value(Label, String)
    case difference(FailureRecord.Difference)
    /// Number of differences that are not listed.
    case more(Int)
    /// The value of a part of a condition: `total  = 3`.
    case explanation(String)

    enum Label: String {
        case expected, actual
        case server = "the server says"
        case cause, hint
    }

    /// Maximum bytes of a value.
    static let valueLimit = 8000
    private static let mostDifferences = 100

    static func all(of failure: FailureRecord) -> [FailurePart] {
        var parts: [FailurePart] = []
        func add(_ label: Label, _ text: String?) {
            if let text { parts.append(.value(label, CutText.head(text, valueLimit))) }
        }
        add(.expected, failure.expected?.text)
        add(.actual, failure.actual?.text)
        for difference in failure.differences.prefix(mostDifferences) {
            parts.append(
                .difference(
                    FailureRecord.Difference(
                        path: difference.path, expected: difference.expected.reshaped { CutText.head($0, valueLimit) },
                        actual: difference.actual.reshaped { CutText.head($0, valueLimit) },
                        rule: difference.rule?.reshaped { CutText.head($0, FailureText.messageLimit) })))
        }
        let more = failure.moreDifferences + max(0, failure.differences.count - mostDifferences)
        if more > 0 { parts.append(.more(more)) }
        for line in ExplanationText.lines(failure.explanation) {
            parts.append(.explanation(CutText.head(line, valueLimit)))
        }
        add(.server, failure.serverMessage?.text)
        add(.cause, failure.cause?.text)
        add(.hint, failure.hint?.text)
        return parts
    }

    /// Without a trailing line break.
    var line: String {
        switch self {
        case .value(.actual, let text): "actual:   \(text)"
        case .value(let label, let text): "\(label.rawValue): \(text)"
        case .difference(let difference):
            "  \(difference.path): expected \(difference.expected), got \(difference.actual)"
                + (difference.rule.map { " (\($0))" } ?? "")
        case .more(let count): "  and \(count) more"
        case .explanation(let line): "  \(line)"
        }
    }
}
