import BatonRecords
import BatonReports
import BatonXML
import SampleRuns
import Synchronization
import Testing

/// What a library said below a failure stands apart from what to do about it.
@Suite struct CauseTests {
    private static let failure = FailureRecord(
        kind: "network.connect", message: "connection refused by h:80", cause: "libcurl 7: Failed to connect",
        hint: "start the server", place: Place(file: "w.yaml", line: 2, column: 3))

    private static var events: [RunEvent] {
        let identity = SampleRun.identity(0, "w.yaml", steps: 1)
        let step = SampleRun.step(0, "GET /", .error, failures: [failure], exchanges: [])
        let record = SampleRun.record(identity, .error, steps: [step])
        return [
            .runStarted(SampleRun.run([identity])), .caseStarted(identity), .stepFinished(step),
            .caseFinished(record), .runFinished(SampleRun.finished(.error, errors: 1)),
        ]
    }

    @Test func `the console shows cause and hint on lines of their own`() {
        let text = Mutex("")
        let options = ConsoleOptions(detail: .normal, isColoured: false, isLive: false, width: nil, now: { 0 })
        let reporter = ConsoleReporter(options) { part in text.withLock { $0 += part } }
        for event in Self.events { reporter.receive(event) }
        let shown = text.withLock { $0 }
        #expect(shown.contains("\n  cause: libcurl 7: Failed to connect\n  hint: start the server\n"), "\(shown)")
    }

    @Test func `the JUnit report shows them too`() throws {
        let report = try Self.events.document(.junit)
        #expect(report.contains("cause: libcurl 7: Failed to connect\nhint: start the server\n"), "\(report)")
    }
}
