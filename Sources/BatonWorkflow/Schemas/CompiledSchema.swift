import BatonDiagnostics
package import BatonJSON

/// A schema that responses are held against.
package struct CompiledSchema: Sendable {
    package let schema: JSONSchema
    /// What messages call it: the file as written, or nothing for one that stands in the workflow.
    let written: String?
    /// The documents that it is made of, by URI: what messages call them.
    let names: [String: String]
}

/// What stands behind `schema`.
package enum SchemaTemplate: Sendable {
    case compiled(CompiledSchema)
    /// With `$(…)` in it: what these yield is data, and the schema is compiled once they are known.
    case template(Template, Context)

    /// What a schema with values yet to come may refer to: nothing that was not there when the file was loaded.
    package struct Context: Sendable {
        let uri: String
        /// Where the schema is written.
        let range: SourceRange
        let documents: [String: JSONValue]
        let names: [String: String]
    }

    func compiled(from scope: any TemplateScope) throws(TemplateFailure) -> CompiledSchema {
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
                throw TemplateFailure("the schema cannot be used: \(message)", at: context.range)
            }
            return CompiledSchema(schema: schema, written: nil, names: context.names)
        }
    }
}
