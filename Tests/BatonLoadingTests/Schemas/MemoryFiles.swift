import BatonDiagnostics
import BatonLanguage

@testable import BatonJudging
@testable import BatonLoading

/// Files that are texts in a test, in a folder `/p` with the workflow `w.yaml`.
struct MemoryFiles: ProjectFiles {
    let texts: [String: String]

    func path(of workflow: SourceFile) -> String { "/p/\(workflow.path)" }

    func locate(_ path: String, for workflow: SourceFile) throws(ProjectFileError) -> String {
        let full = path.hasPrefix("/") ? path : "/p/\(path)"
        guard texts[full] != nil else { throw ProjectFileError("`\(path)` does not exist") }
        return full
    }

    func read(_ path: String, for workflow: SourceFile) throws(ProjectFileError) -> SourceFile {
        guard let text = texts[path] else { throw ProjectFileError("`\(path)` does not exist") }
        return SourceFile(path: String(path.dropFirst(3)), text: text)
    }
}

/// Workflows with schemas.
enum SchemaLoading {
    static func load(
        _ check: String, files: [String: String] = [:], mappings: [String: String] = [:]
    ) -> Loading.Result {
        let library = SchemaLibrary(
            MemoryFiles(texts: files),
            mappings: mappings.map { SchemaLibrary.Mapping(uri: $0.key, path: $0.value) })
        let text =
            "steps:\n  - get: /x\n    expect:\n      \(check.split(separator: "\n").joined(separator: "\n      "))\n"
        let sink = DiagnosticSink()
        let context = LoadingContext(projectVariables: [], environment: nil, hasBaseURL: true, schemas: library)
        let workflow = FileLoader(context).load(SourceFile(path: "w.yaml", text: text), into: sink)
        return Loading.Result(workflow: workflow, diagnostics: sink.diagnostics)
    }

    /// What a body fails with.
    static func failures(
        _ check: String, body: String, files: [String: String] = [:], mask: @escaping (String) -> String = { $0 }
    ) throws -> [StepFailure] {
        let loaded = load(check, files: files)
        guard case .request(let template)? = loaded.workflow?.steps.first?.action else {
            throw Checking.NotLoaded(messages: loaded.diagnostics.map(\.message.text))
        }
        let response = StepResponse(try Checking.response(body))
        let evaluator = CheckEvaluator(response, scope: Checking.Scope(response))
        return try template.checks.flatMap { try evaluator.evaluate($0, mask: mask).failures }
    }
}
