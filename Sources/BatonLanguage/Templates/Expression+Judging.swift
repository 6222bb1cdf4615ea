package import BatonCEL

/// The result of a condition, with its explanation.
package enum Verdict: Sendable {
    case holds
    /// The condition is false; the parts are the values of its subexpressions.
    case fails(CELProgram.Explained)
    /// The condition failed, or its value is not a boolean.
    case broken(StepFailure)
}

extension Expression {
    /// Evaluates a condition. The explanation comes from the evaluation that gave the verdict, so that it shows the
    /// same values.
    package func judge(in scope: any TemplateScope) -> Verdict {
        if program.isPure {
            do throws(CELError) {
                if try program.evaluate(scope).boolValue == true { return .holds }
            } catch {
                // An expression that exceeded its limit of work is not evaluated again.
                if error.kind == .limit { return .broken(failure(error, scope)) }
            }
        }
        let explained = program.explain(scope)
        var failure: StepFailure
        switch explained.result {
        case .failure(let error): failure = self.failure(error.tainted(by: explained, in: scope), scope)
        case .success(let value):
            if let holds = value.boolValue { return holds ? .holds : .fails(explained) }
            failure = notBoolean(value.tainted(explained.sources.contains(where: scope.holdsSecret)))
        }
        failure.explanation = explained.parts
        return .broken(failure)
    }

    /// The values of the parts of a condition, whether it holds or not.
    package func parts(in scope: any TemplateScope) -> [CELExplanation] { program.explain(scope).parts }

    /// Whether a condition holds, without an explanation.
    package func evaluateCondition(in scope: any TemplateScope) throws(StepFailure) -> Bool {
        let value = try evaluate(in: scope)
        guard let holds = value.boolValue else {
            let isSecret = program.explain(scope).sources.contains(where: scope.holdsSecret)
            throw notBoolean(value.tainted(isSecret))
        }
        return holds
    }

    private func notBoolean(_ value: CELValue) -> StepFailure {
        StepFailure(
            "a condition must be true or false, `\(text)` is \(ValueText.value(value, mask: { $0 })) (\(value.describedType))",
            hint: "compare it with something, as in `\(text) == …`", at: range)
    }
}

extension CELError {
    /// The error, tainted where a text with a secret in it was read, because the message may quote a value computed
    /// from it.
    func tainted(by explained: CELProgram.Explained, in scope: any TemplateScope) -> CELError {
        var copy = self
        copy.isTainted = copy.isTainted || explained.sources.contains(where: scope.holdsSecret)
        return copy
    }
}
