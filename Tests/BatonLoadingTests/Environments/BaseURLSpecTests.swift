import BatonDiagnostics
import Testing

@testable import BatonJudging
@testable import BatonLoading
@testable import BatonWorkflow

/// `base_url`, `trusted` and `server.command` of an environment: one mistake has one error.
@Suite struct BaseURLSpecTests {
    private static func diagnostics(_ environment: String) -> [Diagnostic] {
        let sink = DiagnosticSink()
        let text = "environments: { local: { \(environment) } }"
        _ = ProjectLoader(into: sink).load(SourceFile(path: "baton.yaml", text: text), folder: "/p")
        return sink.diagnostics
    }

    @Test(arguments: [
        "base_url: $(secrets.A_B)", "base_url: $(secrets.A_B), secrets: [A_B]", "base_url: \"http://$(secrets.A_B)/\"",
        "base_url: \"http://a.example\", trusted: [$(secrets.A_B)]",
        "base_url: \"http://a.example\", server: { command: \"./serve $(secrets.A_B)\" }",
    ])
    func `a secret in a URL is one error, and the help says what may be read`(_ environment: String) {
        let found = Self.diagnostics(environment)
        #expect(found.map(\.message) == ["nothing here is named `secrets`"])
        #expect(found.map(\.help) == ["here only the process environment can be read: `$(process.env.NAME)`"])
    }

    @Test func `a misspelt root still has its suggestion`() {
        let found = Self.diagnostics("base_url: $(proces.env.URL)")
        #expect(found.map(\.help) == ["did you mean `process`?"])
    }

    @Test(
        arguments: [
            ("127.0.0.1:8080", "write `http://127.0.0.1:8080`"),
            ("localhost:8080/v1", "write `http://localhost:8080/v1`"),
            ("http://a.example/v1?x=1", "write `http://a.example/v1`"),
            ("http://a.example/v1#x", "write `http://a.example/v1`"),
            ("http://ada:pw-1815@a.example/?x=1", "write `http://ada:***@a.example/`"),
            ("ftp://a.example", BaseURLText.help), ("http://a b", BaseURLText.help), ("", BaseURLText.help),
        ] as [(String, Message)])
    func `a base URL that cannot be one is shown as it was meant`(_ written: String, _ help: Message) {
        let found = Self.diagnostics("base_url: \"\(written)\"")
        #expect(found.map(\.help) == [help], "\(found.map(\.message))")
    }
}
