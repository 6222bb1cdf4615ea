import BatonDiagnostics
import BatonJSON
import BatonJSONSchema
import BatonJudging
import BatonValues
import BatonWorkflow
import BatonYAML

/// Compiles one schema with the files that it refers to, and turns its mistakes into diagnostics.
struct SchemaCompilation {
    let library: SchemaLibrary
    let workflow: SourceFile
    /// Every document that was read, by URI.
    private(set) var documents: [String: SchemaDocument] = [:]

    init(library: SchemaLibrary, workflow: SourceFile) {
        self.library = library
        self.workflow = workflow
    }

    /// - Parameter written: the file as the workflow names it; nil for a schema in the workflow itself.
    mutating func compile(
        _ document: SchemaDocument, from uri: String, at fragment: String, named written: String?
    ) -> SchemaLibrary.Entry {
        documents[uri] = document
        guard let value = document.value else {
            return SchemaLibrary.Entry(schema: nil, diagnostics: document.diagnostics)
        }
        let finder = Finder(library: library, workflow: workflow)
        let (schema, found) = JSONSchema.compile(
            value, from: uri, at: fragment, options: SchemaFormats.options, find: finder.find)
        documents.merge(finder.documents) { own, _ in own }
        let diagnostics =
            documents.values.sorted { $0.name < $1.name }.flatMap(\.diagnostics)
            + found.compactMap(self.diagnostic)
        guard let schema, diagnostics.allSatisfy({ $0.severity == .warning }) else {
            return SchemaLibrary.Entry(schema: nil, diagnostics: diagnostics)
        }
        let compiled = CompiledSchema(schema: schema, written: written, names: names)
        return SchemaLibrary.Entry(schema: compiled, diagnostics: diagnostics)
    }

    var names: [String: String] { documents.mapValues(\.name) }

    /// Finds documents for the compiler.
    private final class Finder {
        let library: SchemaLibrary
        let workflow: SourceFile
        var documents: [String: SchemaDocument] = [:]

        init(library: SchemaLibrary, workflow: SourceFile) {
            self.library = library
            self.workflow = workflow
        }

        func find(_ uri: String) -> JSONSchema.Found {
            do throws(ProjectFileError) {
                let found = try library.found(uri, for: workflow)
                documents[uri] = found.document
                guard let value = found.document.value else {
                    return .refused("`\(found.document.name)` cannot be read", help: nil)
                }
                return .document(value)
            } catch {
                guard SchemaLibrary.isRemote(uri) else { return .refused(error.message, help: nil) }
                let name = uri.split(separator: "/").last.map(String.init) ?? "schema.json"
                return .refused(
                    error.message, help: "name a file for it in baton.yaml: `schemas: { \"\(uri)\": schemas/\(name) }`")
            }
        }
    }

    private func diagnostic(_ diagnostic: JSONSchema.Diagnostic) -> Diagnostic? {
        .of(diagnostic, in: documents, otherwise: SourceRange(startOf: workflow))
    }
}

extension Diagnostic {
    /// What is wrong with a schema as a diagnostic of its file; nil for a warning without any advice, which concerns legal text.
    ///
    /// - Parameter range: the place where the document is not known.
    static func of(
        _ diagnostic: JSONSchema.Diagnostic, in documents: [String: SchemaDocument], otherwise range: SourceRange
    ) -> Diagnostic? {
        let near = diagnostic.guess.flatMap { Spelling.nearest(to: $0.word, in: $0.known) }
        let help: Message? = near.map { "did you mean `\($0)`?" } ?? diagnostic.help.map { Message(value: $0) }
        if diagnostic.isWarning, help == nil { return nil }
        let range =
            documents[diagnostic.place.document]?.range(of: diagnostic.place.pointer, isKey: diagnostic.isKey) ?? range
        return Diagnostic(
            diagnostic.isWarning ? .warning : .error, diagnostic.code.diagnostic, Message(value: diagnostic.message),
            at: range,
            help: help)
    }
}

extension JSONSchema.Diagnostic.Code {
    fileprivate var diagnostic: String {
        switch self {
        case .shape: "schema.invalid"
        case .pattern: "workflow.invalid-pattern"
        case .reference: "schema.unknown-reference"
        case .cycle: "workflow.cycle"
        case .dialect: "schema.unknown-keyword"
        case .keyword: "schema.unknown-keyword"
        }
    }
}
