package import BatonDiagnostics
package import BatonJSON
package import BatonJSONSchema
package import BatonLanguage

/// A compiled schema for checks of responses.
package struct CompiledSchema: Sendable {
    package let schema: JSONSchema
    /// The name of the schema in messages: the file as written; nil for a schema in the workflow itself.
    let written: String?
    /// The names of the schema's documents in messages, by URI.
    let names: [String: String]
    /// The contract that the schema belongs to, which knows the lines of its keywords.
    var contract: Contract?

    package init(schema: JSONSchema, written: String?, names: [String: String], contract: Contract? = nil) {
        self.schema = schema
        self.written = written
        self.names = names
        self.contract = contract
    }
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
