import BatonDiagnostics
import BatonJudging
import BatonLanguage
import BatonValues
import BatonWorkflow
import BatonYAML

/// Reads `quarantine`, which must have an end and a reason, so that a failure is not forgotten.
struct QuarantineReader {
    let sink: DiagnosticSink

    func quarantine(_ node: YAMLNode) -> Quarantine? {
        var until: YAMLNode?
        var reason: YAMLNode?
        var owner: String?
        for entry in MapReader(sink: sink).entries(of: node, as: Language.Quarantine.map) {
            switch entry.key {
            case Language.Quarantine.until: until = entry.value
            case Language.Quarantine.reason: reason = entry.value
            case Language.Quarantine.owner: owner = entry.value.scalar?.text
            default: break
            }
        }
        let text = reason?.scalar?.text ?? ""
        if let reason, text.allSatisfy(\.isWhitespace) { sink.report(.quarantineWithoutReason(at: reason.range)) }
        guard let until, let day = day(until), reason != nil else { return nil }
        return Quarantine(until: until.scalar?.text ?? "", lastDay: day, reason: text, owner: owner)
    }

    private func day(_ node: YAMLNode) -> Int? {
        let text = node.scalar?.text ?? ""
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [4, 2, 2], text.utf8.allSatisfy({ $0.isDigit || $0 == UInt8(ascii: "-") }),
            let year = Int(parts[0]), let month = Int(parts[1]),
            let day = Int(parts[2])
        else {
            sink.report(.quarantineUntilNoDate(text, at: node.range))
            return nil
        }
        let date = CivilTime(year: year, month: month, day: day)
        guard date.isValid else {
            sink.report(.quarantineUntilNoDay(text, at: node.range))
            return nil
        }
        return date.daysSinceEpoch
    }
}

extension Diagnostic {
    private static let example: Message = "write the last day on which a failure does not count: `until: 2026-12-31`"

    static func quarantineWithoutReason(at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.missing-key", "`quarantine` has no `reason`", at: range,
            help: "say what is wrong, best with a link: `reason: the index lags, https://issues.example.com/17`")
    }

    static func quarantineUntilNoDate(_ text: String, at range: SourceRange) -> Diagnostic {
        Diagnostic("workflow.wrong-value", "`\(text)` is no date", at: range, help: example)
    }

    static func quarantineUntilNoDay(_ text: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.wrong-value", "`\(text)` is no day of the calendar", at: range, help: example)
    }
}
