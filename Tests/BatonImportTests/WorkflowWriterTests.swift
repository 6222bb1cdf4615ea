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

    /// The loader takes what is written of any script, without that anything must be left out of it then.
    @Test(arguments: 0..<120) func `of a script is one without mistakes`(seed: Int) {
        let script = GeneratedTestScript.make(seed)
        var names = VariableNames(reserved: VariableNames.reservedWords)
        var place = ScriptPlace(request: "Read", phase: .after, requestName: "Read")
        place.dynamicExpressions = DynamicVariable.expressions
        let statements = ScriptTranslator.statements(of: script, place: place, names: &names).statements
        var request = ImportedRequest(name: "Read", url: ImportText("http://127.0.0.1:8917/items"))
        request.after = statements
        var collection = ImportedCollection(name: "Shop")
        collection.variables = ["token", "n", "list"].map {
            ImportedVariable(name: names.name(of: $0), value: .text(ImportText("a")))
        }
        collection.items = [.request(request)]
        let written = WorkflowWriter.write(ImportedProject(collection: collection))
        let problems = Loaded(written).refusals.map(\.reason)
        #expect(problems == [], "\(seed)\n\(script)\n\(written.workflowText)")
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
