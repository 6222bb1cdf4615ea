import BatonDiagnostics
import BatonJudging
import BatonLanguage
import BatonValues
import BatonWorkflow
import BatonYAML
import Synchronization

/// The facts about needed files that other workflows depend on; each file is read once in a run.
final class NeededFiles: Sendable {
    /// The facts about a workflow file for workflows that need it. Mistakes in the file are reported when it is loaded
    /// as a whole.
    struct Face: Sendable {
        let inputs: [Workflow.Input]
        /// The names of the outputs.
        let outputs: [String]
        /// The environments in which the workflow runs; empty for all.
        let environments: [String]
        /// Whether the workflow keeps a session with cookies and headers, which other workflows can start from.
        let hasSession: Bool
        let hasRows: Bool
        let isWorkflow: Bool
    }

    private let faces = Mutex<[TextKey: Face?]>([:])
    private let files: (any ProjectFiles)?

    /// - Parameter files: reads files; nil where files cannot be read.
    init(_ files: (any ProjectFiles)?) {
        self.files = files
    }

    /// The absolute path of a file, with symbolic links resolved.
    func locate(_ path: String, for workflow: SourceFile) throws(ProjectFileError) -> String {
        guard let files else { return path }
        return try files.locate(path, for: workflow)
    }

    /// The path by which the file is found with its extension, or from a folder above: other tools take the name alone.
    func path(meantBy path: String, for workflow: SourceFile) -> String? {
        let isYAML = path.hasSuffix(".yaml") || path.hasSuffix(".yml")
        let stem = isYAML ? String(path[..<(path.lastIndex(of: ".") ?? path.endIndex)]) : path
        let last = stem.split(separator: "/").last ?? ""
        let names = ["\(stem).yaml", "\(stem).yml", "\(stem)/\(last).yaml"]
        return files?.path(meantBy: path, or: names, for: workflow)
    }

    /// The facts about a file; nil for one that cannot be read or has mistakes.
    func face(_ path: String, for workflow: SourceFile) -> Face? {
        if let known = faces.withLock({ $0[TextKey(path)] }) { return known }
        let face = read(path, for: workflow)
        faces.withLock { $0[TextKey(path)] = .some(face) }
        return face
    }

    private func read(_ path: String, for workflow: SourceFile) -> Face? {
        guard let file = try? files?.read(path, for: workflow) else { return nil }
        let sink = DiagnosticSink()
        guard let root = YAMLComposer.compose(file, into: sink), !sink.hasErrors, root.entries != nil else {
            return nil
        }
        let templates = TemplateReader(scope: Scope(secrets: nil, environmentVariables: []), sink: sink)
        let inputs = (root["inputs"]?.entries ?? []).compactMap(InputReader(templates: templates).input)
        return Face(
            inputs: inputs, outputs: root["outputs"]?.entries?.map(\.keyText) ?? [],
            environments: EnvironmentsReader.names(in: root), hasSession: root["session"]?.scalar?.text != "none",
            hasRows: root["rows"] != nil,
            isWorkflow: root["steps"] != nil)
    }
}
