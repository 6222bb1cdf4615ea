import BatonCEL
import BatonDiagnostics
import BatonYAML

/// `{{name}}` in a text: a template of another tool, which is plain text here.
private struct ForeignTemplate {
    /// `token`, `vars.token` or `$guid`.
    let name: Substring
    /// In UTF-8, with the braces.
    let range: Range<Int>

    /// Whether the other tool makes the value: `$guid`, `$timestamp`.
    var isMade: Bool { name.hasPrefix("$") }

    /// What stands for it here; of values that the other tool makes, any function is an example.
    var expression: String { isMade ? Self.made[String(name)] ?? "uuid()" : String(name) }

    private static let made = [
        "$timestamp": "int(now())", "$isoTimestamp": "now()", "$randomInt": "random_int(0, 1000)",
    ]

    /// The templates in a text whose whole content is a name or a path; `{{{name}}}` and `{{#if x}}` are none.
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
            if index < end, bytes[index] == UInt8(ascii: "$") { index += 1 }
            skip { isLetter($0) || index > nameStart && (isDigit($0) || $0 == UInt8(ascii: ".")) }
            let name = nameStart..<index
            skip { $0 == space }
            let braces = index
            skip { $0 == close }
            guard let last = bytes[name].last, isLetter(last) || isDigit(last), index - braces == 2 else { continue }
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
        for template in ForeignTemplate.all(in: text, range) where isKnown(template) {
            warn(of: template, in: text, ScalarPlace(node: node))
        }
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
                for template in ForeignTemplate.all(in: text, range) where areKnown || !isKnown(template) {
                    warn(of: template, in: text, ScalarPlace(node: item))
                }
            }
        }
    }

    /// Warns of each `{{name}}` of a variable in the quotes of a condition.
    func warnOfForeignTemplates(inLiteralsOf condition: String, at place: ScalarPlace) {
        guard condition.utf8.contains(UInt8(ascii: "{")) else { return }
        for literal in CELProgram.stringLiterals(in: condition) {
            for template in ForeignTemplate.all(in: condition, literal) where isKnown(template) {
                let name = template.expression
                warn(
                    of: template, in: condition, place, here: "expressions write `\(name)`",
                    help: template.range == literal
                        ? "write `\(name)` without quotes" : "join the parts: `\"…\" + string(\(name))`",
                    meant: "\"{\" + \"{\(template.name)}}\"")
            }
        }
    }

    /// Whether it names a variable, as it is or as a member of `vars`, or a value that the other tool makes.
    private func isKnown(_ template: ForeignTemplate) -> Bool {
        let path = template.name.split(separator: ".", omittingEmptySubsequences: false)
        if path.count == 2, path[0] == Root.vars.name { return isVariable(path[1]) }
        return template.isMade || path.count == 1 && isVariable(path[0])
    }

    private func isVariable(_ name: Substring) -> Bool { scope.names.known[String(name)] != nil }

    /// - Parameters:
    ///   - here: how a value is written where the template stands; nil for a text.
    ///   - help: what to write for the template; nil for a text.
    ///   - meant: how the text itself is written; nil for a text.
    private func warn(
        of template: ForeignTemplate, in text: String, _ place: ScalarPlace, here: String? = nil, help: String? = nil,
        meant: String? = nil
    ) {
        let written = String(decoding: Array(text.utf8)[template.range], as: UTF8.self)
        let here = template.isMade ? "functions make such values here" : here ?? "Baton writes `$(\(template.name))`"
        let help = help ?? "write `$(\(template.expression))`"
        let others = template.isMade ? " or another function" : ""
        sink.report(
            Diagnostic(
                .warning, "expression.foreign-template", "`\(written)` is literal text; \(here)",
                at: place.range(template.range),
                help: "\(help)\(others); where the text is meant, write `\(meant ?? "'$(\"\(written)\")'")`"))
    }
}

extension CELTemplate {
    /// The parts without expressions, in UTF-8.
    fileprivate var literalRanges: [Range<Int>] {
        segments.compactMap { if case .literal(_, let range) = $0 { range } else { nil } }
    }
}
