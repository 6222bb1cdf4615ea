import BatonAPI
package import BatonHTTP
package import BatonLanguage

/// Compares the kind of a failure with `outcome`.
package struct OutcomeEvaluator {
    private let scope: any TemplateScope

    package init(scope: any TemplateScope) {
        self.scope = scope
    }

    /// Whether the file expects `success`: then the failure itself is the better message.
    package func wantsSuccess(_ check: Check) throws(StepFailure) -> Bool {
        guard case .equals(let template) = check.test else { return false }
        return try template.json(from: scope) == .string("success")
    }

    /// Nil when the failure is the expected outcome; else a failure of its own kind that also tells the expected
    /// outcome.
    package func evaluate(
        _ check: Check, _ failure: Failure, mask: @escaping (String) -> String
    ) throws(StepFailure) -> StepFailure? {
        let outcome = failure.kind.rawValue
        guard let unmet = try TestEvaluator(scope: scope).failure(check.test, .text(outcome)) else { return nil }
        let words = unmet.words(Wording(mask: mask))
        return StepFailure(
            failure.kind, "\(check.label): \(words.sentence): \(failure.message)", check: check.label,
            comparison: unmet.word, expected: words.expected, actual: words.actual, cause: failure.cause,
            at: check.range)
    }
}

extension Failure.Kind {
    /// The possible outcomes of one request, before its response is checked.
    package static var ofRequests: [Failure.Kind] {
        all.filter(\.isOutcome)
    }

    /// The names for `outcome` of a plain request.
    package static let namesOfRequests = [CallOutcome.successName] + ofRequests.map(\.rawValue)
}
