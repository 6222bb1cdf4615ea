import BatonDiagnostics
import BatonValues
import BatonWorkflow
import Synchronization

/// The workflow files that others call, each loaded once.
final class CalledWorkflows: Sendable {
    struct File: Sendable {
        /// The called workflow; nil where the file has errors or is no workflow.
        let workflow: Workflow?
        let kind: FileKind
        /// The findings about the file and the files that it calls in turn.
        let diagnostics: [Diagnostic]
        let shown: String
    }

    private let loaded = Mutex<[TextKey: File]>([:])
    private let files: (any ProjectFiles)?

    /// - Parameter files: reads files; nil where files cannot be read.
    init(_ files: (any ProjectFiles)?) {
        self.files = files
    }

    /// The absolute path of a file, with symbolic links resolved.
    func locate(_ path: String, for caller: SourceFile) throws(ProjectFileError) -> String {
        guard let files else { throw ProjectFileError("`\(path)` cannot be read here") }
        return try files.locate(path, for: caller)
    }

    /// - Parameters:
    ///   - path: the path from `locate`.
    ///   - context: the context of the caller, with the calling files in its chain.
    func file(
        _ path: String, for caller: SourceFile, _ context: LoadingContext
    ) throws(ProjectFileError) -> File {
        if let known = loaded.withLock({ $0[TextKey(path)] }) { return known }
        guard let files else { throw ProjectFileError("`\(path)` cannot be read here") }
        let source = try files.read(path, for: caller)
        let sink = DiagnosticSink()
        // Without the lock, because the called file looks up its own calls here.
        let chain = context.chain + [LoadingContext.Link(path: path, shown: source.path)]
        let read = FileLoader(context.calling(chain)).read(source, into: sink)
        let file: File
        switch read {
        case .workflow(let workflow):
            file = File(workflow: workflow, kind: .workflow, diagnostics: sink.diagnostics, shown: source.path)
        case .api: file = File(workflow: nil, kind: .api, diagnostics: sink.diagnostics, shown: source.path)
        case .openAPI: file = File(workflow: nil, kind: .openAPI, diagnostics: [], shown: source.path)
        case .invalid(let kind, _):
            file = File(workflow: nil, kind: kind, diagnostics: sink.diagnostics, shown: source.path)
        }
        loaded.withLock { $0[TextKey(path)] = file }
        return file
    }
}
