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
            testDescription: "a dry run that found nothing wrong", cases: [(.skipped, [])], isDryRun: true, exitCode: 0),
    ]

    @Test(arguments: cases)
    func `the exit code tells`(_ item: Case) {
        var verdict = ExitCode.Verdict()
        for (index, (outcome, kinds)) in item.cases.enumerated() {
            verdict.add(Records.finished(index, outcome, kinds))
        }
        let code = verdict.exitCode(
            isInterrupted: item.isInterrupted, isDryRun: item.isDryRun, reportFailed: item.reportFailed)
        #expect(code == item.exitCode)
    }
}

enum Records {
    static func finished(_ index: Int, _ outcome: Outcome, _ kinds: [String]) -> CaseRecord {
        let identity = CaseIdentity(
            index: index, path: "w\(index).yaml", name: "w\(index)", row: nil, tags: [], stepCount: 1)
        let place = Place(file: identity.path, line: 1, column: 1)
        let step = StepRecord(
            caseIndex: index, index: 0, section: .steps, name: "step", kind: .request, outcome: outcome, place: place,
            started: 0, duration: 1,
            failures: kinds.map { FailureRecord(kind: $0, message: $0, place: place) })
        return CaseRecord(identity: identity, outcome: outcome, started: 0, duration: 1, steps: [step])
    }
}
