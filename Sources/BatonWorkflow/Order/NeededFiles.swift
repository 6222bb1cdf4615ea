import BatonDiagnostics
import BatonText
import BatonYAML
import Synchronization

/// The facts about needed files that workflows depend on; each file is read once in a run.
final class NeededFiles: Sendable {
    /// A workflow file as those see it that need it. What is wrong with the file is told where it is loaded as a whole.
    struct Face: Sendable {
        let inputs: [Workflow.Input]
        /// The names of its outputs.
        let outputs: [String]
        /// The environments in which it runs; empty for all.
        let environments: [String]
        /// Whether it is left with cookies and kept headers that others could start from.
        let hasSession: Bool
        let hasRows: Bool
        let isWorkflow: Bool
    }

    private let faces = Mutex<[TextKey: Face?]>([:])
    private let files: (any ProjectFiles)?

    /// - Parameter files: nil where nothing can be read.
    init(_ files: (any ProjectFiles)?) {
        self.files = files
    }

    /// The absolute path of a file, links followed.
    func locate(_ path: String, for workflow: SourceFile) throws(ProjectFileError) -> String {
        guard let files else { return path }
        return try files.locate(path, for: workflow)
    }

    /// The path by which a file of this name is found in a folder above; paths count from elsewhere in other tools.
    func path(above path: String, for workflow: SourceFile) -> String? {
        guard let files, !path.hasPrefix("/") else { return nil }
        return (1...4).lazy.map { String(repeating: "../", count: $0) + path }
            .first { (try? files.locate($0, for: workflow)) != nil }
    }

    /// Nil for a file of which nothing can be known, since it cannot be read or has mistakes.
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
