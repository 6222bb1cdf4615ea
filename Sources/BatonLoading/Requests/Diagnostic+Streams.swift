import BatonDiagnostics
import BatonHTTP
import BatonJudging
import BatonValues
import BatonWorkflow

extension Diagnostic {
    /// Reports a key that contradicts `stream`.
    static func besideStream(
        _ key: String, _ why: String, at range: SourceRange, stream: SourceRange, help: Message?
    ) -> Diagnostic {
        Diagnostic(
            "workflow.exclusive-keys", "`\(key)` and `stream` cannot stand together: \(why)", at: range,
            notes: [Note("the stream is here", at: stream)], help: help)
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
