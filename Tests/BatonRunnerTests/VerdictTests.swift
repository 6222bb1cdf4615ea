import BatonSecrets
import Testing

@testable import BatonRecords
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
            testDescription: "all connections were broken off",
            cases: [(.error, ["network.reset"]), (.error, ["network.reset"])], exitCode: 3),
        Case(
            testDescription: "the server died in the middle",
            cases: [(.passed, []), (.error, ["network.reset"]), (.error, ["network.connect"])], exitCode: 3),
        Case(
            testDescription: "a connection was broken off, and the server went on",
            cases: [(.error, ["network.reset"]), (.passed, []), (.error, ["network.connect"])], exitCode: 1),
        Case(
            testDescription: "the last connection alone was broken off",
            cases: [(.passed, []), (.error, ["network.reset"])], exitCode: 1),
        Case(
            testDescription: "the server died, and a check had failed before",
            cases: [(.failed, ["check.failed"]), (.error, ["network.reset"]), (.error, ["network.reset"])], exitCode: 1),
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

    @Test(
        arguments: [
            (["passed", "network.reset", "network.connect"], 0),
            (["network.connect", "passed", "network.connect"], nil),
            (["passed", "passed", "network.connect"], 1), (["network.connect", "network.dns"], nil),
        ] as [([String], Int64?)])
    func `the last answer of a server that is gone is known`(_ words: [String], _ until: Int64?) {
        var verdict = ExitCode.Verdict()
        for (index, word) in words.enumerated() {
            verdict.add(Records.finished(index, word == "passed" ? .passed : .error, word == "passed" ? [] : [word]))
        }
        #expect(verdict.exitCode(isInterrupted: false, isDryRun: false) == 3)
        #expect(verdict.answeredUntil(exitCode: 3) == until)
        #expect(verdict.answeredUntil(exitCode: 1) == nil)
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
        let hasResponse = !kinds.contains { $0.hasPrefix("network.") }
        let exchange = ExchangeRecord(
            attempt: 1, method: "GET", url: "http://h/", urlTemplate: "/", status: hasResponse ? 200 : nil,
            httpVersion: nil, started: Microseconds(index), duration: 1, phases: ExchangeRecord.Phases(),
            requestBytes: 0, responseBytes: 0, failure: nil, detail: nil)
        let step = StepRecord(
            caseIndex: index, index: 0, section: .steps, name: "step", kind: .request, outcome: outcome, place: place,
            started: Microseconds(index), duration: 1, exchanges: [exchange],
            failures: kinds.map { FailureRecord(kind: $0, message: MaskedText(recorded: $0), place: place) })
        let earlier = CaseRecord.Attempt(number: 1, outcome: .failed, started: 0, duration: 1, failures: [])
        return CaseRecord(
            identity: identity, outcome: outcome, started: 0, duration: 1, steps: [step],
            earlier: isFlaky ? [earlier] : [])
    }
}

struct FailureSignatureTests {
    @Test(arguments: [
        ("expected 200, got 503", "expected <n>, got <n>"),
        ("took 1.250 s", "took <n> s"),
        ("at 2026-08-21T10:00:00.123Z", "at <n>-<n>-<n>T<n>:<n>:<n>Z"),
        ("order 0198f3c7-A2B0-7000-8000-000000000001 is gone", "order <uuid> is gone"),
        ("no number", "no number"),
        ("v1. End", "v<n>. End"),
        ("", ""),
    ])
    func `what changes from run to run is masked`(_ message: String, _ expected: String) {
        #expect(FailureSignature.masked(message) == expected)
    }

    @Test func `another kind, check or status is another failure, another number is not`() {
        func signature(_ kind: String, _ check: MaskedText, _ message: MaskedText) -> String {
            FailureSignature.of(
                FailureRecord(
                    kind: kind, message: message, check: check, place: Place(file: "a.yaml", line: 1, column: 1)))
        }
        let first = signature("check.failed", "$.a", "expected 200, got 503")
        #expect(first == signature("check.failed", "$.a", "expected 200, got 500"))
        #expect(first != signature("network.connect", "$.a", "expected 200, got 503"))
        #expect(first != signature("check.failed", "$.b", "expected 200, got 503"))
        let status = signature("check.failed", "status", "expected 2xx, got 404")
        #expect(status == signature("check.failed", "status", "expected 2xx, got 404"))
        #expect(status != signature("check.failed", "status", "expected 2xx, got 500"))
        #expect(first.utf8.count == 16)
    }
}
