import BatonDiagnostics
import Testing

@testable import BatonLoading

/// Loads a workflow in a project with several environments.
struct InEnvironments {
    static let project = """
        environments:
          local: { base_url: "http://local.test", secrets: [LOCAL_KEY] }
          staging: { base_url: "http://staging.test/v1", vars: { size: 3, big: $(size * 2) }, secrets: [STAGING_KEY] }
          bare: {}
        """

    /// - Parameters:
    ///   - environment: the chosen one; nil for none.
    ///   - project: what baton.yaml holds; nil for a file without a project.
    ///   - isCheck: whether any secret may be given later.
    static func load(
        _ text: String, in environment: String? = "local", project: String? = Self.project,
        files: [String: String] = [:], isCheck: Bool = false
    ) -> Loading.Result {
        let sink = DiagnosticSink()
        let loaded = project.flatMap {
            ProjectLoader(into: sink).load(SourceFile(path: "baton.yaml", text: $0), folder: "/p")
        }
        let texts = Dictionary(uniqueKeysWithValues: files.map { ("/p/\($0.key)", $0.value) })
        let chosen = loaded?.environments.first { $0.name == environment }
        let context = LoadingContext(
            projectVariables: loaded?.variables ?? [], environment: chosen, environments: loaded?.environments ?? [],
            hasBaseURL: chosen?.baseURL != nil, mayGetSecrets: isCheck, files: MemoryFiles(texts: texts))
        let workflow = FileLoader(context).load(SourceFile(path: "w.yaml", text: text), into: sink)
        return Loading.Result(workflow: workflow, diagnostics: sink.diagnostics)
    }

    /// Loads the file of a case and compares what is told with it.
    static func check(_ item: ExpectedDiagnostic, in environment: String? = "local", files: [String: String] = [:]) {
        let (text, range) = Loading.marked(item.text)
        item.compare(load(text, in: environment, files: files), at: range)
    }
}
