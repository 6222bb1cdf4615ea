import BatonDiagnostics
import BatonJSONSchema
import BatonJudging
import BatonValues
import BatonXML
import Synchronization

/// An XML Schema, or the findings about it.
struct XMLSchemaEntry: Sendable {
    let schema: CompiledXMLSchema?
    let diagnostics: [Diagnostic]
}

extension SchemaLibrary {
    /// The XML Schema in a file, read and compiled once for all its uses.
    func xmlSchema(_ path: String, for workflow: SourceFile) throws(ProjectFileError) -> XMLSchemaEntry {
        let located = try locate(path, for: workflow)
        if let known = xmlSchemas.withLock({ $0[TextKey(located)] }) { return known }
        guard let files else { throw ProjectFileError("`\(path)` cannot be read here") }
        let main = try files.read(located, for: workflow)
        let sources = XMLSchemaSources(main, at: located, library: self, workflow: workflow)
        var diagnostics: [Diagnostic] = []
        var schema: CompiledXMLSchema?
        do throws(XMLError) {
            let validator = try XMLSchemaValidator(schema: main.bytes, at: located, finding: sources.bytes)
            diagnostics = sources.diagnostics
            if diagnostics.isEmpty { schema = CompiledXMLSchema(validator, written: path) }
        } catch {
            diagnostics = sources.diagnostics
            // What is missing is the cause of all that does not fit.
            if diagnostics.isEmpty { diagnostics = [sources.diagnostic(error)] }
        }
        let entry = XMLSchemaEntry(schema: schema, diagnostics: diagnostics)
        xmlSchemas.withLock { $0[TextKey(located)] = entry }
        return entry
    }
}

/// The files of an XML Schema: its own, and those that it includes and imports.
private final class XMLSchemaSources: Sendable {
    private struct UnreadReference: Sendable {
        let reference: String
        let message: Message
        let help: Message?
    }

    private struct State {
        var files: [String: SourceFile]
        var unread: [UnreadReference] = []
    }

    /// The most files of one schema.
    private static let mostFiles = 1000

    private let main: SourceFile
    private let library: SchemaLibrary
    private let workflow: SourceFile
    private let state: Mutex<State>

    init(_ main: SourceFile, at path: String, library: SchemaLibrary, workflow: SourceFile) {
        self.main = main
        self.library = library
        self.workflow = workflow
        state = Mutex(State(files: [path: main]))
    }

    /// The contents of the file that a schema refers to; nil, noted for `diagnostics`, where it cannot be read.
    @Sendable func bytes(_ reference: String) -> [UInt8]? {
        do throws(ProjectFileError) {
            let path = try path(reference)
            guard state.withLock({ $0.files.count }) < Self.mostFiles, let files = library.files else {
                throw ProjectFileError("the schema has more than \(Self.mostFiles) files")
            }
            let file = try files.read(try library.locate(path, for: workflow), for: workflow)
            state.withLock { $0.files[reference] = file }
            return file.bytes
        } catch {
            let isRemote = SchemaLibrary.hasScheme(reference) && SchemaLibrary.isRemote(reference)
            let name = reference.split(separator: "/").last.map(String.init) ?? "schema.xsd"
            let help: Message? =
                isRemote ? "name a file for it in baton.yaml: `schemas: { \"\(reference)\": schemas/\(name) }`" : nil
            state.withLock {
                $0.unread.append(
                    UnreadReference(reference: reference, message: Message(value: error.message), help: help))
            }
            return nil
        }
    }

    private func path(_ reference: String) throws(ProjectFileError) -> String {
        guard SchemaLibrary.hasScheme(reference) else { return URIReference.unescaped(reference) ?? reference }
        if let path = URIReference(reference).filePath ?? library.mapped(reference) { return path }
        throw ProjectFileError("`\(reference)` is no file, and nothing is fetched to check a response")
    }

    /// The references that could not be followed, each at its place.
    var diagnostics: [Diagnostic] {
        let state = state.withLock { $0 }
        return state.unread.map { unread in
            let range = state.files.values.lazy.compactMap { Self.place(of: unread.reference, in: $0) }.first
            return Diagnostic(
                "schema.unknown-reference", unread.message, at: range ?? SourceRange(startOf: main),
                help: unread.help)
        }
    }

    func diagnostic(_ error: XMLError) -> Diagnostic {
        let file = error.file.flatMap { path in state.withLock { $0.files[path] } } ?? main
        let lines = file.lineStarts.count
        let range =
            error.line > 0 && error.line <= lines
            ? SourceRange(file: file, file.byteRange(ofLine: error.line)) : SourceRange(startOf: file)
        return Diagnostic("schema.invalid", "this is no XML Schema: \(error.message)", at: range)
    }

    /// The value of the `schemaLocation` that leads to a reference.
    private static func place(of reference: String, in file: SourceFile) -> SourceRange? {
        let text = String(decoding: file.bytes, as: UTF8.self)
        var rest = text[...]
        while let found = rest.firstRange(of: "schemaLocation") {
            rest = rest[found.upperBound...]
            guard let start = rest.firstIndex(where: { $0 == "\"" || $0 == "'" }) else { return nil }
            let value = rest[rest.index(after: start)...].prefix { $0 != rest[start] }
            var tail = value
            while tail.hasPrefix("../") || tail.hasPrefix("./") { tail = tail.drop { $0 == "." }.dropFirst() }
            if !value.isEmpty, value == reference || reference.hasSuffix("/" + tail) {
                let lower = text.utf8.distance(from: text.startIndex, to: value.startIndex)
                return SourceRange(file: file, lower..<lower + value.utf8.count)
            }
        }
        return nil
    }
}
