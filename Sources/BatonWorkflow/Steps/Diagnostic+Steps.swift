import BatonDiagnostics

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
        Diagnostic(
            "workflow.two-actions", "a step does one thing: it has `\(first)` and `\(second)`", at: range,
            notes: [Note("the first is here", at: firstRange)], help: "make it two steps")
    }

    static func twoRequests(_ first: String, _ second: String, at range: SourceRange, first firstRange: SourceRange)
        -> Diagnostic
    {
        Diagnostic(
            "workflow.two-actions", "an endpoint sends one request: it has `\(first)` and `\(second)`", at: range,
            notes: [Note("the first is here", at: firstRange)], help: "make it two endpoints")
    }

    static func twoBodies(_ first: String, _ second: String, at range: SourceRange, first firstRange: SourceRange)
        -> Diagnostic
    {
        Diagnostic(
            "workflow.two-bodies", "a request has one body: this one has `\(first)` and `\(second)`", at: range,
            notes: [Note("the first is here", at: firstRange)])
    }

    static func needsRequest(_ key: String, action: String?, at range: SourceRange) -> Diagnostic {
        let what = action.map { "\($0 == "exec" ? "an" : "a") `\($0)` step" } ?? "a step without a request"
        return Diagnostic("workflow.needs-request", "`\(key)` belongs to a request, not to \(what)", at: range)
    }

    /// - Parameter action: nil for a request.
    static func needsProgram(_ key: String, action: String?, at range: SourceRange) -> Diagnostic {
        let what = action.map { "a `\($0)` step" } ?? "a request"
        return Diagnostic(
            "workflow.key-does-not-fit", "`\(key)` belongs to `exec`, not to \(what)", at: range)
    }

    static func invalidDuration(_ text: String, at range: SourceRange) -> Diagnostic {
        let isBare = !text.isEmpty && text.utf8.allSatisfy { (48...57).contains($0) || $0 == 46 }
        return Diagnostic(
            "workflow.invalid-duration",
            isBare ? "`\(text)` has no unit" : "`\(text)` is no duration", at: range,
            help: isBare ? "write `\(text)s` or `\(text)ms`" : "write a number with a unit: `500ms`, `30s`, `1m30s`")
    }

    static func invalidSize(_ text: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.invalid-size", "`\(text)` is no size", at: range,
            help: "write a number of bytes, or one with `kB`, `MB` or `GB`")
    }

    static func invalidPath(_ message: String, at range: SourceRange) -> Diagnostic {
        Diagnostic("workflow.invalid-path", message, at: range)
    }

    static func invalidHeaderName(_ name: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "request.invalid-header", "`\(name)` cannot be the name of a header", at: range,
            help: "a header's name has letters, digits and `-`, no blanks and no colon (RFC 9110)")
    }

    static func lineBreakInHeader(_ name: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "request.invalid-header", "the value of the header `\(name)` holds a line break", at: range,
            help: "a header is one line; a `|` or `>` block ends with a line break unless it is written `|-` or `>-`")
    }

    static func invalidURL(_ message: String, at range: SourceRange, help: String?) -> Diagnostic {
        Diagnostic("request.invalid-url", message, at: range, help: help)
    }

    static func relativeURLWithoutBase(_ text: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "request.no-base-url", "`\(text)` needs a base URL, and there is none", at: range,
            help: "write the whole URL, pass `--base-url`, or give the environment in baton.yaml a `base_url`")
    }

    static func invalidStatus(_ text: String, at range: SourceRange) -> Diagnostic {
        let first = text.prefix(1)
        let isClass = text.utf8.count == 3 && text.lowercased().hasSuffix("x") && "12345".contains(first)
        return Diagnostic(
            "workflow.invalid-status", "`\(text)` is no status", at: range,
            help: isClass
                ? "a class is written `\(first)xx`"
                : "write a number from 100 to 999, a class such as `2xx`, or a list of these")
    }

    static func unknownType(_ name: String, at range: SourceRange) -> Diagnostic {
        let nearest = Spelling.nearest(to: name, in: Language.typeNames)
        return Diagnostic(
            "workflow.unknown-type", "`\(name)` is no type", at: range,
            help: nearest.map { "did you mean `\($0)`?" }
                ?? "the types are " + Language.typeNames.map { "`\($0)`" }.joined(separator: ", "))
    }

    static func headerTwice(_ name: String, at range: SourceRange, first: SourceRange) -> Diagnostic {
        Diagnostic(
            "request.duplicate-header", "the header `\(name)` is written twice: case makes no difference", at: range,
            notes: [Note("the first is here", at: first)],
            help: "to send it several times, write a list: `\(name): [a, b]`")
    }

    static func authAndHeader(at range: SourceRange, auth: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.two-auths", "the step has `auth` and an `Authorization` header", at: range,
            notes: [Note("`auth` is here", at: auth)], help: "keep one of them")
    }

    static func typeOfMultipart(_ type: String, at range: SourceRange, body: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.type-of-multipart", "a multipart body cannot be sent as `\(type)`", at: range,
            notes: [Note("the body is here", at: body)],
            help: "leave the Content-Type out, which makes it `multipart/form-data`, or write another `multipart/…`")
    }

    static func bodyIsSaved(
        _ what: String, at range: SourceRange,
        help: String = "check `status`, `headers`, `size` or `sha256`, or leave `save` out"
    ) -> Diagnostic {
        Diagnostic(
            "workflow.body-is-saved", "\(what) needs the body, which `save` streams into a file", at: range, help: help)
    }
}
