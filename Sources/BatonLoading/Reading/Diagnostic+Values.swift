import BatonDiagnostics

extension Diagnostic {
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

    static func invalidPath(_ message: Message, at range: SourceRange) -> Diagnostic {
        Diagnostic("workflow.invalid-path", message, at: range)
    }
}
