import BatonDiagnostics
import BatonHTTP
import BatonJudging
import BatonValues
import BatonWorkflow

extension Diagnostic {
    /// Reports a check or a capture of events beside a request that reads none.
    static func eventsWithoutStream(_ name: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.needs-key", "`\(name)` needs the events of a stream, and this step reads none", at: range,
            help: "write `stream: true` beside the request, or `stream: { until: …, within: 10s }`")
    }

    /// Reports a key that contradicts `stream`.
    static func besideStream(
        _ key: String, _ why: String, at range: SourceRange, stream: SourceRange, help: Message?
    ) -> Diagnostic {
        Diagnostic(
            "workflow.exclusive-keys", "`\(key)` and `stream` cannot stand together: \(why)", at: range,
            notes: [Note("the stream is here", at: stream)], help: help)
    }

    static func unknownStreamFormat(_ text: String, at range: SourceRange) -> Diagnostic {
        let others = [
            "ndjson": "json_lines", "jsonl": "json_lines", "jsonlines": "json_lines", "json-seq": "json_lines",
        ]
        let known = StreamFormat.allCases.map(\.rawValue)
        let near = others[text.lowercased()] ?? Spelling.nearest(to: text, in: known)
        return Diagnostic(
            "workflow.wrong-value", "`format` is `sse` or `json_lines`", at: range,
            help: near.map { "did you mean `\($0)`?" })
    }

    static func responseInStream(_ root: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "expression.unknown-name", "`until` of `stream` cannot read `\(root)`: the response is still arriving",
            at: range, help: "it reads `event`, the one that has just arrived, and `events`, all until now")
    }

    static func untilWithoutEvent(_ text: String, at range: SourceRange) -> Diagnostic {
        .checksNothing(
            "`\(text)`", at: range, help: "it does not look at `event` or `events`: write `event.data.done == true`")
    }

    static func variableHidden(_ name: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.name-taken", "in `until` of `stream`, `\(name)` is not the variable of that name", at: range,
            help: "give the variable another name")
    }
}
