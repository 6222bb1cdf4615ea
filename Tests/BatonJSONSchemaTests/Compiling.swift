import BatonJSON
import Testing

@testable import BatonJSONSchema

/// Compiles schemas that are written as JSON texts.
enum Compiling {
    static func schema(
        _ text: String, options: JSONSchema.Options = .init(), documents: [String: String] = [:]
    ) throws -> JSONSchema {
        let (schema, diagnostics) = try compile(text, options: options, documents: documents)
        return try #require(schema, "\(diagnostics.map(\.message))")
    }

    static func compile(
        _ text: String, options: JSONSchema.Options = .init(), documents: [String: String] = [:],
        at fragment: String = ""
    ) throws -> (schema: JSONSchema?, diagnostics: [JSONSchema.Diagnostic]) {
        JSONSchema.compile(
            try JSONParser.parse(text), from: "file:///a/schema.json", at: fragment, options: options
        ) { uri in
            documents[uri].flatMap { try? JSONParser.parse($0) }.map(JSONSchema.Found.document)
                ?? .refused("there is no \(uri)", help: nil)
        }
    }
}
