import BatonCEL
import BatonDiagnostics
import BatonYAML

/// `{{name}}` in a text: a template of another tool, which is plain text here.
private struct ForeignTemplate {
    let name: Substring
    /// In UTF-8, with the braces.
    let range: Range<Int>

    /// The templates in a text whose whole content is a name; `{{{name}}}`, `{{ a.b }}` and `{{#if x}}` are none.
    static func all(in text: String, _ place: Range<Int>?) -> [ForeignTemplate] {
        let (open, close, space) = (UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: " "))
        guard text.utf8.contains(open) else { return [] }
        let bytes = Array(text.utf8)
        let end = place?.upperBound ?? bytes.count
        var found: [ForeignTemplate] = []
        var index = place?.lowerBound ?? 0
        func skip(_ isSkipped: (UInt8) -> Bool) {
            while index < end, isSkipped(bytes[index]) { index += 1 }
        }
        while index + 1 < end {
            guard bytes[index] == open else {
                index += 1
                continue
            }
            let start = index
            skip { $0 == open }
            guard index - start == 2 else { continue }
            skip { $0 == space }
            let nameStart = index
            skip { isLetter($0) || index > nameStart && isDigit($0) }
            let name = nameStart..<index
            skip { $0 == space }
            let braces = index
            skip { $0 == close }
            guard !name.isEmpty, index - braces == 2 else { continue }
            found.append(
                ForeignTemplate(name: Substring(decoding: bytes[name], as: UTF8.self), range: start..<index))
        }
        return found
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || byte == UInt8(ascii: "_")
    }

    private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }
}

extension TemplateReader {
    /// Warns of each `{{name}}` in a text whose name is that of a variable. A text with other names may be meant for a
    /// server that has templates of its own.
    ///
    /// - Parameters:
    ///   - text: the text of the node.
    ///   - range: the part of the text, in UTF-8; nil for the whole.
    func warnOfForeignTemplates(_ text: String, _ node: YAMLNode, in range: Range<Int>? = nil) {
        // Without quotes it is an error of YAML.
        guard node.style != .plain else { return }
        report(ForeignTemplate.all(in: text, range).filter { isVariable($0.name) }, in: text, node)
    }

    /// Warns of each `{{name}}` in a value or a list of values where only mistakes have this form: URLs, headers, query
    /// parameters.
    ///
    /// - Parameter areKnown: whether to warn of the names of variables, of which the reading of the value has warned.
    func warnOfForeignTemplates(of node: YAMLNode, areKnown: Bool) {
        for item in node.items.map(Array.init) ?? [node] {
            guard item.style != .plain, let text = item.scalar?.text else { continue }
            // `$("{{name}}")` is how the text is written that is meant.
            let literal =
                CELTemplate.isNeeded(for: text) ? CELTemplate.parse(text).literalRanges : [0..<text.utf8.count]
            for range in literal {
                report(
                    ForeignTemplate.all(in: text, range).filter { areKnown || !isVariable($0.name) }, in: text, item)
            }
        }
    }

    private func isVariable(_ name: Substring) -> Bool { scope.names.known[String(name)] != nil }

    private func report(_ templates: [ForeignTemplate], in text: String, _ node: YAMLNode) {
        for template in templates {
            let written = String(decoding: Array(text.utf8)[template.range], as: UTF8.self)
            sink.report(
                Diagnostic(
                    .warning, "expression.foreign-template",
                    "`\(written)` is literal text; Baton writes `$(\(template.name))`",
                    at: ScalarPlace(node: node).range(template.range),
                    help: "write `$(\(template.name))`; where the text is meant, write `'$(\"\(written)\")'`"))
        }
    }
}

extension CELTemplate {
    /// The parts without expressions, in UTF-8.
    fileprivate var literalRanges: [Range<Int>] {
        segments.compactMap { if case .literal(_, let range) = $0 { range } else { nil } }
    }
}
