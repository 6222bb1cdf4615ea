import BatonDiagnostics
import BatonHTTP
import BatonJSON
package import BatonRegex

/// A regular expression, compiled when the file is loaded unless `$(…)` stands in it.
package enum PatternTemplate: Sendable {
    case pattern(Pattern, written: String)
    indirect case template(TextTemplate)
}

extension PatternTemplate {
    /// The pattern with the values of its expressions, which are part of the regular expression.
    package func filled(
        from scope: any TemplateScope
    ) throws(StepFailure) -> (pattern: Pattern, written: String) {
        switch self {
        case .pattern(let pattern, let written): return (pattern, written)
        case .template(let text):
            let written = try text.text(from: scope)
            do {
                return (try Pattern(written), written)
            } catch {
                throw StepFailure("`\(written)` is no regular expression: \(error.message)", at: text.range)
            }
        }
    }
}

extension TextTemplate {
    /// A filled text at the place of its template.
    package init(literal: String, like template: TextTemplate) {
        self.init(
            pieces: literal.isEmpty ? [] : [.literal(literal)], written: template.written, range: template.range)
    }
}
