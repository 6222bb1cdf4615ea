package import BatonDiagnostics
package import BatonJSON
package import BatonJSONSchema
package import BatonLanguage

/// A compiled schema for checks of responses.
///
/// The operator `schema` and contracts share it: `SchemaViolations` says why a value does not fit, without its
/// `HiddenParts`. An XML Schema is held against a whole response.
package struct CompiledSchema: Sendable {
    package let schema: JSONSchema
    /// The name of the schema in messages: the file as written; nil for a schema in the workflow itself.
    let written: String?
    /// The names of the schema's documents in messages, by URI.
    let names: [String: String]
    /// The places of the schema's keywords in its documents, by URI; empty for a schema that is no part of a contract.
    let places: [String: any SchemaPlaces]

    package init(
        schema: JSONSchema, written: String?, names: [String: String], places: [String: any SchemaPlaces] = [:]
    ) {
        self.schema = schema
        self.written = written
        self.names = names
        self.places = places
    }
}

/// The places of the values of a file with schemas.
package protocol SchemaPlaces: Sendable {
    /// The name of the file in messages.
    var name: String { get }
    func range(of pointer: JSONPointer, isKey: Bool) -> SourceRange
    /// The pointer in the file as its user wrote that, which may be in another language than the schemas.
    func writtenPointer(_ pointer: JSONPointer) -> JSONPointer
}

extension SchemaPlaces {
    /// The place of a keyword of this file.
    func range(of place: JSONSchema.Place) -> SourceRange { range(of: place.pointer, isKey: true) }
}

/// The value of `schema`.
package enum SchemaTemplate: Sendable {
    case compiled(CompiledSchema)
    /// A schema with `$(…)` in it, whose values are data. The schema is compiled once they are known.
    case template(Template, Context)

    /// The documents that a schema with `$(…)` may refer to, all of which were read when the file was loaded.
    package struct Context: Sendable {
        let uri: String
        /// The place of the schema in the file.
        let range: SourceRange
        let documents: [String: JSONValue]
        let names: [String: String]

        package init(uri: String, range: SourceRange, documents: [String: JSONValue], names: [String: String]) {
            self.uri = uri
            self.range = range
            self.documents = documents
            self.names = names
        }
    }

    func compiled(from scope: any TemplateScope) throws(StepFailure) -> CompiledSchema {
        switch self {
        case .compiled(let schema): return schema
        case .template(let template, let context):
            let document = try template.json(from: scope)
            let (schema, issues) = JSONSchema.compile(
                document, from: context.uri, options: SchemaFormats.options
            ) { uri in
                context.documents[uri].map(JSONSchema.Found.document)
                    ?? .refused("`\(uri)` is not there", help: nil)
            }
            guard let schema else {
                let message = issues.first { !$0.isWarning }?.message ?? "it is none"
                throw StepFailure("the schema cannot be used: \(message)", at: context.range)
            }
            return CompiledSchema(schema: schema, written: nil, names: context.names)
        }
    }
}
