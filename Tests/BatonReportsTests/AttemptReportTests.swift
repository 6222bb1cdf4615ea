import BatonReports
import BatonRunner
import SampleRuns
import Testing

/// How a step that was sent more than once is shown.
@Suite struct AttemptReportTests {
    @Test func `the JUnit file has every attempt and the failure that was overcome`() throws {
        let document = try JUnitReporterTests.document(JUnitReporterTests.events([SampleRun.flaky]))
        #expect(try JUnitReporterTests.violations(document) == [])
        #expect(document.contains(#"<flakyFailure message="status: expected 2xx, got 503" type="flaky"/>"#))
        #expect(document.contains(#"tests="1" failures="0" errors="0" skipped="0""#))
        #expect(
            document.contains(
                """
                <system-out>GET http://127.0.0.1:8080/orders?page=1 -&gt; 503 in 170 ms: status: expected 2xx, got 503
                GET http://127.0.0.1:8080/orders?page=1 -&gt; 200 in 170 ms (attempt 2)
                </system-out>
                """), "\(document)")
    }

    @Test func `the console marks the workflow and counts it`() {
        var counts = RunFinished.Counts()
        counts.passed = 1
        counts.flaky = 1
        let end = RunFinished(state: .passed, counts: counts, requestCount: 2, duration: 212_000, exitCode: 0)
        let text = ConsoleReporterTests.text([
            .runStarted(SampleRun.run([SampleRun.flaky.identity])), .caseFinished(SampleRun.flaky), .runFinished(end),
        ])
        #expect(text.contains("Busy    212 ms  flaky\n"), "\(text)")
        #expect(text.contains("1 passed (1 flaky) in 212 ms"))
    }

    @Test func `of many attempts a failure shows the first and the last`() {
        let exchanges = (1...30).map { SampleRun.exchange(status: 500, attempt: $0) }
        let failing = SampleRun.record(
            SampleRun.identity(0, "w.yaml"), .failed,
            steps: [SampleRun.step(0, "Poll", .failed, failures: [SampleRun.failure()], exchanges: exchanges)])
        let text = ConsoleReporterTests.text([
            .runStarted(SampleRun.run([failing.identity])), .caseFinished(failing),
            .runFinished(SampleRun.finished(failed: 1)),
        ])
        let shown = text.split(separator: "\n").compactMap { line in
            line.contains("(attempt ") ? line.split(separator: "(attempt ")[1].prefix { $0 != ")" } : nil
        }
        #expect(shown == ["2", "3", "26", "27", "28", "29", "30"])
    }

    @Test func `events keep what attempts ended in`() throws {
        let encoder = RunEventEncoder(embedsSteps: true)
        let line = encoder.line(.caseFinished(SampleRun.flaky))
        var decoder = RunEventDecoder()
        _ = try decoder.event(line: encoder.line(.runStarted(SampleRun.run([SampleRun.flaky.identity]))))
        guard case .caseFinished(let again) = try decoder.event(line: line) else {
            Issue.record("another event came back")
            return
        }
        #expect(again.isFlaky)
        #expect(again.steps[0].exchanges.map(\.note) == ["status: expected 2xx, got 503", nil])
        #expect(encoder.line(.caseFinished(again)) == line)
    }
}
