import BatonDiagnostics
import BatonFiles
import FuzzTargets

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

/// The workflows of the repository and the examples of its documents, to try things on.
enum SampleFiles {
    static let all: [(name: String, bytes: [UInt8])] = seeds.texts(for: .workflow).enumerated().map { number, bytes in
        let words = String(decoding: bytes.prefix(60), as: UTF8.self).split(separator: "\n").first ?? ""
        return ("#\(number) \(words)", bytes)
    }

    private static let seeds = FuzzSeeds(
        repository: RealPath.folder(of: RealPath.folder(of: RealPath.folder(of: #filePath))), conformance: "")
}
