import BatonDiagnostics
import BatonJSON
import BatonJudging
import BatonLanguage
import BatonYAML

/// A file with a schema in JSON or YAML, and the places of its values.
struct SchemaDocument: SchemaPlaces {
    /// The name of the document in messages; empty for a schema in the workflow itself.
    let name: String
    /// The schema as JSON; nil for a file that cannot be read as data.
    let value: JSONValue?
    let root: YAMLNode?
    /// The findings about the text of the file.
    let diagnostics: [Diagnostic]
    private let start: SourceRange
    private let index: KeyIndex
    /// Of a translation: where its parts come from. The empty pointer is always among them.
    private var sources: [JSONPointer: Source] = [:]

    /// A part of a document.
    struct Source: Sendable {
        let document: SchemaDocument
        let pointer: JSONPointer
    }

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
        index = KeyIndex(root)
    }

    /// A schema that is written in a workflow.
    init(inline node: YAMLNode, value: JSONValue) {
        name = ""
        self.value = value
        root = node
        diagnostics = []
        start = node.useRange
        index = KeyIndex(node)
    }

    /// The document in another language.
    ///
    /// - Parameter sources: what stands elsewhere in its document than in the translation.
    func translated(_ value: JSONValue, sources: [JSONPointer: Source]) -> SchemaDocument {
        SchemaDocument(translating: self, value, sources)
    }

    private init(translating original: SchemaDocument, _ value: JSONValue, _ sources: [JSONPointer: Source]) {
        name = original.name
        self.value = value
        root = nil
        diagnostics = []
        start = original.start
        index = KeyIndex(nil)
        self.sources = sources
        self.sources[JSONPointer()] = Source(document: original, pointer: JSONPointer())
    }

    /// Where a part comes from: the document itself, unless it is a translation.
    func source(of pointer: JSONPointer) -> Source {
        if sources.isEmpty { return Source(document: self, pointer: pointer) }
        var outer = pointer.tokens
        var inner: [String] = []
        while true {
            if let source = sources[JSONPointer(tokens: outer)] {
                let tokens = source.pointer.tokens + inner.reversed()
                return Source(document: source.document, pointer: JSONPointer(tokens: tokens))
            }
            guard let last = outer.popLast() else { return Source(document: self, pointer: pointer) }
            inner.append(last)
        }
    }

    func writtenPointer(_ pointer: JSONPointer) -> JSONPointer { source(of: pointer).pointer }

    /// The place of a value, or of the nearest value around it that exists.
    ///
    /// - Parameter isKey: whether the place of the last key is wanted instead of its value's.
    func range(of pointer: JSONPointer, isKey: Bool) -> SourceRange {
        if !sources.isEmpty {
            let source = source(of: pointer)
            return source.document.range(of: source.pointer, isKey: isKey)
        }
        guard var node = root else { return start }
        for (position, token) in pointer.tokens.enumerated() {
            switch node.kind {
            case .mapping(let entries):
                guard let entry = index.entry(token, of: node, entries) else { return node.useRange }
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

/// The positions of keys in large maps: a contract with 20,000 paths asks for the place of each.
private struct KeyIndex: Sendable {
    private static let least = 32

    /// By the place where the map begins.
    private var maps: [Int: [String: Int]] = [:]

    init(_ root: YAMLNode?) {
        if let root { add(root) }
    }

    private mutating func add(_ node: YAMLNode) {
        switch node.kind {
        case .scalar: break
        case .sequence(let items): for item in items { add(item) }
        case .mapping(let entries):
            if entries.count > Self.least, maps[node.range.lower] == nil {
                maps[node.range.lower] = Dictionary(
                    entries.enumerated().map { ($1.keyText, $0) }, uniquingKeysWith: { first, _ in first })
            }
            // What an alias stands for is added at its anchor.
            for entry in entries where entry.value.aliasRange == nil { add(entry.value) }
        }
    }

    func entry(_ key: String, of node: YAMLNode, _ entries: YAMLEntries) -> YAMLEntry? {
        guard entries.count > Self.least, let positions = maps[node.range.lower] else {
            return entries.first { $0.keyText == key }
        }
        guard let position = positions[key], entries.indices.contains(position) else { return nil }
        return entries[position]
    }
}
