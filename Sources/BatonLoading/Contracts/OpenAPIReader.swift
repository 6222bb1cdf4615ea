import BatonDiagnostics
import BatonJSON
import BatonJSONSchema
import BatonJudging
import BatonWorkflow

/// Reads an OpenAPI document (3.0 or 3.1, and Swagger 2.0 by its translation) into a contract.
///
/// `OpenAPIDocuments` holds the files of a contract, an `OpenAPINode` is a value with its place in them, and `OpenAPIKeys`
/// says what a document may hold. The schemas in it are compiled as all others are.
struct OpenAPIReader {
    let documents: OpenAPIDocuments
    var standard = JSONSchema.Standard.openAPI31
    private var draft: Contract.Draft
    /// The places of the schemas, which are compiled together.
    private var requestRoots: [JSONSchema.Place] = []
    private var responseRoots: [JSONSchema.Place] = []

    private var root: OpenAPINode

    init(_ root: OpenAPINode, of documents: OpenAPIDocuments) {
        self.root = root
        self.documents = documents
        draft = Contract.Draft(range: documents.range(root["paths"] ?? root, isKey: root["paths"] != nil))
    }

    /// The contract; nil after a report.
    mutating func contract(named path: String) -> Contract? {
        guard readVersion() else { return nil }
        draft.path = path
        draft.title = root["info"]?["title"]?.text
        draft.servers = [servers(root) ?? [ContractServer("")]]
        readCredentials(root)
        if let paths = root["paths"] {
            if paths.value.objectValue == nil {
                report(.wrongPart("paths", "a map of paths", paths.value, at: range(paths)))
            }
            for (path, node) in paths.members { readPath(path, node) }
        }
        if draft.operations.isEmpty, !hasErrors {
            report(.contractWithoutOperations(path, at: draft.range))
        }
        reportRepeated()
        let requests = compiled(requestRoots, .request, root)
        let responses = compiled(responseRoots, .response, root)
        draft.documents = documents.documents
        guard let requests, let responses, !hasErrors else { return nil }
        return Contract(draft, requestSchemas: requests, responseSchemas: responses)
    }

    var hasErrors: Bool { documents.diagnostics.contains { $0.severity == .error } }

    func report(_ diagnostic: Diagnostic) { documents.report(diagnostic) }

    func range(_ node: OpenAPINode, isKey: Bool = false) -> SourceRange { documents.range(node, isKey: isKey) }

    // MARK: - The top

    private mutating func readVersion() -> Bool {
        if let node = root["swagger"] {
            let version = node.text ?? node.value.numberValue?.text ?? ""
            guard version == "2.0" else {
                report(.otherVersion("Swagger", version, at: range(node)))
                return false
            }
            standard = .swagger20
            root = SwaggerTranslation.translated(root, of: documents)
            return true
        }
        guard let node = root["openapi"] else {
            report(.noOpenAPI(at: range(root)))
            return false
        }
        let version = node.text ?? node.value.numberValue?.text ?? ""
        let parts = version.split(separator: ".")
        guard parts.count >= 2, parts[0] == "3", parts[1] == "0" || parts[1] == "1" else {
            report(.otherVersion("OpenAPI", version, at: range(node)))
            return false
        }
        standard = parts[1] == "0" ? .openAPI30 : .openAPI31
        return true
    }

    private mutating func readCredentials(_ root: OpenAPINode) {
        for (_, written) in root["components"]?["securitySchemes"]?.entries ?? [] {
            guard let scheme = documents.resolved(written), scheme["in"]?.text == "query",
                let name = scheme["name"]?.text
            else { continue }
            draft.credentialParameters.insert(name)
        }
    }

    // MARK: - Paths

    private static let methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"]

    private mutating func readPath(_ path: String, _ written: OpenAPINode) {
        guard path.hasPrefix("/") else {
            report(.pathWithoutSlash(path, at: range(written, isKey: true)))
            return
        }
        guard let items = documents.chain(from: written) else { return }
        for item in items where item.value.objectValue == nil {
            report(.wrongPart(path, "a map of methods", item.value, at: range(written)))
            return
        }
        // A path has what it refers to beside its own fields, which come first.
        func field(_ name: String) -> OpenAPINode? { items.lazy.compactMap { $0[name] }.first }
        let shared = parameters(field("parameters"))
        let servers = items.compactMap { self.servers($0) }.first
        for method in Self.methods {
            guard let operation = field(method) else { continue }
            guard operation.value.objectValue != nil else {
                report(.wrongPart(method, "a map", operation.value, at: range(operation)))
                continue
            }
            read(operation, method.uppercased(), path, shared, number(of: self.servers(operation) ?? servers))
        }
    }

    private mutating func read(
        _ node: OpenAPINode, _ method: String, _ path: String, _ shared: [Contract.Parameter], _ servers: Int
    ) {
        documents.reportUnknown(in: node, .operation)
        let own = parameters(node["parameters"])
        // An operation's own parameter replaces one of the path.
        let inherited = shared.filter { one in
            !own.contains { $0.name == one.name && $0.location == one.location }
        }
        let all = inherited + own
        for name in ContractPaths.segments(path).flatMap({ SegmentTemplate($0).names })
        where !all.contains(where: { $0.location == .path && SegmentTemplate.plainName($0.name) == name }) {
            report(.undeclaredPathParameter(name, "\(method) \(path)", at: range(node, isKey: true)))
        }
        let responses = responses(node["responses"])
        if node["responses"]?.members.isEmpty ?? true {
            report(.operationWithoutResponses("\(method) \(path)", at: range(node, isKey: true)))
        }
        draft.operations.append(
            Contract.Operation(
                method: method, path: path, id: node["operationId"]?.text, servers: servers, parameters: all,
                body: node["requestBody"].flatMap { body($0) }, responses: responses, place: node.place))
    }

    /// - Parameter servers: those of a path or an operation; nil for the document's.
    private mutating func number(of servers: [ContractServer]?) -> Int {
        guard let servers else { return 0 }
        if let known = draft.servers.firstIndex(of: servers) { return known }
        draft.servers.append(servers)
        return draft.servers.count - 1
    }

    /// Paths that differ only in the names of their parameters are the same path.
    private func reportRepeated() {
        var seen: [String: String] = [:]
        for operation in draft.operations {
            let segments = ContractPaths.segments(operation.path).map { SegmentTemplate($0).shape }
            let key = "\(operation.method) \(operation.servers) \(segments.joined(separator: "/"))"
            if let first = seen[key] {
                report(.repeatedPath(operation.path, first: first, at: documents.range(of: operation.place)))
            } else {
                seen[key] = operation.path
            }
        }
    }

    // MARK: - Schemas

    /// The number of a schema that requests are held against.
    mutating func requestSchema(_ node: OpenAPINode?) -> Int? { Self.number(node, in: &requestRoots) }

    mutating func responseSchema(_ node: OpenAPINode?) -> Int? { Self.number(node, in: &responseRoots) }

    private static func number(_ node: OpenAPINode?, in roots: inout [JSONSchema.Place]) -> Int? {
        guard let node else { return nil }
        roots.append(node.place)
        return roots.count - 1
    }

    private func compiled(
        _ roots: [JSONSchema.Place], _ direction: JSONSchema.Direction, _ root: OpenAPINode
    ) -> [JSONSchema]? {
        if roots.isEmpty { return [] }
        var options = SchemaFormats.options
        options.standard = standard
        options.direction = direction
        let (schemas, issues) = JSONSchema.compile(
            root.value, from: root.document, roots: roots, options: options, find: documents.find)
        for issue in issues {
            guard let found = Diagnostic.of(issue, in: documents.documents, otherwise: range(root)) else { continue }
            report(found)
        }
        return schemas
    }
}

extension SchemaLibrary {
    /// The contract in a file, read once for all its uses.
    func contract(_ path: String, for user: SourceFile) throws(ProjectFileError) -> ContractEntry {
        let located = try locate(path, for: user)
        return try contract(at: located) { () throws(ProjectFileError) in
            let document = try document(located, for: user)
            let documents = OpenAPIDocuments(self, user: user)
            guard let root = documents.add(document, from: URIReference(file: located).text) else {
                return ContractEntry(contract: nil, diagnostics: documents.diagnostics)
            }
            var reader = OpenAPIReader(root, of: documents)
            let contract = reader.contract(named: document.name)
            return ContractEntry(contract: contract, diagnostics: documents.diagnostics)
        }
    }
}
