import BatonDiagnostics
import BatonJSON
import BatonYAML

/// Reads JSONPaths and dotted key paths.
struct PathReader {
    let templates: TemplateReader
    let sink: DiagnosticSink

    func path(_ node: YAMLNode) -> PathTemplate? {
        guard let scalar = node.scalar else { return nil }
        let text = templates.text(node)
        guard let literal = text.literal else {
            return .template(text)
        }
        if literal.hasPrefix("$") { return jsonPath(literal, scalar, node) }
        do {
            return .keyPath(try JSONKeyPath.parse(literal))
        } catch {
            sink.report(
                Diagnostic(
                    "workflow.invalid-path", "`\(literal)` is no path: \(error.message)", at: node.range,
                    help: "write a JSONPath such as `$.token`, or keys with dots such as `user.name`"))
            return nil
        }
    }

    private func jsonPath(_ literal: String, _ scalar: YAMLScalar, _ node: YAMLNode) -> PathTemplate? {
        do {
            return .path(try JSONPath.parse(literal))
        } catch {
            sink.report(
                Diagnostic(
                    "workflow.invalid-path", "the path `\(literal)` is not valid: \(error.message)",
                    at: node.sourceMap.range(error.range)))
            return nil
        }
    }
}
