import BatonDiagnostics
import BatonHTTP
import BatonJudging
import BatonLanguage
import BatonValues
import BatonWorkflow

extension Diagnostic {
    static func needsRequest(_ key: String, action: String?, at range: SourceRange) -> Diagnostic {
        let what = action.map { "\($0 == "exec" ? "an" : "a") `\($0)` step" } ?? "a step without a request"
        return Diagnostic("workflow.key-does-not-fit", "`\(key)` belongs to a request, not to \(what)", at: range)
    }

    static func lineBreakInHeader(_ name: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "request.invalid-header", "the value of the header `\(name)` holds a line break", at: range,
            help: "a header is one line; a `|` or `>` block ends with a line break unless it is written `|-` or `>-`")
    }

    static func headerIsNeeded(_ name: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "request.invalid-header",
            "the header `\(name)` cannot be left out: it tells servers what the request is for",
            at: range)
    }

    static func connectIsForProxies(at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.wrong-value", "a proxy is asked for a tunnel by CONNECT, and no request has it as its method",
            at: range, help: "set `proxy` on the request that is to go through it")
    }

    static func invalidURL(_ message: Message, at range: SourceRange, help: Message?) -> Diagnostic {
        Diagnostic("request.invalid-url", message, at: range, help: help)
    }

    static func relativeURLWithoutBase(_ text: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "request.no-base-url", "`\(text)` needs a base URL, and there is none", at: range,
            help: "write the whole URL, pass `--base-url`, or give the environment in baton.yaml a `base_url`")
    }

    static func headerTwice(_ name: String, at range: SourceRange, first: SourceRange) -> Diagnostic {
        Diagnostic(
            "request.invalid-header", "the header `\(name)` is written twice: case makes no difference", at: range,
            notes: [Note("the first is here", at: first)],
            help: "to send it several times, write a list: `\(name): [a, b]`")
    }

    /// - Parameter action: nil for a request.
    static func needsProgram(_ key: String, action: String?, at range: SourceRange) -> Diagnostic {
        let what = action.map { "a `\($0)` step" } ?? "a request"
        return Diagnostic(
            "workflow.key-does-not-fit", "`\(key)` belongs to `exec`, not to \(what)", at: range)
    }

    /// Reports an unknown reason in `retry: { on: [timeout] }`.
    static func unknownReason(_ word: String, known: [String], at range: SourceRange) -> Diagnostic {
        let kind = known.first { $0.hasSuffix(".\(word)") } ?? Spelling.nearest(to: word, in: known)
        return Diagnostic(
            "workflow.wrong-value", "`\(word)` is nothing that `retry` could wait out", at: range,
            help: kind.map { "did you mean `\($0)`?" }
                ?? "write statuses such as 503 or `5xx`, and kinds: `network`, `http`, `stream`, `response`, `mapping`, `check`"
        )
    }
}

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
