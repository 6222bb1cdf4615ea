import BatonRecords
import SampleRuns
import Testing

@testable import BatonHistory

/// What a library said below a failure's message, in the history.
struct CauseTests {
    private let folder = TemporaryFolder()
    private var database: String { folder.path + "/.baton/history.sqlite" }

    private func record() {
        let settings = HistorySettings(
            database: database, context: { RunContext() }, warn: { _ in })
        let recorder = HistoryRecorder(settings)
        let failure = FailureRecord(
            kind: "network.connect", message: "connection refused by h:80", cause: "libcurl 7: no route",
            hint: "start the server", place: Place(file: "w.yaml", line: 2, column: 3))
        let run = SampleRun.run(number: 1)
        let step = SampleRun.step(0, "GET /", .error, failures: [failure], exchanges: [])
        let record = SampleRun.record(run.cases[0], .error, steps: [step])
        recorder.receive(.runStarted(run))
        recorder.receive(.caseFinished(record))
        recorder.receive(.runFinished(SampleRun.finished()))
        recorder.finish()
    }

    @Test func `the cause is recorded and shown`() throws {
        record()
        let detail = try HistoryReader(database).run("last")
        #expect(detail.records[0].steps[0].failures.map(\.cause) == ["libcurl 7: no route"])
        let text = HistoryText(zoneOffset: { _ in 0 }).show(detail)
        #expect(text.contains("connection refused by h:80 [network.connect]\n        cause     libcurl 7: no route\n"))
    }
}
