import BatonSecrets
import Testing

@testable import BatonRunner

/// Exit codes: the first that applies, in the order of the reference.
@Suite struct VerdictTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        /// Each case by its outcome and the kinds of its failures.
        var cases: [(Outcome, [String])]
        var isInterrupted = false
        var isDryRun = false
        var reportFailed = false
        /// Whether the cases that passed did so only after a failure, where that is not enough.
        var isTooFlaky = false
        var exitCode: Int32
    }

    static let cases: [Case] = [
        Case(testDescription: "all passed", cases: [(.passed, []), (.passed, [])], exitCode: 0),
        Case(
            testDescription: "one skipped beside one that passed", cases: [(.passed, []), (.skipped, [])], exitCode: 0),
        Case(testDescription: "a failed check", cases: [(.passed, []), (.failed, ["check.failed"])], exitCode: 1),
        Case(testDescription: "an error", cases: [(.error, ["expression.failed"])], exitCode: 1),
        Case(testDescription: "everything skipped proves nothing", cases: [(.skipped, [])], exitCode: 2),
        Case(
            testDescription: "an invalid file beside one that passed",
            cases: [(.passed, []), (.error, ["workflow.invalid"])],
            exitCode: 2),
        Case(
            testDescription: "an invalid file goes before a failed case",
            cases: [(.failed, ["check.failed"]), (.error, ["workflow.invalid"])], exitCode: 2),
        Case(
            testDescription: "nobody was reached", cases: [(.error, ["network.connect"]), (.error, ["network.dns"])],
            exitCode: 3),
        Case(
            testDescription: "one reached nobody, the others passed",
            cases: [(.passed, []), (.error, ["network.connect"])], exitCode: 3),
        Case(
            testDescription: "one reached nobody, another failed a check",
            cases: [(.error, ["network.connect"]), (.failed, ["check.failed"])], exitCode: 1),
        Case(
            testDescription: "a timeout is no failure to connect", cases: [(.error, ["network.timeout"])], exitCode: 1),
        Case(
            testDescription: "a report that was not written goes before the verdict",
            cases: [(.failed, ["check.failed"])], reportFailed: true, exitCode: 4),
        Case(
            testDescription: "an interrupt goes before everything", cases: [(.failed, ["check.failed"])],
            isInterrupted: true, reportFailed: true, exitCode: 130),
        Case(
            testDescription: "a flaky case where that is not enough", cases: [(.passed, [])], isTooFlaky: true,
            exitCode: 1),
        Case(
            testDescription: "a flaky case where that is not enough, beside one that reached nobody",
            cases: [(.passed, []), (.error, ["network.connect"])], isTooFlaky: true, exitCode: 1),
        Case(
            testDescription: "a dry run that found nothing wrong", cases: [(.skipped, [])], isDryRun: true, exitCode: 0),
    ]

    @Test(arguments: cases)
    func `the exit code tells`(_ item: Case) {
        var verdict = ExitCode.Verdict(failsOnFlaky: item.isTooFlaky)
        for (index, (outcome, kinds)) in item.cases.enumerated() {
            verdict.add(Records.finished(index, outcome, kinds, isFlaky: item.isTooFlaky))
        }
        let code = verdict.exitCode(
            isInterrupted: item.isInterrupted, isDryRun: item.isDryRun, reportFailed: item.reportFailed)
        #expect(code == item.exitCode)
    }

    @Test func `a flaky case is enough unless it is said that it is not`() {
        for (failsOnFlaky, state) in [(false, RunFinished.State.passed), (true, .failed)] {
            var verdict = ExitCode.Verdict(failsOnFlaky: failsOnFlaky)
            verdict.add(Records.finished(0, .passed, [], isFlaky: true))
            #expect(verdict.state(isInterrupted: false) == state)
            #expect(verdict.exitCode(isInterrupted: false, isDryRun: false) == (failsOnFlaky ? 1 : 0))
        }
    }
}

enum Records {
    static func finished(_ index: Int, _ outcome: Outcome, _ kinds: [String], isFlaky: Bool = false) -> CaseRecord {
        let identity = CaseIdentity(
            index: index, path: "w\(index).yaml", name: "w\(index)", row: nil, tags: [], stepCount: 1)
        let place = Place(file: identity.path, line: 1, column: 1)
        let step = StepRecord(
            caseIndex: index, index: 0, section: .steps, name: "step", kind: .request, outcome: outcome, place: place,
            started: 0, duration: 1,
            failures: kinds.map { FailureRecord(kind: $0, message: MaskedText(recorded: $0), place: place) })
        let earlier = CaseRecord.Attempt(number: 1, outcome: .failed, started: 0, duration: 1, failures: [])
        return CaseRecord(
            identity: identity, outcome: outcome, started: 0, duration: 1, steps: [step],
            earlier: isFlaky ? [earlier] : [])
    }
}
