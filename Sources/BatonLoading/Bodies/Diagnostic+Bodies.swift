import BatonDiagnostics
import BatonWorkflow

extension Diagnostic {
    static func twoBodies(_ first: String, _ second: String, at range: SourceRange, first firstRange: SourceRange)
        -> Diagnostic
    {
        Diagnostic(
            "workflow.two-bodies", "a request has one body: this one has `\(first)` and `\(second)`", at: range,
            notes: [Note("the first is here", at: firstRange)])
    }

    static func typeOfMultipart(_ type: String, at range: SourceRange, body: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.type-of-multipart", "a multipart body cannot be sent as `\(type)`", at: range,
            notes: [Note("the body is here", at: body)],
            help: "leave the Content-Type out, which makes it `multipart/form-data`, or write another `multipart/…`")
    }

    static func bodyIsSaved(
        _ what: String, at range: SourceRange,
        help: Message = "check `status`, `headers`, `size` or `sha256`, or leave `save` out"
    ) -> Diagnostic {
        Diagnostic(
            "workflow.body-is-saved", "\(what) needs the body, which `save` streams into a file", at: range, help: help)
    }
}
