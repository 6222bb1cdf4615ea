import BatonCEL
import BatonDiagnostics
import BatonYAML

extension TemplateReader {
    /// Warns of each template of another tool in a text.
    ///
    /// - Parameters:
    ///   - text: the text of the node.
    ///   - range: the part of the text, in UTF-8; nil for the whole.
    ///   - use: in an argument of a program only names that are known here are mistakes: `${HOME}` is for a shell.
    func warnOfForeignTemplates(_ text: String, _ node: YAMLNode, in range: Range<Int>? = nil, for use: Use = .any) {
        for template in templates(in: text, range ?? 0..<text.utf8.count, node, [.braces, .single, .dollar]) {
            let isWarned =
                switch template.form {
                // `{id}`, `$id`: may be meant, unless there is a variable of that name.
                case .single: use == .any && !text.hasNestedBraces && isVariable(template.name)
                case .dollar: use == .any && !text.utf8.contains(UInt8(ascii: "{")) && isVariable(template.name)
                case .segment: false
                case .braces: use != .argument || template.isMade || isKnown(template.name)
                }
            if isWarned { warn(of: template, in: text, node) }
        }
    }

    /// Warns of each template of another tool in a URL.
    func warnOfForeignTemplates(ofURL node: YAMLNode) {
        guard let text = node.scalar?.text else { return }
        // `$("{{name}}")` is how the text is written that is meant.
        let literal = CELTemplate.isNeeded(for: text) ? CELTemplate.parse(text).literalRanges : [0..<text.utf8.count]
        for range in literal {
            for template in templates(in: text, range, node, ForeignTemplate.Form.allCases)
            where template.form == .single || template.form == .braces || isVariable(template.name) {
                if template.form == .dollar, text.isParameterName(template.range) { continue }
                warn(of: template, in: text, node)
            }
        }
    }

    /// The templates that are not reported yet. In a plain scalar the YAML reader reports those with several signs
    /// outside of quotes.
    private func templates(
        in text: String, _ range: Range<Int>, _ node: YAMLNode, _ forms: [ForeignTemplate.Form]
    ) -> [ForeignTemplate] {
        let all = ForeignTemplate.all(in: text, range, forms: forms)
        guard !all.isEmpty, node.style == .plain else { return all }
        let quoted = QuotedPart.all(in: text, range)
        return all.filter { template in
            template.form != .braces || quoted.contains { $0.contains(template.range.lowerBound) }
        }
    }

    private func isVariable(_ name: String) -> Bool { scope.names.known[name]?.slot != nil }

    /// Whether it names a variable or a member of something that every expression knows, or a value that the other tool
    /// makes.
    func isKnown(_ template: ForeignTemplate) -> Bool {
        template.isMade || isKnown(expression(of: template))
    }

    private func isKnown(_ name: String) -> Bool {
        let path = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        return scope.names.known[path[0]] != nil || path.count > 1 && Root(named: path[0]) != nil
    }

    /// What stands for it here: a variable of that name, whatever else the name means in other tools.
    func expression(of template: ForeignTemplate) -> String {
        isVariable(template.name) ? template.name : template.expression
    }

    private func warn(of template: ForeignTemplate, in text: String, _ node: YAMLNode) {
        let written = String(decoding: Array(text.utf8)[template.range], as: UTF8.self)
        let expression = expression(of: template)
        let here = template.isMade ? "functions make such values here" : "Baton writes `$(\(expression))`"
        let others = template.isMade ? " or another function" : ""
        sink.report(
            Diagnostic(
                .warning, "expression.foreign-template", "`\(written)` is literal text; \(here)",
                at: ScalarPlace(node: node).range(template.range),
                help:
                    "write `$(\(expression))`\(others); where the text is meant, write `\(Self.literal(written, in: node))`"
            ))
    }

    /// How a text is written that looks like a template, with the quotes that its place needs.
    static func literal(_ text: String, in node: YAMLNode) -> String {
        switch node.style {
        case .doubleQuoted: "$(\\\"\(text)\\\")"
        default: "$(\"\(text)\")"
        }
    }
}

extension String {
    /// Whether it may be a query of GraphQL, in which `$id` and `{ id }` have a meaning of their own.
    fileprivate var hasNestedBraces: Bool {
        var depth = 0
        var previous: UInt8 = 0
        for byte in utf8 {
            if previous == UInt8(ascii: "{"), byte <= UInt8(ascii: " ") { return true }
            if byte == UInt8(ascii: "{") { depth += 1 }
            if byte == UInt8(ascii: "}") { depth -= 1 }
            if depth > 1 { return true }
            previous = byte
        }
        return false
    }

    /// Whether the range is the name of a parameter: `$top` in `?$top=5`, as OData has it.
    fileprivate func isParameterName(_ range: Range<Int>) -> Bool {
        utf8.dropFirst(range.upperBound).first == UInt8(ascii: "=")
    }
}

extension CELTemplate {
    /// The parts without expressions, in UTF-8.
    fileprivate var literalRanges: [Range<Int>] {
        segments.compactMap { if case .literal(_, let range) = $0 { range } else { nil } }
    }
}
