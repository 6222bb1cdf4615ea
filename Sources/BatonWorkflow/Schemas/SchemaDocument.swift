import BatonDiagnostics
import BatonJSON
import BatonYAML

/// A file with a schema in JSON or YAML, and the places of its values.
struct SchemaDocument: Sendable {
    /// The name of the document in messages; empty for a schema in the workflow itself.
    let name: String
    /// The schema as JSON; nil for a file that cannot be read as data.
    let value: JSONValue?
    let root: YAMLNode?
    /// The findings about the text of the file.
    let diagnostics: [Diagnostic]
    private let start: SourceRange

    init(_ file: SourceFile) {
        let sink = DiagnosticSink()
        // Many of these files belong to others, who may use what YAML 1.1 has.
        var limits = YAMLLimits()
        limits.mergesKeys = true
        let root = YAMLComposer.compose(file, into: sink, limits: limits)
        name = file.path
        value = sink.hasErrors ? nil : root?.json
        self.root = root
        diagnostics = sink.diagnostics
        start = SourceRange(startOf: file)
    }

    /// A schema that is written in a workflow.
    init(inline node: YAMLNode, value: JSONValue) {
        name = ""
        self.value = value
        root = node
        diagnostics = []
        start = node.useRange
    }

    /// The place of a value, or of the nearest value around it that exists.
    ///
    /// - Parameter isKey: whether the place of the last key is wanted instead of its value's.
    func range(of pointer: JSONPointer, isKey: Bool) -> SourceRange {
        guard var node = root else { return start }
        for (position, token) in pointer.tokens.enumerated() {
            switch node.kind {
            case .mapping(let entries):
                guard let entry = entries.first(where: { $0.keyText == token }) else { return node.useRange }
                if isKey, position == pointer.tokens.count - 1 { return entry.keyRange }
                node = entry.value
            case .sequence(let items):
                guard let index = Int(token), items.indices.contains(index) else { return node.useRange }
                node = items[index]
            case .scalar: return node.useRange
            }
        }
        return node.useRange
    }
}
