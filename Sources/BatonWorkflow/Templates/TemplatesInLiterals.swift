import BatonCEL
import BatonDiagnostics

extension TemplateReader {
    /// Reports each `$(…)` inside the quotes of an expression that would be an expression outside of them: `name ==
    /// "$(other)"` compares with these very characters, and `name != "$(other)"` is always true.
    ///
    /// - Parameter isCondition: whether a text by itself is reported too that holds a template of another tool; in
    ///   values, `$("{{name}}")` is how they are written where they are meant.
    func reportTemplatesInLiterals(of expression: String, at place: ScalarPlace, isCondition: Bool) {
        let hasBrace = expression.utf8.contains(UInt8(ascii: "{"))
        guard hasBrace || CELTemplate.isNeeded(for: expression) else { return }
        let literals = CELProgram.stringLiterals(in: expression)
        for literal in literals {
            for found in TemplateInLiteral.all(in: expression, literal) {
                sink.report(.templateInLiteral(found, of: expression, literal, .error, at: place))
            }
            let isAlone = literals.count == 1 && literal.count >= expression.trimmedCount - 2
            guard hasBrace, isCondition || !isAlone else { continue }
            for template in ForeignTemplate.all(in: expression, literal) {
                sink.report(
                    .templateInLiteral(
                        TemplateInLiteral(template), of: expression, literal, isKnown(template) ? .error : .warning,
                        at: place))
            }
        }
    }
}

/// What looks like a value inside the quotes of an expression.
private struct TemplateInLiteral {
    /// The expression that is most likely meant.
    let expression: String
    /// In UTF-8.
    let range: Range<Int>

    init(_ template: ForeignTemplate) {
        expression = template.expression
        range = template.range
    }

    private init(_ expression: String, _ range: Range<Int>) {
        self.expression = expression
        self.range = range
    }

    /// Each `$(…)` and `$$(…)`, which is no escape inside of quotes, with an expression that has letters: `$(5)` is no
    /// template of anybody.
    static func all(in text: String, _ literal: Range<Int>) -> [TemplateInLiteral] {
        let bytes = Array(text.utf8)
        // Both forms are read alike.
        let content = String(decoding: bytes[literal], as: UTF8.self).replacing("$$(", with: " $(")
        var found: [TemplateInLiteral] = []
        for case .expression(let inner, let range) in CELTemplate.parse(content).segments {
            let start = literal.lowerBound + range.lowerBound - 2
            let before = bytes[start - 1]
            // In a regular expression `\$` is a dollar.
            guard before != UInt8(ascii: "\\"), inner.contains(where: \.isLetter), CELProgram.isExpression(inner) else {
                continue
            }
            let isDoubled = before == UInt8(ascii: "$")
            found.append(
                TemplateInLiteral(inner, start - (isDoubled ? 1 : 0)..<literal.lowerBound + range.upperBound + 1))
        }
        return found
    }
}

extension Diagnostic {
    fileprivate static func templateInLiteral(
        _ found: TemplateInLiteral, of text: String, _ literal: Range<Int>, _ severity: Severity, at place: ScalarPlace
    ) -> Diagnostic {
        let bytes = Array(text.utf8)
        func part(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
        let written = part(found.range)
        // `"a".size()` is about the text as a whole.
        let isReceiver = literal.upperBound + 1 < bytes.count && bytes[literal.upperBound + 1] == UInt8(ascii: ".")
        func joined(_ parts: [String?]) -> String {
            let sum = parts.compactMap(\.self).joined(separator: " + ")
            return isReceiver ? "(\(sum))" : sum
        }
        var instead: String
        if found.range == literal {
            instead = "write `\(found.expression)` without quotes"
        } else {
            let before = part(literal.lowerBound..<found.range.lowerBound)
            let after = part(found.range.upperBound..<literal.upperBound)
            instead = "join the parts: `\(joined([before.quoted, "string(\(found.expression))", after.quoted]))`"
        }
        // Between its opening signs a template is none any more.
        let opening = written.prefix { "$({".contains($0) }.dropLast()
        var meant = joined(["\"\(opening)\"", "\"\(written.dropFirst(opening.count))\""])
        let range = place.range(found.range)
        // In double quotes of YAML those of the expression are escaped.
        let quote = place.range(literal.lowerBound - 1..<literal.lowerBound)
        let backslash = UInt8(ascii: "\\")
        if [quote.lower - 1, quote.lower].contains(where: { $0 >= 0 && quote.file.bytes[$0] == backslash }) {
            (instead, meant) = (instead.replacing("\"", with: "\\\""), meant.replacing("\"", with: "\\\""))
        }
        return Diagnostic(
            severity, "expression.template-in-literal", "`\(written)` in the quotes of an expression is literal text",
            at: range, help: "\(instead); where these characters are meant, write `\(meant)`")
    }
}

extension String {
    /// The length in UTF-8 without the spaces around.
    fileprivate var trimmedCount: Int {
        utf8.reversed().drop { $0 == UInt8(ascii: " ") }.reversed().drop { $0 == UInt8(ascii: " ") }.count
    }

    /// As a text of an expression, cut where it is long; nil if there is nothing to quote.
    fileprivate var quoted: String? {
        if isEmpty { return nil }
        return count > 40 || contains { "\"\\".contains($0) } ? "\"…\"" : "\"\(self)\""
    }
}
