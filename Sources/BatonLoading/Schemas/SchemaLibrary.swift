package import BatonDiagnostics
import BatonJSON
import BatonJSONSchema
import BatonJudging
import BatonValues
import BatonWorkflow
import BatonYAML
import Synchronization

/// The schemas of all workflows of a command. Every file is read and compiled once for all its uses.
///
/// A file becomes a `SchemaDocument`, a `SchemaCompilation` follows its references, and `XMLSchemaSources` does the same for
/// XML Schemas. The contracts that the files above read are kept here too, beside the documents that they share.
package final class SchemaLibrary: Sendable {
    /// The file or folder that a URI stands for; a URI that ends in `/` stands for a folder and all of its files.
    package struct Mapping: Sendable {
        package let uri: String
        /// The absolute path.
        package let path: String

        package init(uri: String, path: String) {
            self.uri = uri
            self.path = path
        }
    }

    /// A schema, or the findings about it.
    struct Entry: Sendable {
        let schema: CompiledSchema?
        let diagnostics: [Diagnostic]
    }

    private struct State {
        var documents: [TextKey: Result<SchemaDocument, ProjectFileError>] = [:]
        var entries: [TextKey: Entry] = [:]
        /// By the path of the file.
        var contracts: [TextKey: ContractEntry] = [:]
    }

    let files: (any ProjectFiles)?
    let mappings: [Mapping]
    private let state = Mutex(State())
    /// XML Schemas by the path of their file.
    let xmlSchemas = Mutex<[TextKey: XMLSchemaEntry]>([:])

    package init(_ files: (any ProjectFiles)? = nil, mappings: [Mapping] = []) {
        self.files = files
        // The longest URI comes first, so that the most specific mapping wins.
        self.mappings = mappings.sorted { $0.uri.utf8.count > $1.uri.utf8.count }
    }

    /// The schema that `schema: item.json` or `schema: openapi.yaml#/components/schemas/Item` names.
    func entry(_ reference: String, for workflow: SourceFile) throws(ProjectFileError) -> Entry {
        // Only `#` is special in a path.
        let path = String(reference.prefix { $0 != "#" })
        let fragment = String(reference.dropFirst(path.count + 1))
        let located = try locate(path, for: workflow)
        // Without a project, each folder is its own file root.
        let folder = workflow.path.utf8.lastIndex(of: UInt8(ascii: "/")).map { workflow.path[..<$0] } ?? ""
        let key = TextKey("\(folder)\n\(located)#\(fragment)")
        if let known = state.withLock({ $0.entries[key] }) { return known }
        let document = try document(located, for: workflow)
        var compilation = SchemaCompilation(library: self, workflow: workflow)
        let entry = compilation.compile(
            document, from: URIReference(file: located).text, at: fragment, named: reference)
        state.withLock { $0.entries[key] = entry }
        return entry
    }

    /// The contract in a file, which `read` reads where it is not known yet. All users get the same object, so that
    /// what they cover is counted together.
    func contract(
        at path: String, read: () throws(ProjectFileError) -> ContractEntry
    ) throws(ProjectFileError) -> ContractEntry {
        let key = TextKey(path)
        if let known = state.withLock({ $0.contracts[key] }) { return known }
        let entry = try read()
        return state.withLock { state in
            if let known = state.contracts[key] { return known }
            state.contracts[key] = entry
            return entry
        }
    }

    /// The base URI for references of a schema in a workflow.
    func uri(of workflow: SourceFile) -> String {
        URIReference(file: files?.path(of: workflow) ?? "/" + workflow.path).text
    }

    struct Found {
        let uri: String
        let document: SchemaDocument
    }

    /// The document of a URI.
    func found(_ uri: String, for workflow: SourceFile) throws(ProjectFileError) -> Found {
        if let path = URIReference(uri).filePath {
            return Found(uri: uri, document: try document(try locate(path, for: workflow), for: workflow))
        }
        guard let path = mapped(uri) else {
            throw ProjectFileError("`\(uri)` is no file, and nothing is fetched to check a response")
        }
        return Found(uri: uri, document: try document(try locate(path, for: workflow), for: workflow))
    }

    /// The path that baton.yaml gives a URI; nil where it gives none.
    func mapped(_ uri: String) -> String? {
        for mapping in mappings {
            if mapping.uri == uri { return mapping.path }
            if mapping.uri.hasSuffix("/"), uri.hasPrefix(mapping.uri) {
                let rest = URIReference.unescaped(String(uri.dropFirst(mapping.uri.count))) ?? ""
                return (mapping.path.hasSuffix("/") ? mapping.path : mapping.path + "/") + rest
            }
        }
        return nil
    }

    /// Whether a URI must be listed in `schemas` of baton.yaml.
    static func isRemote(_ uri: String) -> Bool { URIReference(uri).filePath == nil }

    static func hasScheme(_ reference: String) -> Bool { URIReference(reference).scheme != nil }

    func locate(_ path: String, for workflow: SourceFile) throws(ProjectFileError) -> String {
        guard let files else { throw ProjectFileError("`\(path)` cannot be read here") }
        return try files.locate(path, for: workflow)
    }

    /// - Parameter path: the path of a file that a workflow may read.
    func document(_ path: String, for workflow: SourceFile) throws(ProjectFileError) -> SchemaDocument {
        if let known = state.withLock({ $0.documents[TextKey(path)] }) { return try known.get() }
        let result: Result<SchemaDocument, ProjectFileError>
        do throws(ProjectFileError) {
            guard let files else { throw ProjectFileError("`\(path)` cannot be read here") }
            result = .success(SchemaDocument(try files.read(path, for: workflow)))
        } catch {
            result = .failure(error)
        }
        state.withLock { $0.documents[TextKey(path)] = result }
        return try result.get()
    }
}

/// A contract, or the findings about it.
struct ContractEntry: Sendable {
    let contract: Contract?
    let diagnostics: [Diagnostic]
}

/// The files that workflows may name, of which the loader reads those that it needs before the run.
package protocol ProjectFiles: Sendable {
    /// The absolute path of a file in the file root, with symbolic links resolved.
    ///
    /// - Parameters:
    ///   - path: an absolute path, or one relative to the workflow's folder.
    ///   - workflow: the workflow that names the file, or that uses another file that names it.
    func locate(_ path: String, for workflow: SourceFile) throws(ProjectFileError) -> String

    /// - Parameter path: the path from `locate`.
    func read(_ path: String, for workflow: SourceFile) throws(ProjectFileError) -> SourceFile

    /// The absolute path of a workflow itself.
    func path(of workflow: SourceFile) -> String
}

extension ProjectFiles {
    /// The path by which a file is found that was not found by another one: by a name in its place, or from one of four
    /// folders above, because other tools count paths from there.
    func path(meantBy path: String, or names: [String] = [], for workflow: SourceFile) -> String? {
        guard !path.hasPrefix("/"), !path.isEmpty else { return nil }
        return (0...4).lazy.flatMap { above in ([path] + names).map { String(repeating: "../", count: above) + $0 } }
            .first { $0 != path && (try? locate($0, for: workflow)) != nil }
    }
}

/// The reason why a file cannot be read: `` `a.json` does not exist``.
package struct ProjectFileError: Error, Sendable {
    package let message: String

    package init(_ message: String) { self.message = message }
}
