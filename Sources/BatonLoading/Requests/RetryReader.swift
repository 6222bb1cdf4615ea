import BatonAPI
import BatonDiagnostics
import BatonHTTP
import BatonJudging
import BatonLanguage
import BatonValues
import BatonWorkflow
import BatonYAML

/// The keys that are read here.
private typealias Keys = Language.Retry

/// Reads `retry`: a number, or a map.
struct RetryReader {
    let templates: TemplateReader
    var isOfProgram = false

    private var sink: DiagnosticSink { templates.sink }

    func retry(_ node: YAMLNode) -> RetryTemplate? {
        if node.isMapping { return policy(MapReader(sink: sink).entries(of: node, as: Keys.map)) }
        guard case .number? = node.scalar?.value, let count = Int(node.scalar?.text ?? ""), count >= 0 else {
            sink.report(
                .wrongType(
                    Language.RequestFlow.retry,
                    wanted: "a whole number or `{ attempts, every, backoff, max, jitter, within, on }`", node))
            return nil
        }
        return policy(MapReader.Entries(), attempts: count)
    }

    private func policy(_ entries: MapReader.Entries, attempts written: Int? = nil) -> RetryTemplate {
        var attempts = written
        var every = DurationTemplate.literal(RetryTemplate.standardPause)
        var backoff = RetryPolicy.Backoff.exponential
        var longest = DurationTemplate.literal(RetryTemplate.standardLongest)
        var hasJitter = true
        var within: DurationTemplate?
        var reasons = isOfProgram ? RetryTemplate.reasonsOfPrograms : RetryPolicy.standardReasons
        for entry in entries {
            switch entry.key {
            case Keys.attempts: attempts = Int(entry.value.scalar?.text ?? "")
            case Keys.every: every = templates.duration(entry.value)
            case Keys.backoff: backoff = entry.word() ?? backoff
            case Keys.max: longest = templates.duration(entry.value)
            case Keys.jitter: hasJitter = entry.value.bool ?? true
            case Keys.within: within = templates.duration(entry.value)
            case Keys.on: reasons = self.reasons(entry.value)
            default: break
            }
        }
        return RetryTemplate(
            attempts: attempts, every: every, backoff: backoff, longest: longest, hasJitter: hasJitter, within: within,
            reasons: reasons)
    }

    private func reasons(_ node: YAMLNode) -> Set<RetryPolicy.Reason> {
        var reasons: Set<RetryPolicy.Reason> = []
        let items = node.itemsOrItself
        if items.isEmpty {
            sink.report(
                Diagnostic(
                    "workflow.checks-nothing", "`on: []` names no failure: nothing would be tried again",
                    at: node.range,
                    help: "leave `on` out for `\(isOfProgram ? "[exec, check]" : "[network, 429, 502, 503, 504]")`"))
        }
        for item in items { read(item, into: &reasons) }
        return reasons
    }

    private func read(_ node: YAMLNode, into reasons: inout Set<RetryPolicy.Reason>) {
        let text = node.scalar?.text ?? ""
        if isOfProgram {
            readOfProgram(text, node, &reasons)
        } else if let status = Int(text), (100...999).contains(status) {
            reasons.insert(.status(status))
        } else if text.utf8.count == 3, text.hasSuffix("xx"), let digit = text.first?.wholeNumberValue,
            (1...5).contains(digit)
        {
            reasons.insert(.statuses(digit * 100...digit * 100 + 99))
        } else if Self.words.contains(text) {
            reasons.insert(RetryTemplate.named(text))
        } else {
            sink.report(.unknownReason(text, known: Self.words, at: node.range))
        }
    }

    private func readOfProgram(_ text: String, _ node: YAMLNode, _ reasons: inout Set<RetryPolicy.Reason>) {
        if Self.wordsOfPrograms.contains(text) {
            reasons.insert(RetryTemplate.named(text))
        } else {
            sink.report(
                Diagnostic(
                    "workflow.wrong-value", "`\(text)` is nothing that a program could end in", at: node.range,
                    help:
                        "write `exec` (another exit code than 0, a signal, no end in time), `check`, `response` or `mapping`"
                ))
        }
    }

    private static let wordsOfPrograms: Set =
        ["exec", "exec.failed", "check", "check.failed", "response", "response.not_json", "mapping"]

    /// The kinds of failures that another attempt may avoid, without those that tell of a mistake in the file.
    private static let words: [String] =
        RetryTemplate.families
        + Failure.Kind.all.filter { RetryTemplate.families.contains(String($0.family)) }.map(\.rawValue)
}
