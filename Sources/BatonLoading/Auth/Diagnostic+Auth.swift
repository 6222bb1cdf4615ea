import BatonDiagnostics
import BatonJudging
import BatonWorkflow

extension Diagnostic {
    static func authAndHeader(at range: SourceRange, auth: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.two-auths", "the step has `auth` and an `Authorization` header", at: range,
            notes: [Note("`auth` is here", at: auth)], help: "keep one of them")
    }
}

extension Diagnostic {
    static func plainTokenURL(_ url: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.plain-http",
            "`\(url)` is plain HTTP: credentials and tokens can be read on the way to another machine", at: range,
            help: "write `https://…`, or `allow_http: true` if that is meant")
    }
}
