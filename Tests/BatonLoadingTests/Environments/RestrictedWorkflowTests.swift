import BatonDiagnostics
import Testing

@testable import BatonLoading
@testable import BatonWorkflow

/// `environments` of a file: where it runs, and what it is loaded against elsewhere.
@Suite struct RestrictedWorkflowTests {
    private static let needsStaging = "give this workflow `environments` too, so that both run in the same ones"
    private static let files = [
        "staged.yaml": "environments: [staging]\nsteps: [ get: /x ]",
        "both.yaml": "environments: [local, staging]\nsteps: [ get: /x ]",
    ]

    @Test(arguments: [
        ExpectedDiagnostic(
            "environments: [⟦stagign⟧]\nsteps: [ get: /x ]", "project.unknown-environment",
            "there is no environment `stagign`", help: "did you mean `staging`?"),
        ExpectedDiagnostic(
            "environments: [local, ⟦moon⟧]\nsteps: [ get: /x ]", "project.unknown-environment",
            "there is no environment `moon`", help: "there is `local`, `staging`, `bare`"),
        ExpectedDiagnostic(
            "environments: ⟦[]⟧\nsteps: [ get: /x ]", "workflow.checks-nothing", "`environments` checks nothing",
            help: "name one, or leave it out: then it runs in all of them"),
        ExpectedDiagnostic(
            "environments: ⟦staging⟧\nsteps: [ get: /x ]", "workflow.wrong-type",
            "`environments` wants a list of texts, this is a text"),
        ExpectedDiagnostic(
            "⟦environment⟧: [staging]\nsteps: [ get: /x ]", "workflow.unknown-key",
            "unknown key `environment` in a workflow file", help: "did you mean `environments`?"),
        ExpectedDiagnostic(
            "needs: [⟦staged.yaml⟧]\nsteps: [ get: /x ]", "workflow.cannot-be-used",
            "`staged.yaml` cannot be needed here: it runs only in `staging`, and this is `local`", help: needsStaging),
        ExpectedDiagnostic(
            "steps: [ workflow: ⟦staged.yaml⟧ ]", "workflow.cannot-be-used",
            "`staged.yaml` cannot be called here: it runs only in `staging`, and this is `local`", help: needsStaging),
    ])
    func `what cannot be meant is refused`(_ item: ExpectedDiagnostic) {
        InEnvironments.check(item, files: Self.files)
    }

    @Test func `a file without a project has no environments`() {
        let result = InEnvironments.load("environments: [staging]\nsteps: [ get: /x ]", in: nil, project: nil)
        #expect(result.diagnostics.map(\.message) == ["there is no environment `staging`"])
        #expect(result.diagnostics.map(\.help) == ["baton.yaml has no `environments`"])
    }

    @Test(arguments: [
        ("[staging]", "local" as String?, "it runs only in `staging`, and this is `local`" as String?),
        ("[staging, bare]", "local", "it runs only in `staging` and `bare`, and this is `local`"),
        ("[staging]", nil, "it runs only in `staging`, and no environment is chosen"),
        ("[local, staging]", "local", nil), ("[staging]", "staging", nil),
    ])
    func `a workflow of other environments says why it does not run here`(
        _ names: String, _ environment: String?, _ absence: String?
    ) throws {
        let workflow = try #require(
            InEnvironments.load("environments: \(names)\nsteps: [ get: /x ]", in: environment).workflow)
        #expect(workflow.absence == absence)
    }

    @Test func `a workflow of other environments is read as it would be there`() {
        let text = "environments: [staging]\nsteps: [ { get: /x, query: { n: $(size) } } ]"
        #expect(InEnvironments.load(text).diagnostics.map(\.message) == [])
        let secret = "environments: [staging]\nsteps: [ { get: /x, query: { n: $(secrets.GIVEN_ELSEWHERE) } } ]"
        #expect(InEnvironments.load(secret).diagnostics.map(\.message) == [])
        let wrong = InEnvironments.load("environments: [staging]\nsteps: [ { get: /x, query: { n: $(sise) } } ]")
        #expect(wrong.diagnostics.map(\.message) == ["nothing here is named `sise`"])
    }

    @Test(arguments: [
        "needs: [both.yaml]\nsteps: [ get: /x ]", "steps: [ workflow: both.yaml ]",
        "environments: [staging]\nneeds: [staged.yaml]\nsteps: [ get: /x ]",
        "environments: [staging]\nsteps: [ workflow: staged.yaml ]",
    ])
    func `workflows that run in the same environments may need and call each other`(_ text: String) {
        #expect(InEnvironments.load(text, files: Self.files).diagnostics.map(\.message) == [])
    }

    @Test func `a check without an environment leaves open where things run`() {
        let result = InEnvironments.load(
            "needs: [staged.yaml]\nsteps: [ workflow: staged.yaml ]", in: nil, files: Self.files, isCheck: true)
        #expect(result.diagnostics.filter { $0.code == "workflow.cannot-be-used" }.isEmpty)
    }
}
