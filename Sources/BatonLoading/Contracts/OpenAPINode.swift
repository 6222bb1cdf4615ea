import BatonDiagnostics
import BatonJSON
import BatonJSONSchema
import BatonJudging
import BatonLanguage

/// A value of an OpenAPI document with its place.
struct OpenAPINode {
    /// The URI of the document.
    let document: String
    let pointer: JSONPointer
    let value: JSONValue

    /// A member of an object; nil where there is none.
    subscript(name: String) -> OpenAPINode? {
        value[name].map { OpenAPINode(document: document, pointer: pointer.appending(name), value: $0) }
    }

    /// The members of an object that may have extensions (`x-…`), without these; none for any other value.
    var members: [(name: String, node: OpenAPINode)] { entries.filter { !$0.name.hasPrefix("x-") } }

    /// The members of an object that is a map of names, such as `headers`: `x-total` is a name. None for any other value.
    var entries: [(name: String, node: OpenAPINode)] {
        (value.objectValue?.members ?? []).map { member in
            (
                member.name,
                OpenAPINode(document: document, pointer: pointer.appending(member.name), value: member.value)
            )
        }
    }

    /// The elements of a list; none for any other value.
    var elements: [OpenAPINode] {
        (value.arrayValue ?? []).enumerated().map { index, element in
            OpenAPINode(document: document, pointer: pointer.appending("\(index)"), value: element)
        }
    }

    var text: String? { value.stringValue }

    var place: JSONSchema.Place { JSONSchema.Place(document: document, pointer: pointer) }
}

/// The documents of a contract: the file itself and those that it refers to, each read once.
final class OpenAPIDocuments {
    private let library: SchemaLibrary
    /// The file that names the contract, which decides what may be read.
    private let user: SourceFile
    private(set) var documents: [String: SchemaDocument] = [:]
    private(set) var diagnostics: [Diagnostic] = []

    /// References that lead to each other, at most.
    private static let mostHops = 50

    init(_ library: SchemaLibrary, user: SourceFile) {
        self.library = library
        self.user = user
    }

    /// Takes in the contract itself; nil for a file that cannot be read as data.
    func add(_ document: SchemaDocument, from uri: String) -> OpenAPINode? {
        documents[uri] = document
        diagnostics += document.diagnostics
        return document.value.map { OpenAPINode(document: uri, pointer: JSONPointer(), value: $0) }
    }

    /// Takes in the translation of the contract, whose places are those of what was translated.
    ///
    /// - Parameter origins: what stands elsewhere in its document than in the translation.
    func add(
        _ value: JSONValue, translatedFrom root: OpenAPINode, origins: [JSONPointer: JSONSchema.Place]
    ) -> OpenAPINode {
        // A query, so that references to files count from the same folder.
        let uri = root.document + "?translated"
        let sources = origins.compactMapValues { place in
            documents[place.document].map { SchemaDocument.Source(document: $0, pointer: place.pointer) }
        }
        documents[uri] = documents[root.document]?.translated(value, sources: sources)
        return OpenAPINode(document: uri, pointer: JSONPointer(), value: value)
    }

    /// What several uses of one part say of it is told once.
    func report(_ diagnostic: Diagnostic) {
        let isTold = diagnostics.contains {
            $0.range == diagnostic.range && $0.code == diagnostic.code && $0.message == diagnostic.message
        }
        if diagnostics.count < 200, !isTold { diagnostics.append(diagnostic) }
    }

    func range(_ node: OpenAPINode, isKey: Bool = false) -> SourceRange { range(of: node.place, isKey: isKey) }

    func range(of place: JSONSchema.Place, isKey: Bool = true) -> SourceRange {
        documents[place.document]?.range(of: place.pointer, isKey: isKey) ?? SourceRange(startOf: user)
    }

    /// The value itself, or what its `$ref` leads to; nil after a report.
    func resolved(_ node: OpenAPINode) -> OpenAPINode? { chain(from: node)?.last }

    /// The value and what its `$ref` leads to, one after another; nil after a report.
    func chain(from node: OpenAPINode) -> [OpenAPINode]? {
        var chain = [node]
        for _ in 0..<Self.mostHops {
            guard let reference = chain[chain.count - 1]["$ref"], let text = reference.text else { return chain }
            guard let next = target(of: text, at: reference) else { return nil }
            chain.append(next)
        }
        report(.endlessReference(at: range(node["$ref"] ?? node)))
        return nil
    }

    private func target(of reference: String, at node: OpenAPINode) -> OpenAPINode? {
        let uri = URIReference(reference).resolved(against: URIReference(node.document))
        let name = uri.withoutFragment.text
        guard let root = document(name, at: node) else { return nil }
        guard let text = URIReference.unescaped(uri.fragment ?? ""), let pointer = try? JSONPointer.parse(text),
            let value = pointer.value(in: root)
        else {
            report(.referenceLeadsNowhere(reference, at: range(node)))
            return nil
        }
        return OpenAPINode(document: name, pointer: pointer, value: value)
    }

    private func document(_ uri: String, at node: OpenAPINode) -> JSONValue? {
        if let known = documents[uri] { return known.value }
        switch find(uri) {
        case .document(let value): return value
        case .refused(let message, let help):
            report(
                Diagnostic(
                    "schema.unknown-reference", "\(message)", at: range(node), help: help.map { Message(value: $0) }))
            return nil
        }
    }

    /// Finds a document for references, also those of schemas.
    func find(_ uri: String) -> JSONSchema.Found {
        if let known = documents[uri] {
            return known.value.map(JSONSchema.Found.document) ?? .refused("`\(known.name)` cannot be read", help: nil)
        }
        do throws(ProjectFileError) {
            let found = try library.found(uri, for: user)
            documents[uri] = found.document
            diagnostics += found.document.diagnostics
            guard let value = found.document.value else {
                return .refused("`\(found.document.name)` cannot be read", help: nil)
            }
            return .document(value)
        } catch {
            guard SchemaLibrary.isRemote(uri) else { return .refused(error.message, help: nil) }
            let name = uri.split(separator: "/").last.map(String.init) ?? "part.yaml"
            return .refused(
                error.message,
                help: "name a file for it in baton.yaml: `schemas: { \"\(uri)\": schemas/\(name) }`")
        }
    }
}
