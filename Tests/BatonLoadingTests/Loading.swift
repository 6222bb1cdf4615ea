import BatonDiagnostics

@testable import BatonJudging
@testable import BatonLoading
@testable import BatonWorkflow

/// Loads texts as workflow files.
enum Loading {
    struct Result {
        var workflow: Workflow?
        var diagnostics: [Diagnostic]
    }

    /// - Parameter files: what `use` may name, by the paths as they are written.
    static func load(_ text: String, hasBaseURL: Bool = true, files: [String: String] = [:]) -> Result {
        let sink = DiagnosticSink()
        let texts = Dictionary(uniqueKeysWithValues: files.map { ("/p/\($0.key)", $0.value) })
        let context = LoadingContext(
            projectVariables: [], environment: nil, hasBaseURL: hasBaseURL, files: MemoryFiles(texts: texts))
        let workflow = FileLoader(context).load(SourceFile(path: "w.yaml", text: text), into: sink)
        return Result(workflow: workflow, diagnostics: sink.diagnostics)
    }

    /// A text in which `⟦` and `⟧` mark where a diagnostic must point.
    static func marked(_ text: String) -> (text: String, range: Range<Int>) {
        let parts = text.split(separator: "⟦", maxSplits: 1, omittingEmptySubsequences: false)
        let inner = parts[1].split(separator: "⟧", maxSplits: 1, omittingEmptySubsequences: false)
        let lower = parts[0].utf8.count
        return ("\(parts[0])\(inner[0])\(inner[1])", lower..<lower + inner[0].utf8.count)
    }
}
