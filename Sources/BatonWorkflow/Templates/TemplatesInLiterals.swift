import BatonCEL
import BatonDiagnostics

extension TemplateReader {
    /// Reports each `$(…)` inside the quotes of an expression that would have a value outside of them: `name ==
    /// "$(other)"` compares with these very characters, and `name != "$(other)"` is always true.
    func reportTemplatesInLiterals(of expression: String, at place: ScalarPlace) {
        guard CELTemplate.isNeeded(for: expression) else { return }
        let bytes = Array(expression.utf8)
        for literal in CELProgram.stringLiterals(in: expression) {
            let content = String(decoding: bytes[literal], as: UTF8.self)
            for case .expression(let inner, let range) in CELTemplate.parse(content).segments {
                let lower = literal.lowerBound + range.lowerBound - 2
                // In a regular expression `\$` is a dollar, and `$(1)` no template of anybody.
                let isEscaped = bytes[lower - 1] == UInt8(ascii: "\\")
                guard !isEscaped, inner.contains(where: \.isLetter), hasValue(inner) else { continue }
                let whole = lower..<literal.lowerBound + range.upperBound + 1
                sink.report(.templateInLiteral(inner, isAlone: whole == literal, at: place.range(whole)))
            }
        }
    }

    private func hasValue(_ text: String) -> Bool {
        scope.names.refreshRoots(for: text)
        return CELProgram.compile(text, in: scope.names.declarations) { _ in } != nil
    }
}

extension Diagnostic {
    fileprivate static func templateInLiteral(_ inner: String, isAlone: Bool, at range: SourceRange) -> Diagnostic {
        let instead = isAlone ? "write `\(inner)` without quotes" : "join the parts: `\"…\" + string(\(inner))`"
        return Diagnostic(
            "expression.template-in-literal", "`$(\(inner))` in the quotes of an expression is literal text", at: range,
            help: "\(instead); where these characters are meant, write `\"$\" + \"(\(inner))\"`")
    }
}
