import BatonDiagnostics
import BatonJSON
import BatonJSONSchema
import BatonJudging

/// Translates a Swagger 2.0 document to an OpenAPI 3.0 document, which `OpenAPIReader` reads as any other.
///
/// - `host`, `basePath` and `schemes` become `servers`.
/// - A parameter `in: body` becomes `requestBody`, and so do those `in: formData` together; `consumes` and `produces` name
///   the media types of their `content` and of that of responses.
/// - What a parameter or a header says of its value beside its name becomes its `schema`; `collectionFormat` becomes
///   `style` and `explode`.
/// - Parameters, responses and paths that are a `$ref` are translated where they are used, from whatever file.
///
/// Schemas stay where they are, and `JSONSchema` reads them as Swagger 2.0 writes them: the translation refers to them. So
/// messages show the places and the references of the user's document; `origins` holds the places of all else.
struct SwaggerTranslation {
    private let root: OpenAPINode
    private let documents: OpenAPIDocuments
    private let consumes: [String]
    private let produces: [String]
    /// What was translated, by its place in the translation where that is another.
    private var origins: [JSONPointer: JSONSchema.Place] = [:]
    /// The schemas of parameters and headers, each translated once for all its uses.
    private var schemas = JSONObject()
    private var schemaNames: [JSONSchema.Place: String] = [:]

    /// - Parameter root: a document whose `swagger` is 2.0.
    static func translated(_ root: OpenAPINode, of documents: OpenAPIDocuments) -> OpenAPINode {
        var translation = SwaggerTranslation(root, documents)
        let value = translation.document()
        return documents.add(value, translatedFrom: root, origins: translation.origins)
    }

    private init(_ root: OpenAPINode, _ documents: OpenAPIDocuments) {
        self.root = root
        self.documents = documents
        consumes = Self.mediaTypes("consumes", of: root, documents) ?? []
        produces = Self.mediaTypes("produces", of: root, documents) ?? []
    }

    private mutating func document() -> JSONValue {
        var document: JSONObject = ["openapi": "3.0.3"]
        document["info"] = root.value["info"]
        document["servers"] = servers(root["schemes"])
        if let paths = root["paths"] {
            document["paths"] = paths.value.objectValue == nil ? paths.value : self.paths(paths)
        }
        var components: JSONObject = ["schemas": .object(schemas)]
        components["securitySchemes"] = root.value["securityDefinitions"]
        origins[JSONPointer(tokens: ["components", "securitySchemes"])] = root["securityDefinitions"]?.place
        document["components"] = .object(components)
        return .object(document)
    }

    private func report(_ diagnostic: Diagnostic) { documents.report(diagnostic) }

    private func range(_ node: OpenAPINode, isKey: Bool = false) -> SourceRange { documents.range(node, isKey: isKey) }

    // MARK: - Servers and media types

    /// - Parameter schemes: those of the document or of an operation; without them both kinds of HTTP.
    private func servers(_ schemes: OpenAPINode?) -> JSONValue? {
        let host = text("host")
        var path = text("basePath") ?? ""
        if !path.isEmpty, !path.hasPrefix("/") { path = "/" + path }
        let written = schemes.flatMap { Self.texts($0, "schemes", "a scheme", documents) }
        let known = (written ?? ["http", "https"]).filter { ["http", "https"].contains($0) }
        if let host, !known.isEmpty { return .array(known.map { ["url": .string("\($0)://\(host)\(path)")] }) }
        return path.isEmpty ? nil : [["url": .string(path)]]
    }

    private func text(_ name: String) -> String? {
        guard let node = root[name] else { return nil }
        if node.text == nil { report(.wrongPart(name, "a text", node.value, at: range(node))) }
        return node.text
    }

    private static func mediaTypes(
        _ name: String, of node: OpenAPINode, _ documents: OpenAPIDocuments
    ) -> [String]? {
        node[name].flatMap { texts($0, name, "a media type", documents) }
    }

    private static func texts(
        _ node: OpenAPINode, _ name: String, _ element: String, _ documents: OpenAPIDocuments
    ) -> [String]? {
        guard node.value.arrayValue != nil else {
            documents.report(.wrongPart(name, "a list", node.value, at: documents.range(node)))
            return nil
        }
        return node.elements.compactMap { one in
            if one.text == nil { documents.report(.wrongPart(name, element, one.value, at: documents.range(one))) }
            return one.text
        }
    }

    // MARK: - Paths

    private static let methods = ["get", "put", "post", "delete", "options", "head", "patch"]

    private mutating func paths(_ node: OpenAPINode) -> JSONValue {
        let place = JSONPointer(tokens: ["paths"])
        var members: [(String, JSONValue)] = []
        for (path, written) in node.members {
            guard let items = documents.chain(from: written) else { continue }
            members.append((path, self.path(items, at: place.appending(path))))
        }
        return .object(JSONObject(members))
    }

    /// - Parameter items: the path, and what its `$ref` leads to.
    private mutating func path(_ items: [OpenAPINode], at place: JSONPointer) -> JSONValue {
        // A path that is no map is told by the reader.
        if let wrong = items.first(where: { $0.value.objectValue == nil }) { return wrong.value }
        func field(_ name: String) -> OpenAPINode? { items.lazy.compactMap { $0[name] }.first }
        let shared = parameters(field("parameters"))
        var path = JSONObject()
        for method in Self.methods {
            guard let node = field(method) else { continue }
            let place = place.appending(method)
            origins[place] = node.place
            path[method] = operation(node, shared, field("parameters"), at: place)
        }
        return .object(path)
    }

    private mutating func operation(
        _ node: OpenAPINode, _ shared: [Parameter], _ sharedList: OpenAPINode?, at place: JSONPointer
    ) -> JSONValue {
        guard node.value.objectValue != nil else { return node.value }
        documents.reportUnknown(in: node, .swaggerOperation)
        var operation = JSONObject()
        operation["operationId"] = node.value["operationId"]
        if let schemes = node["schemes"] { operation["servers"] = servers(schemes) }
        let own = parameters(node["parameters"])
        // An operation's own parameter replaces one of the path, and its own body that of the path.
        let all =
            shared.filter { one in
                !own.contains { $0.location == one.location && (one.location == .body || $0.name == one.name) }
            } + own
        var parameters: [JSONValue] = []
        for parameter in all where !parameter.isOfBody {
            parameters.append(
                self.parameter(parameter, at: place.appending("parameters").appending("\(parameters.count)")))
        }
        operation["parameters"] = .array(parameters)
        let consumes = Self.mediaTypes("consumes", of: node, documents) ?? consumes
        let list = node["parameters"] ?? sharedList ?? node
        operation["requestBody"] = body(all, consumes, list, at: place.appending("requestBody"))
        let produces = Self.mediaTypes("produces", of: node, documents) ?? produces
        if let responses = node["responses"] {
            operation["responses"] = self.responses(responses, produces, at: place.appending("responses"))
        }
        return .object(operation)
    }

    // MARK: - Parameters

    private struct Parameter {
        enum Location: String { case path, query, header, body, formData }

        let name: String
        let location: Location
        let node: OpenAPINode

        var isOfBody: Bool { location == .body || location == .formData }
        var isRequired: Bool { node["required"]?.value.boolValue == true }
        var isFile: Bool { node["type"]?.text == "file" }
    }

    private func parameters(_ list: OpenAPINode?) -> [Parameter] {
        guard let list else { return [] }
        guard list.value.arrayValue != nil else {
            report(.wrongPart("parameters", "a list", list.value, at: range(list)))
            return []
        }
        return list.elements.compactMap { written in
            guard let node = documents.resolved(written) else { return nil }
            guard let name = node["name"]?.text,
                let location = node["in"]?.text.flatMap(Parameter.Location.init)
            else {
                report(.incompleteSwaggerParameter(at: range(written)))
                return nil
            }
            documents.reportUnknown(in: node, location == .body ? .swaggerBody : .swaggerParameter)
            return Parameter(name: name, location: location, node: node)
        }
    }

    private mutating func parameter(_ parameter: Parameter, at place: JSONPointer) -> JSONValue {
        let node = parameter.node
        origins[place] = node.place
        var object: JSONObject = ["name": .string(parameter.name), "in": .string(parameter.location.rawValue)]
        object["required"] = node.value["required"]
        object["allowEmptyValue"] = node.value["allowEmptyValue"]
        if case .known(let list) = notation(node, parameter.location) {
            object["style"] = list?.style
            object["explode"] = list?.explodes
            object["schema"] = schema(node)
        }
        return .object(object)
    }

    // MARK: - Lists

    private enum Notation {
        /// The style of a list, and whether its elements are values of their own; nil for a value that is no list.
        case known((style: JSONValue, explodes: JSONValue)?)
        /// A list of lists.
        case unread
    }

    /// How a list is written.
    private func notation(_ node: OpenAPINode, _ location: Parameter.Location) -> Notation {
        let isPair = location == .query || location == .formData
        let formats = ["csv", "ssv", "tsv", "pipes"] + (isPair ? ["multi"] : [])
        let format = node["collectionFormat"]
        if let format, !formats.contains(format.text ?? "") {
            report(.unknownCollectionFormat(format.value, known: formats, at: range(format)))
        }
        guard node["type"]?.text == "array" else { return .known(nil) }
        if let items = node["items"], items["type"]?.text == "array" {
            report(.unreadParameter("the elements of this list are lists", at: range(items, isKey: true)))
            return .unread
        }
        switch format?.text {
        case "multi": return .known(("form", true))
        case "ssv": return .known(("spaceDelimited", false))
        case "tsv": return .known(("tabDelimited", false))
        case "pipes": return .known(("pipeDelimited", false))
        default: return .known(("commaDelimited", false))
        }
    }

    // MARK: - Schemas of parameters and headers

    /// A reference to the schema of a value that is no body.
    private mutating func schema(_ node: OpenAPINode) -> JSONValue {
        if let name = schemaNames[node.place] { return Self.reference(name) }
        let name = "\(schemaNames.count + 1)"
        schemaNames[node.place] = name
        origins[JSONPointer(tokens: ["components", "schemas", name])] = node.place
        schemas[name] = Self.simple(node.value)
        return Self.reference(name)
    }

    private static func reference(_ name: String) -> JSONValue { ["$ref": .string("#/components/schemas/\(name)")] }

    private static func simple(_ value: JSONValue) -> JSONValue {
        guard let object = value.objectValue else { return value }
        if object["type"] == "file" { return ["type": "string", "format": "binary"] }
        return .object(
            JSONObject(
                object.members.compactMap { member in
                    let isRule = OpenAPIKeys.simpleSchema.contains(member.name) || member.name == "x-nullable"
                    guard isRule, member.name != "collectionFormat" else { return nil }
                    return (member.name, member.name == "items" ? simple(member.value) : member.value)
                }))
    }

    /// A reference to a schema of the user's document.
    private func reference(to schema: OpenAPINode) -> JSONValue {
        // What a URI cannot hold needs no escape: only the program reads it.
        let pointer = "\(schema.pointer)".replacing("%", with: "%25")
        return ["$ref": .string("\(schema.document)#\(pointer)")]
    }

    // MARK: - Bodies

    /// - Parameter list: the place of what the body is made of.
    private mutating func body(
        _ parameters: [Parameter], _ consumes: [String], _ list: OpenAPINode, at place: JSONPointer
    ) -> JSONValue? {
        let bodies = parameters.filter { $0.location == .body }
        let fields = parameters.filter { $0.location == .formData }
        if let other = bodies.dropFirst().first ?? (fields.isEmpty ? nil : bodies.first) {
            report(.secondSwaggerBody(at: range(other.node)))
        }
        if let body = bodies.first {
            origins[place] = body.node.place
            let types = consumes.isEmpty ? ["*/*"] : consumes
            let content = content(types, body.node["schema"], at: place)
            return ["required": .bool(body.isRequired), "content": content]
        }
        if fields.isEmpty { return nil }
        origins[place] = list.place
        return ["required": .bool(fields.contains(where: \.isRequired)), "content": form(fields, consumes, at: place)]
    }

    /// The entries of `content`, all with the same schema.
    private mutating func content(_ types: [String], _ schema: OpenAPINode?, at place: JSONPointer) -> JSONValue {
        var content = JSONObject()
        for type in types {
            var media = JSONObject()
            if let schema {
                media["schema"] = reference(to: schema)
                origins[place.appending("content").appending(type).appending("schema")] = schema.place
            }
            content[type] = .object(media)
        }
        return .object(content)
    }

    private mutating func form(_ fields: [Parameter], _ consumes: [String], at place: JSONPointer) -> JSONValue {
        var properties = JSONObject()
        var encoding = JSONObject()
        for field in fields {
            let empty = field.node["allowEmptyValue"].flatMap { $0.value.boolValue == true ? $0 : nil }
            if let empty {
                report(.unreadParameter("this field may be empty", at: range(empty, isKey: true)))
            }
            guard case .known(let list) = notation(field.node, .formData), empty == nil else {
                properties[field.name] = [:]
                continue
            }
            properties[field.name] = schema(field.node)
            if let list { encoding[field.name] = ["style": list.style, "explode": list.explodes] }
        }
        let required = fields.filter(\.isRequired).map { JSONValue.string($0.name) }
        var schema: JSONObject = ["type": "object", "properties": .object(properties)]
        if !required.isEmpty { schema["required"] = .array(required) }
        let media: JSONValue = ["schema": .object(schema), "encoding": .object(encoding)]
        let forms = consumes.filter { [.form, .multipart].contains(ContentKind($0)) }
        // Many documents say for all operations that they consume JSON, forms included.
        let others =
            fields.contains(where: \.isFile)
            ? ["multipart/form-data"] : ["application/x-www-form-urlencoded", "multipart/form-data"]
        return .object(JSONObject((forms.isEmpty ? others : forms).map { ($0, media) }))
    }

    // MARK: - Responses

    private mutating func responses(_ node: OpenAPINode, _ produces: [String], at place: JSONPointer) -> JSONValue {
        guard node.value.objectValue != nil else { return node.value }
        var members: [(String, JSONValue)] = []
        for (status, written) in node.members {
            guard let response = documents.resolved(written) else { continue }
            members.append((status, self.response(response, produces, at: place.appending(status))))
        }
        return .object(JSONObject(members))
    }

    private mutating func response(_ node: OpenAPINode, _ produces: [String], at place: JSONPointer) -> JSONValue {
        // A response that is no map is told by the reader.
        guard node.value.objectValue != nil else { return node.value }
        documents.reportUnknown(in: node, .swaggerResponse)
        var response = JSONObject()
        var headers: [(String, JSONValue)] = []
        for (name, header) in node["headers"]?.entries ?? [] {
            documents.reportUnknown(in: header, .swaggerHeader)
            origins[place.appending("headers").appending(name)] = header.place
            guard case .known(let list) = notation(header, .header) else { continue }
            var object: JSONObject = ["schema": schema(header)]
            object["style"] = list?.style
            headers.append((name, .object(object)))
        }
        response["headers"] = .object(JSONObject(headers))
        guard let schema = node["schema"] else { return .object(response) }
        // A file may be of any kind: only its media type is declared.
        let isFile = schema["type"]?.text == "file"
        let types = produces.isEmpty ? ["*/*"] : produces
        for type in types { origins[place.appending("content").appending(type)] = schema.place }
        response["content"] = content(types, isFile ? nil : schema, at: place)
        return .object(response)
    }
}
