import BatonDiagnostics
import Testing

@testable import BatonLoading
@testable import BatonWorkflow

/// `session` of an environment in baton.yaml.
@Suite struct SessionSpecTests {
    private static func load(_ session: String) -> (spec: SessionSpec?, diagnostics: [Diagnostic], range: Range<Int>) {
        let (text, range) = Loading.marked("environments: { local: { session: \(session) } }")
        let sink = DiagnosticSink()
        let project = ProjectLoader(into: sink).load(SourceFile(path: "baton.yaml", text: text), folder: "/p")
        return (project?.environments[0].session, sink.diagnostics, range)
    }

    @Test(arguments: [
        ("⟦{ headers: [access-token, uid] }⟧", SessionSpec.Scope.workflow),
        ("⟦{ headers: [access-token, uid], scope: workflow }⟧", .workflow),
        ("⟦{ headers: [access-token, uid], scope: run }⟧", .run),
    ])
    func `kept headers are shared by the workflow unless the run is written`(
        _ text: String, _ scope: SessionSpec.Scope
    ) throws {
        let spec = try #require(Self.load(text).spec)
        #expect(spec.headers == ["access-token", "uid"])
        #expect(spec.scope == scope)
    }

    @Test(arguments: [
        ExpectedDiagnostic(
            "{ headers: [uid], scope: ⟦runs⟧ }", "workflow.wrong-value",
            "`scope` is `workflow` or `run`, not `runs`", help: "did you mean `run`?"),
        ExpectedDiagnostic(
            "{ headers: [uid], scope: ⟦global⟧ }", "workflow.wrong-value",
            "`scope` is `workflow` or `run`, not `global`"),
        ExpectedDiagnostic(
            "{ scope: ⟦run⟧ }", "workflow.missing-key",
            "`session` has a `scope` and no `headers`: nothing is kept",
            help: "name the headers that responses hand out: `session: { headers: [access-token], scope: run }`"),
        ExpectedDiagnostic(
            "{ headers: [uid, ⟦access token⟧] }", "request.invalid-header",
            "`access token` cannot be the name of a header"),
    ])
    func `what cannot be meant is refused`(_ item: ExpectedDiagnostic) {
        let (spec, diagnostics, range) = Self.load(item.text)
        #expect(spec == nil)
        #expect(diagnostics.map(\.message.text) == [item.message])
        #expect(diagnostics.first?.code == item.code)
        #expect(diagnostics.first?.range.map { $0.lower..<$0.upper } == range)
        if let help = item.help { #expect(diagnostics.first?.help?.text == help) }
    }
}
