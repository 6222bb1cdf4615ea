import BatonDiagnostics

extension Diagnostic {
    /// `every` without `until`.
    static func keyWithout(_ owner: String, _ key: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.needs-key", "`\(key)` belongs to `\(owner)`, which this step does not have", at: range,
            help: owner == "until" ? "write `until: CONDITION` beside it, or put it into `retry: { \(key): … }`" : nil)
    }

    /// `retry: { on: [timeout] }`.
    static func unknownReason(_ word: String, known: [String], at range: SourceRange) -> Diagnostic {
        let kind = known.first { $0.hasSuffix(".\(word)") } ?? Spelling.nearest(to: word, in: known)
        return Diagnostic(
            "workflow.wrong-value", "`\(word)` is nothing that `retry` could wait out", at: range,
            help: kind.map { "did you mean `\($0)`?" }
                ?? "write statuses such as 503 or `5xx`, and kinds: `network`, `http`, `response`, `mapping`, `check`")
    }

    /// `skip: false`.
    static func skipWithoutReason(_ word: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.wrong-value", "`skip` wants the reason, this is `\(word)`", at: range,
            help: word == "true"
                ? "write `skip: the server cannot do it yet`"
                : "leave it out: a step with `skip` never runs; `if` decides by a condition")
    }

    static func tooManyRetries(most: Int, at range: SourceRange) -> Diagnostic {
        Diagnostic("workflow.wrong-value", "`retries` is at most \(most)", at: range)
    }
}
