import BatonDiagnostics

extension Diagnostic {
    static func authAndHeader(at range: SourceRange, auth: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.two-auths", "the step has `auth` and an `Authorization` header", at: range,
            notes: [Note("`auth` is here", at: auth)], help: "keep one of them")
    }
}
