import BatonCEL
import BatonDiagnostics
import BatonJudging
import BatonLanguage
import BatonSources
import BatonYAML

extension TemplateReader {
    /// Reports each `$(…)` inside the quotes of an expression that would be an expression outside of them: `name ==
    /// "$(other)"` compares with these very characters, and `name != "$(other)"` is always true.
    ///
    /// - Parameter isCondition: whether a text by itself is reported too that holds a template of another tool; in
    ///   values, `$("{{name}}")` is how they are written where they are meant.
    func reportTemplatesInLiterals(of expression: String, at place: TextPlace, isCondition: Bool) {
        let hasBrace = expression.utf8.contains(UInt8(ascii: "{"))
        guard hasBrace || CELTemplate.isNeeded(for: expression) else { return }
        let literals = CELProgram.stringLiterals(in: expression)
        for literal in literals {
            for found in Self.expressions(in: expression, literal) {
                sink.report(.templateInLiteral(found, of: expression, at: place))
            }
            let isAlone = literals.count == 1 && literal.count >= expression.trimmedCount - 2
            guard hasBrace, isCondition || !isAlone else { continue }
            for marker in TemplateMarker.ranges(Array(expression.utf8), in: literal) {
                sink.report(.templateInLiteral(marker, of: expression, at: place))
            }
        }
    }

    /// Each `$(…)` and `$$(…)`, which is no escape inside of quotes, with an expression that has letters: `$(5)` is no
    /// template of anybody.
    private static func expressions(in text: String, _ literal: Range<Int>) -> [Range<Int>] {
        let bytes = Array(text.utf8)
        // Both forms are read alike.
        let content = String(decoding: bytes[literal], as: UTF8.self).replacing("$$(", with: " $(")
        var found: [Range<Int>] = []
        for case .expression(let inner, let range) in CELTemplate.parse(content).segments {
            let start = literal.lowerBound + range.lowerBound - 2
            let before = bytes[start - 1]
            // In a regular expression `\$` is a dollar.
            guard before != UInt8(ascii: "\\"), inner.contains(where: \.isLetter), CELProgram.isExpression(inner) else {
                continue
            }
            let isDoubled = before == UInt8(ascii: "$")
            found.append(start - (isDoubled ? 1 : 0)..<literal.lowerBound + range.upperBound + 1)
        }
        return found
    }
}

extension Diagnostic {
    fileprivate static func templateInLiteral(
        _ found: Range<Int>, of text: String, at place: TextPlace
    ) -> Diagnostic {
        let written = String(decoding: Array(text.utf8)[found], as: UTF8.self)
        return Diagnostic(
            "expression.template-in-literal", "`\(written)` in the quotes of an expression is literal text",
            at: place.range(found),
            help:
                "a value stands outside of the quotes, `name == other`, and texts are joined with `+`; where these characters are meant, write `\"{\" + \"{name}}\"`"
        )
    }
}

extension String {
    /// The length in UTF-8 without the spaces around.
    fileprivate var trimmedCount: Int {
        utf8.reversed().drop { $0 == UInt8(ascii: " ") }.reversed().drop { $0 == UInt8(ascii: " ") }.count
    }
}
