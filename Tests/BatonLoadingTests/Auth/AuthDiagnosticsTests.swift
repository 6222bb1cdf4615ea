import Testing

@testable import BatonJudging
@testable import BatonLoading
@testable import BatonWorkflow

/// Mistakes in `auth`, each in a file with one step.
@Suite struct AuthDiagnosticsTests {
    static let oauth2 = [
        ExpectedDiagnostic(
            "⟦{ client_id: c }⟧", "workflow.missing-key", "`oauth2` wants one of `token_url` and `issuer`"),
        ExpectedDiagnostic(
            "{ token_url: /t, ⟦issuer⟧: /i, client_id: c }", "workflow.exclusive-keys",
            "`oauth2` takes one of `token_url` and `issuer`, not both"),
        ExpectedDiagnostic(
            "⟦{ token_url: /t }⟧", "workflow.missing-key", "`grant: client_credentials` needs `client_id`"),
        ExpectedDiagnostic(
            "{ token_url: /t, ⟦client_secret⟧: s }", "workflow.needs-key",
            "`client_secret` needs `client_id`, which is not there",
            help: "write `client_id: shop` beside it, or leave `client_secret` out"),
        ExpectedDiagnostic(
            "⟦{ token_url: /t, grant: password, username: ada }⟧", "workflow.missing-key",
            "`grant: password` needs `password`"),
        ExpectedDiagnostic(
            "⟦{ token_url: /t, grant: refresh_token }⟧", "workflow.missing-key",
            "`grant: refresh_token` needs `refresh_token`"),
        ExpectedDiagnostic(
            "{ token_url: /t, client_id: c, ⟦username⟧: ada }", "workflow.wrong-value",
            "`username` is for `grant: password`", help: "write `grant: password`, or leave `username` out"),
        ExpectedDiagnostic(
            "{ token_url: /t, client_id: c, ⟦refresh_token⟧: r }", "workflow.wrong-value",
            "`refresh_token` is for `grant: refresh_token`",
            help: "write `grant: refresh_token`, or leave `refresh_token` out"),
        ExpectedDiagnostic(
            "{ token_url: /t, client_id: c, grant: ⟦authorization_code⟧ }", "workflow.wrong-value",
            "`grant` is `client_credentials`, `password` or `refresh_token`, not `authorization_code`"),
        ExpectedDiagnostic(
            "{ token_url: /t, client_id: c, grant: ⟦client_credential⟧ }", "workflow.wrong-value",
            "`grant` is `client_credentials`, `password` or `refresh_token`, not `client_credential`",
            help: "did you mean `client_credentials`?"),
        ExpectedDiagnostic(
            "{ token_url: /t, client_id: c, client_secret: s, client_auth: ⟦headr⟧ }", "workflow.wrong-value",
            "`client_auth` is `header`, `body` or `jwt`, not `headr`", help: "did you mean `header`?"),
        ExpectedDiagnostic(
            "{ token_url: /t, client_id: c, ⟦client_auth⟧: jwt }", "workflow.needs-key",
            "`client_auth` needs `client_secret`, which is not there"),
        ExpectedDiagnostic(
            "{ token_url: ⟦http://id.example.com/t⟧, client_id: c }", "workflow.plain-http",
            "`http://id.example.com/t` is plain HTTP: credentials and tokens can be read on the way to another machine",
            help: "write `https://…`, or `allow_http: true` if that is meant"),
        ExpectedDiagnostic(
            "{ issuer: ⟦id.example.com⟧, client_id: c }", "workflow.wrong-value",
            "the URL `id.example.com` does not start with http:// or https://"),
        ExpectedDiagnostic(
            "{ token_url: /t, client_id: c, scope: ⟦{ a: b }⟧ }", "workflow.wrong-type",
            "`scope` wants a text or a list of texts, this is a map"),
        ExpectedDiagnostic(
            "{ token_url: /t, client_id: c, ⟦scopes⟧: a }", "workflow.unknown-key", "unknown key `scopes` in `oauth2`",
            help: "did you mean `scope`?"),
        ExpectedDiagnostic(
            "{ ⟦grant_type⟧: password, token_url: /t }", "workflow.unknown-key", "unknown key `grant_type` in `oauth2`",
            help:
                "`oauth2` may hold `token_url` `issuer` `grant` `client_id` `client_secret` `client_auth` `username` `password` `refresh_token` `scope` `audience` `parameters` `allow_http`"
        ),
        ExpectedDiagnostic("⟦yes⟧", "workflow.wrong-type", "`oauth2` wants a map, this is a text"),
    ]

    @Test(arguments: oauth2)
    func `a mistake in oauth2 names its place`(_ expected: ExpectedDiagnostic) {
        expected.check(in: "steps:\n  - get: /x\n    auth: { oauth2: \(expected.text) }")
    }

    @Test(arguments: [
        "{ token_url: /t, client_id: c }", "{ token_url: /t, grant: password, username: a, password: b }",
        "{ issuer: https://id.example.com, client_id: c, client_secret: s, client_auth: jwt, scope: [a, b] }",
        "{ token_url: 'http://[::1]:8/t', client_id: c }",
        "{ token_url: http://id.example.com/, client_id: c, allow_http: true }",
        "{ token_url: $(env.base_url)/t, client_id: c, parameters: { resource: [a, b] } }",
    ])
    func `what is complete loads`(_ oauth2: String) {
        let result = Loading.load("steps:\n  - get: /x\n    auth: { oauth2: \(oauth2) }\n")
        #expect(result.diagnostics.isEmpty, "\(result.diagnostics.map(\.message))")
    }
}
