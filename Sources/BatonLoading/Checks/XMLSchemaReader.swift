import BatonDiagnostics
import BatonJudging
import BatonYAML

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
