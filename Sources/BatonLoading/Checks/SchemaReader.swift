import BatonDiagnostics
import BatonJSON
import BatonJSONSchema
import BatonJudging
import BatonLanguage
import BatonWorkflow
import BatonYAML

/// Reads `schema`: the name of a file, or a schema itself.
struct SchemaReader {
    let templates: TemplateReader

    private var sink: DiagnosticSink { templates.sink }

    /// The schema; nil after a report.
    func schema(_ node: YAMLNode) -> SchemaTemplate? {
        switch node.kind {
        case .mapping(let entries): return entries.isEmpty ? nothing(node) : inline(node)
        case .sequence: return wrong(node)
        case .scalar(let scalar):
            if case .bool(true) = scalar.value { return nothing(node) }
            guard case .string = scalar.value, !scalar.text.isEmpty else { return wrong(node) }
            return file(scalar.text, node)
        }
    }

    private func wrong(_ node: YAMLNode) -> SchemaTemplate? {
        sink.report(.wrongType(Language.Expect.schema, wanted: "the name of a file or a schema", node))
        return nil
    }

    private func nothing(_ node: YAMLNode) -> SchemaTemplate? {
        sink.report(
            .checksNothing(
                "a schema that everything fits", at: node.useRange,
                help: "write what the value must be, for example `{ type: object, required: [id] }`"))
        return nil
    }

    // MARK: - Files

    private func file(_ reference: String, _ node: YAMLNode) -> SchemaTemplate? {
        if node.mayHoldExpression {
            sink.report(.computedSchema(at: node.useRange))
            return nil
        }
        if SchemaLibrary.hasScheme(reference) { return elsewhere(reference, node) }
        let entry: SchemaLibrary.Entry
        do throws(ProjectFileError) {
            entry = try templates.scope.schemas.entry(reference, for: sourceFile(of: node))
        } catch {
            sink.report(
                Diagnostic(
                    "file.unreadable", "\(error.message)", at: node.useRange,
                    help: "a schema's file is relative to the folder of \(sourceFile(of: node).path)"))
            return nil
        }
        report(entry.diagnostics, usedAt: node)
        guard let schema = entry.schema else { return nil }
        if schema.schema.acceptsEverything { return nothing(node) }
        return .compiled(schema)
    }

    /// The schema of a URI that is mapped to a file.
    private func elsewhere(_ uri: String, _ node: YAMLNode) -> SchemaTemplate? {
        var compilation = SchemaCompilation(library: templates.scope.schemas, workflow: sourceFile(of: node))
        let document = SchemaDocument(inline: node, value: ["$ref": .string(uri)])
        let entry = compilation.compile(document, from: "baton:schema", at: "", named: uri)
        report(entry.diagnostics, usedAt: node)
        return entry.schema.map { .compiled($0) }
    }

    private func sourceFile(of node: YAMLNode) -> SourceFile { node.useRange.file }

    /// Reports findings; those in another file get a note about its use here.
    private func report(_ diagnostics: [Diagnostic], usedAt node: YAMLNode) {
        for var diagnostic in diagnostics {
            if let range = diagnostic.range, range.file !== sourceFile(of: node) {
                diagnostic.notes.append(.init("used here", at: node.useRange))
            }
            sink.report(diagnostic)
        }
    }

    // MARK: - Schemas in the workflow

    private func inline(_ node: YAMLNode) -> SchemaTemplate? {
        let template = templates.template(node)
        let outline: JSONValue
        if let literal = template.literalValue {
            outline = literal
        } else {
            let known = sink.hasErrors
            guard let skeleton = skeleton(template, node, .schema) else {
                if !known, !sink.hasErrors { sink.report(.computedSchema(at: node.useRange)) }
                return nil
            }
            outline = skeleton
        }
        let workflow = sourceFile(of: node)
        let library = templates.scope.schemas
        let uri = library.uri(of: workflow)
        var compilation = SchemaCompilation(library: library, workflow: workflow)
        let document = SchemaDocument(inline: node, value: outline)
        let entry = compilation.compile(document, from: uri, at: "", named: nil)
        report(entry.diagnostics, usedAt: node)
        guard let schema = entry.schema else { return nil }
        guard template.literalValue == nil else {
            return schema.schema.acceptsEverything ? nothing(node) : .compiled(schema)
        }
        return .template(
            template,
            SchemaTemplate.Context(
                uri: uri, range: node.useRange, documents: compilation.documents.compactMapValues(\.value),
                names: compilation.names))
    }

    /// The schema without the keywords whose values are computed. Nil, after a report, where `$(…)` stands in place of
    /// a keyword or a subschema, because a response must not decide which keywords a schema has.
    private func skeleton(_ template: Template, _ node: YAMLNode, _ part: JSONSchema.Part) -> JSONValue? {
        if let literal = template.literalValue { return literal }
        switch (part, template) {
        case (.schema, .map(let members)), (.schemasByName, .map(let members)):
            var object = JSONObject()
            for (member, entry) in zip(members, node.entries ?? []) {
                guard let name = member.key.literal else { return computed(entry.key) }
                let inner: JSONSchema.Part = part == .schemasByName ? .schema : .behind(name)
                if inner == .value, member.value.literalValue == nil { continue }
                guard let value = skeleton(member.value, entry.value, inner) else { return nil }
                object.append(name, value)
            }
            return .object(object)
        case (.schemas, .list(let items)):
            var values: [JSONValue] = []
            for (item, child) in zip(items, node.items ?? []) {
                guard let value = skeleton(item, child, .schema) else { return nil }
                values.append(value)
            }
            return .array(values)
        default: return computed(node)
        }
    }

    private func computed(_ node: YAMLNode) -> JSONValue? {
        sink.report(.computedSchema(at: node.useRange))
        return nil
    }
}

extension Diagnostic {
    static func computedSchema(at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.computed", "what a schema is made of cannot be computed", at: range,
            help: "`$(…)` may stand in values of a schema, such as those of `const`, `enum`, `minimum` and `pattern`")
    }
}

/// Reads `xml_schema`: the name of a file.
struct XMLSchemaReader {
    let templates: TemplateReader

    private var sink: DiagnosticSink { templates.sink }

    /// The schema; nil after a report.
    func schema(_ node: YAMLNode) -> CompiledXMLSchema? {
        let path = node.scalar?.text ?? ""
        if node.mayHoldExpression {
            sink.report(
                Diagnostic(
                    "workflow.computed", "the file of an XML Schema must be known before the file runs",
                    at: node.useRange, help: "write it out; it is relative to the folder of the workflow"))
            return nil
        }
        let file = node.useRange.file
        let entry: XMLSchemaEntry
        do throws(ProjectFileError) {
            entry = try templates.scope.schemas.xmlSchema(path, for: file)
        } catch {
            sink.report(
                Diagnostic(
                    "file.unreadable", "\(error.message)", at: node.useRange,
                    help: "a schema's file is relative to the folder of \(file.path)"))
            return nil
        }
        for var diagnostic in entry.diagnostics {
            if diagnostic.range?.file !== file { diagnostic.notes.append(.init("used here", at: node.useRange)) }
            sink.report(diagnostic)
        }
        return entry.schema
    }
}
