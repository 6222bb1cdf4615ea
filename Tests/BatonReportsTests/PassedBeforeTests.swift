import BatonRecords
import BatonReports
import BatonSecrets
import SampleRuns
import Testing

/// What is said of a failure where the history knows that its step passed.
@Suite struct PassedBeforeTests {
    private static func failure(_ check: MaskedText = "$.price", excerpt: MaskedText = "$.price: 7.25") -> FailureRecord
    {
        var failure = FailureRecord(
            kind: "check.failed", message: "$.price: expected 7.25, got \"7.25\"", check: check, comparison: "eq",
            expected: "7.25", actual: "\"7.25\"", hint: "the response has a text, the check has a number",
            place: Place(file: "w.yaml", line: 5, column: 7, excerpt: excerpt, width: 4))
        failure.acceptance = "write it in quotes"
        return failure
    }

    /// The failure after the revision; its step is at line 5 of the sample, with three checks.
    private static func revised(
        _ failure: FailureRecord, _ steps: [PassedBefore.Step], passed: Bool = true
    ) -> FailureRecord? {
        let record = SampleRun.record(
            SampleRun.identity(0, "w.yaml"), .failed,
            steps: [SampleRun.step(0, "Pay", .failed, failures: [failure])])
        let revision = HintRevision([record.identity]) { _ in
            passed ? PassedBefore(run: "49d8ea7", steps: steps) : nil
        }
        guard case .caseFinished(let whole) = revision.revised(.caseFinished(record)),
            case .stepFinished(let step) = revision.revised(.stepFinished(record.steps[0]))
        else { return nil }
        #expect(whole.steps[0].failures == step.failures)
        return step.failures.first
    }

    private static let step = PassedBefore.Step(name: "Pay", line: 5, checkCount: 3, status: 201)

    @Test func `a value that had to equal a literal was this literal`() {
        let failure = Self.revised(Self.failure(), [Self.step])
        #expect(
            failure?.hint == "the response has a text, the check has a number; it was the number 7.25 up to 49d8ea7")
        #expect(failure?.acceptance == nil)
    }

    @Test func `what was computed, the history does not know`() {
        let failure = Self.revised(Self.failure(excerpt: "$.price: $(price)"), [Self.step])
        #expect(failure?.hint?.text.hasSuffix("; this step passed up to 49d8ea7") == true)
    }

    @Test func `of a status the history knows what it was`() {
        let failure = Self.revised(Self.failure("status"), [Self.step])
        #expect(failure?.hint?.text.hasSuffix("; it was 201 up to 49d8ea7") == true)
    }

    @Test(arguments: [
        PassedBefore.Step(name: "Pay", line: 5, checkCount: 2, status: 201),
        PassedBefore.Step(name: "Pay more", line: 5, checkCount: 3, status: 201),
    ])
    func `a step with other checks is another test`(_ step: PassedBefore.Step) {
        #expect(Self.revised(Self.failure(), [step]) == Self.failure())
    }

    @Test func `without a run in which the case passed nothing changes`() {
        #expect(Self.revised(Self.failure(), [], passed: false) == Self.failure())
    }
}
