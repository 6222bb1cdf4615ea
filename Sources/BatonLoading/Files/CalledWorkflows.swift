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

    /// Loads one file in the context of its callers.
    typealias Loader = (SourceFile, LoadingContext) -> File

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
    ///   - load: loads the file where it is not known yet.
    func file(
        _ path: String, for caller: SourceFile, _ context: LoadingContext, _ load: Loader
    ) throws(ProjectFileError) -> File {
        if let known = loaded.withLock({ $0[TextKey(path)] }) { return known }
        guard let files else { throw ProjectFileError("`\(path)` cannot be read here") }
        let source = try files.read(path, for: caller)
        // Without the lock, because the called file looks up its own calls here.
        let chain = context.chain + [LoadingContext.Link(path: path, shown: source.path)]
        let file = load(source, context.calling(chain))
        loaded.withLock { $0[TextKey(path)] = file }
        return file
    }
}

/// The kind of a YAML file in the folder of the workflows.
package enum FileKind: Sendable { case workflow, api, openAPI }
