import BatonDiagnostics
import Testing

@testable import BatonJudging
@testable import BatonLoading
@testable import BatonSources
@testable import BatonWorkflow

/// `server` of an environment: what of it can be computed.
@Suite struct ServerSpecTests {
    private static func load(_ server: String) -> (spec: ServerSpec?, diagnostics: [Diagnostic]) {
        let sink = DiagnosticSink()
        let text = "environments: { local: { base_url: \"http://127.0.0.1\", server: \(server) } }"
        let project = ProjectLoader(into: sink).load(SourceFile(path: "baton.yaml", text: text), folder: "/p")
        return (project?.environments.first?.server, sink.diagnostics)
    }

    @Test func `the command of a server may be computed, and the rest is taken as written`() {
        let loaded = Self.load("{ command: \"./serve $(process.env.PORT)\", ready: /health, within: 5s }")
        #expect(loaded.diagnostics.map(\.message) == [])
        #expect(loaded.spec?.ready == "/health" && loaded.spec?.within == 5_000_000)
    }

    @Test(arguments: [
        ("'./serve \"--port 8080'", "the quote is never closed"), ("''", "the command is empty"),
        ("'./serve \\'", "nothing follows the backslash"),
    ])
    func `a command that has no words is told before a run`(_ command: String, _ reason: String) {
        let found = Self.load("{ command: \(command) }").diagnostics
        #expect(found.map(\.code) == ["workflow.wrong-value"])
        #expect(found.map(\.message) == ["`command` cannot be read: \(reason)"])
        let help = "it is a program and its arguments, such as `./serve --port 8080`; quotes keep words together"
        #expect(found.map(\.help?.text) == [help])
    }

    @Test func `secrets with values get the list of their names`() {
        let sink = DiagnosticSink()
        let text = "environments: { local: { secrets: { password: x, token: y } } }"
        _ = ProjectLoader(into: sink).load(SourceFile(path: "baton.yaml", text: text), folder: "/p")
        let help = "write `secrets: [TOKEN]`"
        #expect(sink.diagnostics.map(\.help?.text) == [help])
    }

    @Test(arguments: [
        ("cd app && ./serve", "&&"), ("./serve | tee log", "|"), ("./serve 2>&1", "2>&1"), ("./serve > log", ">"),
    ])
    func `a sign of shells in a command is told before a run`(_ command: String, _ sign: String) {
        let found = Self.load("{ command: '\(command)' }").diagnostics
        #expect(found.map(\.code) == ["workflow.wrong-value"])
        #expect(
            found.map(\.message) == ["`\(sign)` would be an argument of the program: no shell reads `command`"])
        #expect(
            found.map(\.help) == ["write `command: sh -c '…'`; an argument of this form stands in quotes"])
    }

    @Test(arguments: ["sh -c \"cd app && ./serve | tee log\"", "./serve \">\" x", "./serve --filter a>b"])
    func `signs of shells in quotes and words belong to the command`(_ command: String) {
        #expect(Self.load("{ command: '\(command)' }").diagnostics.map(\.message) == [])
    }

    @Test(arguments: [
        (
            "within: $(duration('1s'))", "`within` of a server stands as it is: nothing is computed in it",
            "write for example `within: 30s`; `command` may hold `$(…)`"
        ),
        (
            "within: $(process.env.LIMIT)s", "`within` of a server stands as it is: nothing is computed in it",
            "write for example `within: 30s`; `command` may hold `$(…)`"
        ),
        (
            "ready: /$(process.env.READY)", "`ready` of a server stands as it is: nothing is computed in it",
            "write for example `ready: /health`; `command` may hold `$(…)`"
        ),
    ])
    func `what is computed elsewhere is told, and never left out in silence`(
        _ key: String, _ message: String, _ help: String
    ) {
        let found = Self.load("{ command: ./serve, \(key) }").diagnostics
        #expect(found.map(\.code) == ["workflow.computed"])
        #expect(found.map(\.message.text) == [message] && found.map(\.help?.text) == [help])
    }
}
