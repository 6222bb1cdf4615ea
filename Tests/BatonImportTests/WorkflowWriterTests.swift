import BatonDiagnostics
import BatonLoading
import BatonWorkflow
import Testing

@testable import BatonImport

@Suite struct `A workflow written from an import` {
    @Test(arguments: 0..<250) func `is one without mistakes and warnings, whatever the source says`(seed: Int) throws {
        var generated = GeneratedProject(seed)
        let project = generated.project()
        var settings = WorkflowWriter.Settings()
        settings.hasProject = seed % 3 != 0
        let written = WorkflowWriter.write(project, settings)
        let found = Loaded(written)
        #expect(found.problems == [], "\(seed)\n\(written.projectText ?? "")\n\(written.workflowText)")
        #expect(WorkflowWriter.write(project, settings).workflowText == written.workflowText)
    }

    @Test(arguments: 0..<60) func `shows no value of a secret`(seed: Int) {
        var generated = GeneratedProject(seed)
        var project = generated.project()
        let secret = project.secrets[0].value
        project.collection.description = "The token is \(secret)."
        project.collection.notes.append(
            ImportNote(
                .lost, request: "", place: "auth", statement: "x(\"\(secret)\")", reason: "no \(secret)", advice: ""))
        let written = WorkflowWriter.write(project)
        let report = written.report.text + "\(written.report.json(file: "c.json"))"
        #expect(!(written.workflowText + (written.projectText ?? "") + report).contains(secret))
    }
}

/// A written workflow as the loader sees it.
struct Loaded {
    var problems: [String] = []
    var refusals: [Refusal] = []
    var workflow: Workflow?

    init(_ written: WorkflowWriter.Written) {
        let sink = DiagnosticSink()
        var environment: EnvironmentSpec?
        if let text = written.projectText {
            environment =
                ProjectLoader(into: sink).load(SourceFile(path: "baton.yaml", text: text), folder: "/p")?
                .environments.first
        }
        let context = LoadingContext(
            projectVariables: [], environment: environment, hasBaseURL: environment?.baseURL != nil,
            mayGetSecrets: environment == nil)
        workflow = FileLoader(context).load(SourceFile(path: "w.yaml", text: written.workflowText), into: sink)
        refusals = sink.diagnostics.compactMap { diagnostic in
            guard diagnostic.severity == .error, let range = diagnostic.range else { return nil }
            return Refusal(offset: range.lower, reason: diagnostic.message.text, advice: "")
        }
        problems = sink.diagnostics.map { diagnostic in
            "\(diagnostic.range?.file.path ?? ""):\(diagnostic.range?.start.line ?? 0): \(diagnostic.message.text)"
        }
    }
}
