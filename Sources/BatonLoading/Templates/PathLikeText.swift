import BatonDiagnostics
import BatonJSON
import BatonLanguage
import BatonYAML

extension TemplateReader {
    /// The template of a value that a check compares with or that `set` stores. A text that is a JSONPath gets a warning:
    /// `ne: $.tag` compares with these very characters, and nearly always holds.
    func comparedValue(_ node: YAMLNode) -> Template {
        for item in node.items.map(Array.init) ?? [node] {
            guard let scalar = item.scalar, !scalar.mayHoldExpression else { continue }
            let text = scalar.text
            guard text.hasPrefix("$.") || text.hasPrefix("$["), text.utf8.count <= 200,
                (try? JSONPath.parse(text)) != nil
            else { continue }
            sink.report(
                Diagnostic(
                    .warning, "workflow.path-like-expression", "`\(text)` is literal text here", at: item.range,
                    help:
                        "a value of the response is written `$(response.json.name)`; where the text is meant, `\(Self.literal(text, in: item))`"
                ))
        }
        return template(node)
    }
}
