import BatonHTTP

/// Holds the kind of a failure against `outcome`.
package struct OutcomeEvaluator {
    private let scope: any TemplateScope

    package init(scope: any TemplateScope) {
        self.scope = scope
    }

    /// Whether the file asks for an answer: then the failure itself says most.
    package func wantsSuccess(_ check: Check) throws(TemplateFailure) -> Bool {
        guard case .equals(let template) = check.test else { return false }
        return try template.json(from: scope) == .string("success")
    }

    /// Empty when the failure is the one that was expected.
    ///
    /// - Parameter message: what the failure itself says, for who expected another.
    package func evaluate(
        _ check: Check, _ kind: String, message: String, mask: @escaping (String) -> String
    ) throws(TemplateFailure) -> [CheckFailure] {
        guard let mismatch = try TestEvaluator(scope: scope).mismatch(check.test, .text(kind)) else { return [] }
        let words = mismatch.words(Wording(mask: mask))
        return [
            CheckFailure(
                kind: Failure.Kind.check.rawValue,
                message: "\(check.label): \(words.sentence)",
                label: check.label, comparison: mismatch.comparison.rawValue, expected: words.expected,
                actual: words.actual, hint: message, range: check.range)
        ]
    }
}

extension RequestTemplate {
    /// The check of `outcome`, where the step has one.
    package var outcomeCheck: Check? {
        checks.first { if case .outcome = $0.subject { true } else { false } }
    }
}
