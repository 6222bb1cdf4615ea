import BatonDiagnostics
import BatonValues

/// The fixed fields of the objects of a document that decide what is checked (OpenAPI 3.0 to 3.2, Swagger 2.0).
struct OpenAPIKeys {
    /// What the object is, in messages.
    let object: String
    let names: [String]

    static let operation = OpenAPIKeys(
        object: "an operation",
        names: [
            "tags", "summary", "description", "externalDocs", "operationId", "parameters", "requestBody", "responses",
            "callbacks", "deprecated", "security", "servers",
        ])
    static let header = OpenAPIKeys(
        object: "a header",
        names: [
            "description", "required", "deprecated", "allowEmptyValue", "style", "explode", "allowReserved", "schema",
            "example", "examples", "content", "name", "in",
        ])
    static let parameter = OpenAPIKeys(object: "a parameter", names: ["name", "in"] + header.names)
    static let body = OpenAPIKeys(object: "a request body", names: ["description", "content", "required"])
    static let response = OpenAPIKeys(
        object: "a response", names: ["description", "headers", "content", "links", "summary"])
    static let media = OpenAPIKeys(
        object: "a media type",
        names: ["schema", "example", "examples", "encoding", "itemSchema", "prefixEncoding", "itemEncoding"])

    // MARK: - Swagger 2.0

    /// What a parameter or a header says of its value.
    static let simpleSchema = [
        "type", "format", "items", "collectionFormat", "default", "maximum", "exclusiveMaximum", "minimum",
        "exclusiveMinimum", "maxLength", "minLength", "pattern", "maxItems", "minItems", "uniqueItems", "enum",
        "multipleOf",
    ]
    static let swaggerOperation = OpenAPIKeys(
        object: "an operation",
        names: [
            "tags", "summary", "description", "externalDocs", "operationId", "consumes", "produces", "parameters",
            "responses", "schemes", "deprecated", "security",
        ])
    static let swaggerParameter = OpenAPIKeys(
        object: "a parameter", names: ["name", "in", "description", "required", "allowEmptyValue"] + simpleSchema)
    static let swaggerBody = OpenAPIKeys(
        object: "a parameter `in: body`", names: ["name", "in", "description", "required", "schema"])
    static let swaggerHeader = OpenAPIKeys(object: "a header", names: ["description"] + simpleSchema)
    static let swaggerResponse = OpenAPIKeys(
        object: "a response", names: ["description", "schema", "headers", "examples"])
}

extension OpenAPIDocuments {
    /// Warns of misspelt fields: what stands in them would be checked by nothing.
    func reportUnknown(in node: OpenAPINode, _ keys: OpenAPIKeys) {
        for (name, member) in node.members where !keys.names.contains(name) && name != "$ref" {
            report(.unknownContractKey(name, in: keys, at: range(member, isKey: true)))
        }
    }
}

extension Diagnostic {
    fileprivate static func unknownContractKey(_ name: String, in keys: OpenAPIKeys, at range: SourceRange)
        -> Diagnostic
    {
        let near = Spelling.nearest(to: name, in: keys.names)
        return Diagnostic(
            .warning, "contract.unclear", "unknown key `\(name)` in \(keys.object): nothing is held against it",
            at: range, help: near.map { "did you mean `\($0)`?" } ?? "extensions begin with `x-`")
    }
}
