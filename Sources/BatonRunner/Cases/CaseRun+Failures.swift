import BatonAPI
import BatonCEL
import BatonDiagnostics
import BatonHTTP
import BatonJSON
import BatonJudging
import BatonLanguage
import BatonWorkflow

/// The failures of a step that need more than one check or template to be known. They hold what they show as it is;
/// `CaseMasking` masks it, once, where the case has ended.
extension CaseRun {
    /// The failure as the case takes it: with the deadline that cancelled it, and with the short secrets that its texts
    /// must not show.
    func taken(_ failure: StepFailure) -> StepFailure {
        var failure = failure
        // Code that was told to stop reports an interrupt; a deadline is the more precise reason.
        if failure.kind == .cancelled, let cut = ownCut { failure = StepFailure(cut, at: failure.range) }
        noteSecrets(in: failure.explanation)
        failure.words.formUnion(stepSecrets.words)
        return failure
    }

    func noteSecrets(in parts: [CELExplanation]) {
        for part in parts { if let value = part.value { noteSecret(value) } }
    }

    /// Why a condition does not hold, with the value of every part; nil when it holds.
    func failure(of condition: Expression) -> StepFailure? {
        switch condition.judge(in: self) {
        case .holds: return nil
        case .broken(let failure): return failure
        case .fails(let explained):
            var failure = StepFailure(
                .check, "that: `\(condition.line)` is false", check: "that",
                differences: differences(explained.unequal), at: condition.range)
            failure.explanation = explained.parts
            return failure
        }
    }

    /// The differences between a list or map and the one that it should equal.
    private func differences(_ unequal: CELProgram.Unequal?) -> [StepFailure.Difference] {
        guard let unequal, !unequal.left.holdsTaint, !unequal.right.holdsTaint,
            !unequal.sources.contains(where: holdsSecret), let actual = try? unequal.left.toJSON(),
            let expected = try? unequal.right.toJSON()
        else { return [] }
        return StepFailure.Difference.between(
            expected: expected, actual: actual, at: unequal.text, Wording(mask: mask))
    }

    /// The failure that a hollow check is under `strict`.
    func failure(of hollow: HollowCheck) -> StepFailure {
        StepFailure(
            .check, "\(hollow.label): looked at nothing: \(hollow.reason.sentence)", check: hollow.label,
            hint: "`strict` wants checks that look at something", at: hollow.range)
    }
}

extension CaseRun {
    /// Why `until` does not hold yet; nil when it holds. The cause is the error that kept it from having a value.
    ///
    /// - Parameter scope: nil for the values of the case.
    func unmet(_ condition: Expression, in scope: (any TemplateScope)? = nil) -> StepFailure? {
        var unmet: StepFailure
        switch condition.judge(in: scope ?? self) {
        case .holds: return nil
        case .fails(let explained):
            unmet = StepFailure(.check, "`\(condition.line)` is false", at: condition.range)
            unmet.explanation = explained.parts
        case .broken(let failure):
            unmet = StepFailure(.check, failure.message, cause: failure.message, at: condition.range)
            unmet.explanation = failure.explanation
        }
        return taken(unmet)
    }
}

extension StepFailure {
    /// The message with the cause.
    var withCause: String { cause.map { "\(message): \($0)" } ?? message }
}

extension Expression {
    /// The text on one line.
    var line: String { text.split { $0.isNewline }.joined(separator: " ") }
}
