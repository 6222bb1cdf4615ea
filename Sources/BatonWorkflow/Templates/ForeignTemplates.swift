import BatonCEL
import BatonDiagnostics
import BatonYAML

extension TemplateReader {
    /// Warns of each template of another tool in a text whose name is known here. A text with other names may be meant
    /// for a server that has templates of its own.
    ///
    /// - Parameters:
    ///   - text: the text of the node.
    ///   - range: the part of the text, in UTF-8; nil for the whole.
    func warnOfForeignTemplates(_ text: String, _ node: YAMLNode, in range: Range<Int>? = nil) {
        for template in templates(in: text, range ?? 0..<text.utf8.count, node) where isKnown(template) {
            warn(of: template, in: text, node)
        }
    }

    /// Warns of each template of another tool in a value or a list of values where only mistakes have this form: URLs,
    /// headers, query parameters, `auth`.
    ///
    /// - Parameter areKnown: whether to warn of names that are known, of which the reading of the value has warned.
    func warnOfForeignTemplates(of node: YAMLNode, areKnown: Bool) {
        for item in node.items.map(Array.init) ?? [node] {
            guard let text = item.scalar?.text else { continue }
            // `$("{{name}}")` is how the text is written that is meant.
            let literal =
                CELTemplate.isNeeded(for: text) ? CELTemplate.parse(text).literalRanges : [0..<text.utf8.count]
            for range in literal {
                for template in templates(in: text, range, item) where areKnown || !isKnown(template) {
                    warn(of: template, in: text, item)
                }
            }
        }
    }

    /// The templates that are not reported yet. In a plain scalar the YAML reader reports those outside of quotes.
    private func templates(in text: String, _ range: Range<Int>, _ node: YAMLNode) -> [ForeignTemplate] {
        guard text.utf8.contains(UInt8(ascii: "{")) else { return [] }
        let parts = node.style == .plain ? QuotedPart.all(in: text, range) : [range]
        return parts.flatMap { ForeignTemplate.all(in: text, $0) }
    }

    /// Whether it names a variable or a member of something that every expression knows, or a value that the other tool
    /// makes.
    func isKnown(_ template: ForeignTemplate) -> Bool {
        if template.isMade { return true }
        let path = template.name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        return scope.names.known[path[0]] != nil || path.count > 1 && Root(named: path[0]) != nil
    }

    private func warn(of template: ForeignTemplate, in text: String, _ node: YAMLNode) {
        let written = String(decoding: Array(text.utf8)[template.range], as: UTF8.self)
        let here = template.isMade ? "functions make such values here" : "Baton writes `$(\(template.name))`"
        let others = template.isMade ? " or another function" : ""
        sink.report(
            Diagnostic(
                .warning, "expression.foreign-template", "`\(written)` is literal text; \(here)",
                at: ScalarPlace(node: node).range(template.range),
                help:
                    "write `$(\(template.expression))`\(others); where the text is meant, write `\(Self.literal(written, in: node))`"
            ))
    }

    /// How a text is written that looks like a template, with the quotes that its place needs.
    private static func literal(_ text: String, in node: YAMLNode) -> String {
        switch node.style {
        case .doubleQuoted: "$(\\\"\(text)\\\")"
        default: "$(\"\(text)\")"
        }
    }
}

extension CELTemplate {
    /// The parts without expressions, in UTF-8.
    fileprivate var literalRanges: [Range<Int>] {
        segments.compactMap { if case .literal(_, let range) = $0 { range } else { nil } }
    }
}
