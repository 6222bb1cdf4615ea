import BatonDiagnostics
import BatonXML
import BatonYAML

/// Reads an XPath of a check or a capture.
struct XPathReader {
    let templates: TemplateReader

    private var sink: DiagnosticSink { templates.sink }

    /// The XPath; reports an invalid one and returns nil.
    func path(_ node: YAMLNode) -> XPath? {
        guard let text = templates.text(node, for: .xpath).literal,
            !TemplateReader.holdsMarker(text)
        else {
            sink.report(.computedXPath(at: node.range))
            return nil
        }
        do throws(XPathError) {
            return try XPath.parse(text, namespaces: templates.position.namespaces)
        } catch {
            sink.report(.invalidXPath(text, error, in: node))
            return nil
        }
    }

    /// Operators of lists, which test all nodes.
    private static let listOperators: Set = [
        "each", "any", "none", "unique", "sorted", "in_any_order", "length", "empty",
    ]

    /// Whether a check is about all nodes that an XPath finds: it expects a list, has an operator of lists, or only
    /// tests whether there are nodes (`exists`).
    static func isOfList(_ check: YAMLNode) -> Bool {
        if check.items != nil { return true }
        let entries = check.entries ?? []
        let names = entries.map(\.keyText)
        if names == ["exists"] || names.contains(where: listOperators.contains) { return true }
        return entries.contains { entry in
            switch entry.keyText {
            case "eq", "ne": entry.value.items != nil
            case "not": isOfList(entry.value)
            default: false
            }
        }
    }
}

extension Diagnostic {
    static func invalidXPath(_ text: String, _ error: XPathError, in node: YAMLNode) -> Diagnostic {
        Diagnostic(
            "workflow.invalid-path", "the XPath `\(text)` is not valid: \(error.message)",
            at: node.sourceMap.range(error.range))
    }

    static func computedXPath(at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.computed", "an XPath is written out here, so that no value can change what it means",
            at: range,
            help: "a computed one is `that: xpath(response.body, …) == …`, or `value: $(xpath(response.body, …))`")
    }
}
