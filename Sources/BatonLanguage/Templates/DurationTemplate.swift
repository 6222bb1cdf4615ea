import BatonCEL
import BatonDiagnostics
import BatonValues

/// A duration as written, or computed; in microseconds.
package enum DurationTemplate: Sendable {
    case literal(Int64)
    case text(TextTemplate)
    case expression(Expression)
}

extension DurationTemplate {
    /// Microseconds; a computed duration is a CEL duration or a text with a unit, and never negative.
    package func microseconds(from scope: any TemplateScope) throws(StepFailure) -> Int64 {
        switch self {
        case .literal(let microseconds): return microseconds
        case .text(let text):
            let filled = try text.text(from: scope)
            guard let microseconds = DurationText.microseconds(filled) else {
                throw StepFailure("`\(filled)` is no duration such as `500ms` or `30s`", at: text.range)
            }
            return microseconds
        case .expression(let expression):
            let value = try expression.evaluate(in: scope)
            if let microseconds = value.durationMicroseconds, microseconds >= 0 { return microseconds }
            if let text = value.stringValue, let microseconds = DurationText.microseconds(text) { return microseconds }
            throw StepFailure(
                "`\(expression.text)` is \(value.describedType), not a duration such as `500ms`",
                at: expression.range)
        }
    }
}

extension DurationText {
    /// Whole microseconds of a duration as written; nil for text that is no duration, and for a negative one.
    package static func microseconds(_ text: String) -> Int64? {
        guard let nanoseconds = nanoseconds(text), nanoseconds >= 0 else { return nil }
        return nanoseconds / 1000
    }
}
