import BatonRecords
import SampleRuns
import Testing

@testable import BatonHistory

struct HistoryReaderTests {
    let folder = TemporaryFolder()
    var database: String { folder.path + "/history.sqlite" }

    func record(_ numbers: [Int]) {
        for number in numbers {
            let recorder = HistoryRecorder(
                HistorySettings(
                    database: database, context: { RunContext(branch: "main", commit: "1a2b3c4d5e6f7890") },
                    warn: { _ in }))
            for event in HistoryRecorderTests.events(number) { recorder.receive(event) }
            recorder.finish()
        }
    }

    @Test func `reading a history that does not exist says so and makes no file`() {
        let error = #expect(throws: HistoryError.self) { try HistoryReader(database) }
        #expect(error?.code == .missing)
        #expect(TemporaryFolder.names(in: folder.path).isEmpty)
    }

    @Test func `a run is found by the beginning of its identity`() throws {
        record([1, 2])
        let reader = try HistoryReader(database)
        #expect(try reader.run("last").run.id.hasPrefix("0198f3c7-a2b2"))
        #expect(try reader.run("0198F3C7-a2b1").run.id.hasPrefix("0198f3c7-a2b1"))
        let ambiguous = #expect(throws: HistoryError.self) { try reader.run("0198") }
        #expect(ambiguous?.message.contains("several runs begin with `0198`") == true)
        for reference in ["ffff", "", "'; DROP TABLE run", "%"] {
            let error = #expect(throws: HistoryError.self) { try reader.run(reference) }
            #expect(error?.code == .noSuchRun)
        }
        #expect(try reader.recentRuns(limit: 1).count == 1)
    }

    @Test func `the list is a table`() throws {
        record([1, 2])
        let text = HistoryText(zoneOffset: { _ in 7200 }).list(try HistoryReader(database).recentRuns())
        let expected = """
            RUN            WHEN              STATE   CASES                                    TIME  ENVIRONMENT  COMMIT
            0198f3c7-a2b2  2026-08-21 12:02  failed  1 passed, 1 failed, 1 error, 1 skipped  3.2 s  local        main 1a2b3c4d5e
            0198f3c7-a2b1  2026-08-21 12:01  failed  1 passed, 1 failed, 1 error, 1 skipped  3.2 s  local        main 1a2b3c4d5e

            """
        #expect(text == expected)
        #expect(HistoryText().list([]) == "no such run has been recorded yet\n")
    }

    @Test func `a run is shown with what failed`() throws {
        record([1])
        let text = HistoryText(zoneOffset: { _ in 0 }).show(try HistoryReader(database).run("last"))
        let expected = """
            Run 0198f3c7-a2b1-7000-8000-000000000001  failed
              started      2026-08-21 10:01, took 3.2 s
              cases        1 passed, 1 failed, 1 error, 1 skipped, 3 requests
              environment  local, http://127.0.0.1:8080
              commit       main 1a2b3c4d5e
              with         baton 0.1.0 on build-7, exit code 1

            ✓ workflows/accounts/sign_in.yaml  Sign in and read the profile  212 ms
            ✗ workflows/orders.yaml            Orders are listed [row=ada]  212 ms
                ✓ Log in  GET /orders?page=$(page) → 200  41 ms
                ✗ List the orders  GET /orders?page=$(page) → 200  41 ms
                  workflows/orders.yaml:17:7: $.items[0].total: expected 12.5, got "12.5" [check.failed]
                    expected  12.5
                    actual    "12.5"
                - Delete the order: an earlier step failed
            ! workflows/broken.yaml            broken  212 ms
                the file has errors
                  workflows/broken.yaml:7:5: unknown key `expct` [workflow.invalid]
            - workflows/later.yaml             later
                not in this environment

            """
        #expect(text == expected)
    }
}

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
