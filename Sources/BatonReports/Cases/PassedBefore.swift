package import BatonRecords
package import BatonSecrets
import BatonValues

/// The latest earlier result in which a case simply passed: what is known of a test that fails now.
package struct PassedBefore: Sendable {
    package struct Step: Sendable {
        package var name: String
        package var line: Int
        package var checkCount: Int
        /// Nil for a step without a request.
        package var status: Int?

        package init(name: String, line: Int, checkCount: Int, status: Int?) {
            self.name = name
            self.line = line
            self.checkCount = checkCount
            self.status = status
        }
    }

    /// How messages name its run: `49d8ea7`, or its time.
    package var run: MaskedText
    package var steps: [Step]

    package init(run: MaskedText, steps: [Step]) {
        self.run = run
        self.steps = steps
    }
}

/// Takes away what would make a test that passed before take what came, and says what it was instead.
///
/// It stands between a run and all that tells of it, so that no report can forget the rule.
package struct HintRevision: Sendable {
    private let cases: [CaseIdentity]
    private let passed: @Sendable (CaseIdentity) -> PassedBefore?

    /// - Parameters:
    ///   - cases: those of the run, by index.
    ///   - passed: asked only for a case with a failure that could be accepted.
    package init(_ cases: [CaseIdentity], passed: @escaping @Sendable (CaseIdentity) -> PassedBefore?) {
        self.cases = cases
        self.passed = passed
    }

    package func revised(_ event: RunEvent) -> RunEvent {
        switch event {
        case .stepFinished(let step) where !step.failures.isEmpty && cases.indices.contains(step.caseIndex):
            return revised(step, of: cases[step.caseIndex]).map { .stepFinished($0) } ?? event
        case .caseFinished(let record) where record.isBroken:
            let steps = record.steps.map { $0.failures.isEmpty ? $0 : revised($0, of: record.identity) ?? $0 }
            return .caseFinished(record.copy(steps: steps))
        default: return event
        }
    }

    /// Nil where nothing changes.
    private func revised(_ step: StepRecord, of identity: CaseIdentity) -> StepRecord? {
        guard step.failures.contains(where: { $0.acceptance != nil }), let before = passed(identity),
            let own = before.steps.first(where: { $0.name == step.name && $0.fits(step) })
        else { return nil }
        return step.copy(failures: step.failures.map { $0.revised(by: own, at: before.run) })
    }
}

extension PassedBefore.Step {
    /// Whether it has the checks that the step has now; without a response they are not counted.
    fileprivate func fits(_ step: StepRecord) -> Bool { step.checkCount == 0 || step.checkCount == checkCount }
}

extension FailureRecord {
    fileprivate func revised(by step: PassedBefore.Step, at run: MaskedText) -> FailureRecord {
        guard acceptance != nil else { return self }
        var failure = self
        failure.acceptance = nil
        let was: MaskedText = "\(former(step) ?? "this step passed") up to \(run)"
        failure.hint = hint.map { "\($0); \(was)" } ?? was
        return failure
    }

    /// What the value was when the step passed; nil where the history does not tell, since it keeps no values of what
    /// passed: a value that was equal to a literal was this literal.
    private func former(_ step: PassedBefore.Step) -> MaskedText? {
        if check?.text == "status" { return step.status.map { MaskedText(harmless: "it was \($0)") } }
        guard comparison == "eq", place.line >= step.line, let expected, expected.text.utf8.count <= 80,
            let line = place.excerpt, !line.text.contains("$(")
        else { return nil }
        let isNumber = expected.text.utf8.first.map { $0 == UInt8(ascii: "-") || (0x30...0x39).contains($0) } ?? false
        let word: MaskedText = isNumber ? "the number " : expected.text.hasPrefix("\"") ? "the text " : ""
        return "it was \(word)\(expected)"
    }
}
