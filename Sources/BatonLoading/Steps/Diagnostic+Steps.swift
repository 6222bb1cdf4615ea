import BatonDiagnostics
import BatonWorkflow

extension Diagnostic {
    static func noSteps(at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.no-steps", "a workflow without steps proves nothing", at: range,
            help: "add `steps:` with at least one step, for example `- get: /health`")
    }

    static func stepDoesNothing(at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.step-does-nothing", "this step does nothing", at: range,
            help:
                "give it one of `get`, `post`, `put`, `patch`, `delete`, `set`, `that`, `wait`, `log`, `exec`, `workflow`, `steps`"
        )
    }

    static func twoActions(_ first: String, _ second: String, at range: SourceRange, first firstRange: SourceRange)
        -> Diagnostic
    {
        let help: Message =
            if first == "HTTP" || second == "HTTP" {
                "the status is expected: `expect: { status: 200 }`"
            } else if [first, second].contains("that") && first != second {
                "conditions about the response stand in `expect: { that: … }`; others are a step of their own"
            } else {
                "make it two steps"
            }
        return Diagnostic(
            "workflow.two-actions", "a step does one thing: it has `\(first)` and `\(second)`", at: range,
            notes: [Note("the first is here", at: firstRange)],
            help: help)
    }
}
