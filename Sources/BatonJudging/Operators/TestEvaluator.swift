package import BatonDiagnostics
import BatonJSON
package import BatonLanguage

/// Tests one value. The words of a message are made only when a failure is reported.
package struct TestEvaluator {
    let scope: any TemplateScope
    /// The path of the value, for the paths of differences: `$.items`.
    var place: String = "$"

    package init(scope: any TemplateScope, place: String = "$") {
        self.scope = scope
        self.place = place
    }

    /// The first operator that fails; nil when the test holds. An operator that does not apply to the type of the value
    /// makes the whole test fail, also under `not`.
    func failure(_ test: Check.Test, _ actual: ActualValue) throws(StepFailure) -> ComparisonFailure? {
        switch test {
        case .operators(let comparisons):
            var first: ComparisonFailure?
            for comparison in comparisons {
                guard let failure = try failure(comparison, actual) else { continue }
                if first == nil {
                    first = failure
                } else if failure.reason != .unmet, first?.reason == .unmet {
                    first?.reason = failure.reason
                }
            }
            return first
        case .equals(let template):
            if case .missing(let absence) = actual { return missing(absence, test, Self.equality) }
            let expected = try template.json(from: scope)
            return Equality.failure(actual, expected, isComputed: template.isComputed, at: place)
        case .document(let pattern, let extent):
            guard let value = actual.value else {
                return .unfit(Self.equality, actual, "which is no JSON") { _ in "a document" }
            }
            let filled = try pattern.filled(from: scope)
            if filled.accepts(value, extent) { return nil }
            let place = place
            return ComparisonFailure(Self.equality) { wording in
                DocumentComparison.words(filled, value, extent, wording, at: place)
            }
        case .xmlSchema(let schema):
            let wanted = schema.described
            return .unfit("xml_schema", actual, "which is no body") { _ in wanted }
        case .leadingBytes:
            return .unfit(Affix.End.start.rawValue, actual, "which is no body") { _ in "bytes of a body" }
        }
    }

    func failure(_ comparison: Check.Comparison, _ actual: ActualValue) throws(StepFailure) -> ComparisonFailure? {
        let check = comparison.operation
        if case .missing(let absence) = actual, !check.comparesMissing {
            return missing(absence, .operators([comparison]), check.word)
        }
        return try check.failure(actual, self)
    }

    /// Why a test that passed, or under `not` and `none` did not, looked at nothing; nil where it looked at something.
    func hollowness(
        _ test: Check.Test, _ actual: ActualValue, isNegated: Bool = false
    ) throws(StepFailure) -> HollowCheck.Reason? {
        switch test {
        case .equals(let template):
            return try Equality(relation: .eq, value: template)
                .hollowness(of: actual, isNegated: isNegated, self)
        case .operators(let comparisons) where isNegated:
            // The operators that do not hold decided; one that looked at something is enough.
            var reason: HollowCheck.Reason?
            for comparison in comparisons where try failure(comparison, actual) != nil {
                guard let hollow = try comparison.operation.hollowness(of: actual, isNegated: true, self) else {
                    return nil
                }
                reason = reason ?? hollow
            }
            return reason
        case .operators(let comparisons):
            for comparison in comparisons {
                if let hollow = try comparison.operation.hollowness(of: actual, isNegated: false, self) {
                    return hollow
                }
            }
            return nil
        case .document(let pattern, .subset):
            return try pattern.filled(from: scope).isEmptyObject ? .emptyOperand : nil
        case .leadingBytes(let text): return try text.text(from: scope).isEmpty ? .emptyOperand : nil
        case .document, .xmlSchema: return nil
        }
    }

    func expectation(_ wording: Wording) -> Expectation { Expectation(scope: scope, wording: wording) }

    /// The operator that reports name for a value that is written without an operator.
    private static let equality = Equality.Relation.eq.rawValue

    private func missing(
        _ absence: @escaping () -> ActualValue.Absence, _ test: Check.Test, _ word: String
    ) -> ComparisonFailure {
        .missing(word, .missing, absence) { wording in expectation(wording).text(test) }
    }
}

/// Writes the operands of a test in the words of a message.
package struct Expectation {
    let scope: any TemplateScope
    let wording: Wording

    func text(_ test: Check.Test) -> String {
        switch test {
        case .equals(let template): value(template)
        case .document(let pattern, _): pattern.shown(wording)
        case .leadingBytes(let text): text.written
        case .xmlSchema(let schema): schema.described
        case .operators(let comparisons): comparisons.map { $0.operation.wanted(self) }.joined(separator: " and ")
        }
    }

    /// A value as JSON; in general words where it cannot be computed.
    func value(_ template: Template) -> String {
        (try? template.json(from: scope)).map { wording.json($0) } ?? "a value"
    }

    /// The filled text, or the text as written where it cannot be filled.
    func text(_ template: TextTemplate) -> String { (try? template.text(from: scope)) ?? template.written }
}

/// A check that passed although it looked at nothing: no element was there, or its operand is of another type than the
/// value, so that it could not fail.
package struct HollowCheck: Sendable {
    package enum Reason: String, Sendable {
        case noElement = "no-element"
        case otherType = "other-type"
        case emptyOperand = "empty-operand"

        /// The reason as a message says it.
        package var sentence: String {
            switch self {
            case .noElement: "there is no element to look at"
            case .otherType: "the value is of another type than the operand"
            case .emptyOperand: "the operand is empty"
            }
        }
    }

    /// The name of the check in reports: `$.items[*].id`.
    package let label: String
    package let reason: Reason
    package let range: SourceRange
}

extension ActualValue {
    /// Whether the value cannot equal the operand because their types differ; never of null, which is no type that
    /// somebody mixes up. A text from outside JSON is of the type that it spells.
    func differsInType(from operand: JSONValue) -> Bool {
        switch (self, operand) {
        case (_, .null), (.missing, _), (.text, .string): false
        case (.text(let text), .number): JSONNumber(text: text) == nil
        case (.text(let text), .bool): text != "true" && text != "false"
        case (.text, .array), (.text, .object), (.duration, _): true
        case (.matches, _), (.texts, _): operand.typeName != "array"
        case (.json(let value), _): value.typeName != operand.typeName
        }
    }
}
