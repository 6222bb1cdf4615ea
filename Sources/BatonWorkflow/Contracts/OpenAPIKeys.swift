import BatonDiagnostics
import BatonText

/// The fixed fields of the objects of an OpenAPI document that decide what is checked (OpenAPI 3.0 to 3.2).
enum OpenAPIKeys: String {
    case operation = "an operation"
    case parameter = "a parameter"
    case header = "a header"
    case body = "a request body"
    case response = "a response"
    case media = "a media type"

    var names: [String] {
        switch self {
        case .operation:
            [
                "tags", "summary", "description", "externalDocs", "operationId", "parameters", "requestBody",
                "responses",
                "callbacks", "deprecated", "security", "servers",
            ]
        case .parameter: ["name", "in"] + OpenAPIKeys.header.names
        case .header:
            [
                "description", "required", "deprecated", "allowEmptyValue", "style", "explode", "allowReserved",
                "schema",
                "example", "examples", "content", "name", "in",
            ]
        case .body: ["description", "content", "required"]
        case .response: ["description", "headers", "content", "links", "summary"]
        case .media:
            ["schema", "example", "examples", "encoding", "itemSchema", "prefixEncoding", "itemEncoding"]
        }
    }
}

extension OpenAPIReader {
    /// Warns of misspelt fields: what stands in them would be checked by nothing.
    mutating func reportUnknown(in node: OpenAPINode, _ keys: OpenAPIKeys) {
        let names = keys.names
        for (name, member) in node.members where !names.contains(name) && name != "$ref" {
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
            .warning, "contract.unknown-key", "unknown key `\(name)` in \(keys.rawValue): nothing is held against it",
            at: range, help: near.map { "did you mean `\($0)`?" } ?? "extensions begin with `x-`")
    }
}
