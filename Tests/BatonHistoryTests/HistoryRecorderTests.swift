import BatonRecords
import SampleRuns
import Synchronization
import Testing

@testable import BatonHistory

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

struct HistoryRecorderTests {
    let folder = TemporaryFolder()
    var database: String { folder.path + "/.baton/history.sqlite" }

    final class Warnings: Sendable {
        private let list = Mutex<[String]>([])
        var all: [String] { list.withLock { $0 } }
        func add(_ text: String) { list.withLock { $0.append(text) } }
    }

    func settings(_ warnings: Warnings = Warnings()) -> HistorySettings {
        var settings = HistorySettings(
            database: database,
            context: { RunContext(branch: "main", commit: "1a2b3c4d5e6f7890", isDirty: true, ciProvider: "GitHub") },
            warn: { warnings.add($0) })
        settings.patience = LockPatience(milliseconds: 50)
        return settings
    }

    /// The rows of a statement, as a user asks for them.
    private func rows(_ sql: String) throws -> [String] {
        try HistoryReader.rows(of: sql, in: database, limit: 100).rows.map { row in
            row.map(\.text).joined(separator: " ")
        }
    }

    static func events(_ number: Int = 1) -> [RunEvent] {
        [.runStarted(SampleRun.run(number: number))] + SampleRun.records.map { RunEvent.caseFinished($0) } + [
            .runFinished(SampleRun.finished(passed: 1, failed: 1, errors: 1, skipped: 1))
        ]
    }

    @Test func `every attempt of a flaky step is kept`() throws {
        let recorder = HistoryRecorder(settings())
        recorder.receive(.runStarted(SampleRun.run([SampleRun.flaky.identity])))
        recorder.receive(.caseFinished(SampleRun.flaky))
        recorder.receive(.runFinished(SampleRun.finished(.passed, passed: 1)))
        recorder.finish()
        #expect(try rows("SELECT flaky FROM case_result") == ["1"])
        #expect(try rows("SELECT attempts FROM step_result") == ["2"])
        #expect(
            try rows("SELECT attempt, status, note FROM exchange") == [
                "1 503 status: expected 2xx, got 503", "2 200 ",
            ])
    }

    @Test func `attempts at a whole workflow are kept with why they failed`() throws {
        let recorder = HistoryRecorder(settings())
        recorder.receive(.runStarted(SampleRun.run([SampleRun.rerun.identity])))
        recorder.receive(.caseFinished(SampleRun.rerun))
        recorder.receive(.runFinished(SampleRun.finished(.passed, passed: 1)))
        recorder.finish()
        #expect(try rows("SELECT attempts FROM case_result WHERE flaky = 1") == ["2"])
        #expect(
            try rows("SELECT number, outcome, step, kind FROM case_attempt") == ["1 failed Log in check.failed"])
        let detail = try HistoryReader(database).run("last")
        let text = HistoryText(zoneOffset: { _ in 0 }).show(detail)
        #expect(
            text.contains(
                """
                ✓ workflows/shaky.yaml  Shaky  212 ms  flaky
                    attempt 1 failed: Log in: $.items[0].total: expected 12.5, got "12.5"

                """), "\(text)")
    }

    @Test func `a run is there with its cases, steps and failures when it has ended`() throws {
        let warnings = Warnings()
        let recorder = HistoryRecorder(settings(warnings))
        for event in Self.events() { recorder.receive(event) }
        recorder.finish()
        #expect(warnings.all == [])

        let reader = try HistoryReader(database)
        let detail = try reader.run("last")
        #expect(detail.run.id == "0198f3c7-a2b1-7000-8000-000000000001")
        #expect(detail.run.state == "failed")
        #expect(detail.run.branch == "main")
        #expect(detail.run.isDirty)
        #expect([detail.run.passed, detail.run.failed, detail.run.errors, detail.run.skipped] == [1, 1, 1, 1])
        #expect(detail.records.map(\.identity.path) == SampleRun.records.map(\.identity.path))
        #expect(detail.records.map(\.outcome) == [.passed, .failed, .error, .skipped])
        #expect(detail.records.map(\.reason) == SampleRun.records.map(\.reason))
        #expect(detail.records[1].identity.row == "ada")
        #expect(detail.records[1].steps.map(\.outcome) == [.passed, .failed, .skipped])
        #expect(detail.records[1].steps[1].exchanges[0].urlTemplate == "/orders?page=$(page)")
        #expect(detail.records[1].steps[1].failures == SampleRun.records[1].steps[1].failures)
        #expect(detail.records[2].failures == SampleRun.records[2].failures)
        let signatures = "SELECT position FROM case_result WHERE signature IS NOT NULL"
        #expect(try rows(signatures) == ["1", "2"])
    }

    /// A result that simply passed has its steps in a plan, one that was skipped has none.
    @Test(
        arguments: [
            (SampleRun.record(SampleRun.identity(0, "w"), steps: [SampleRun.step(0, "GET /")]), false),
            (SampleRun.record(SampleRun.identity(0, "w")), false),
            (SampleRun.record(SampleRun.identity(0, "w"), .skipped, reason: "not here"), false),
            (SampleRun.record(SampleRun.identity(0, "w"), .skipped, steps: [SampleRun.step(0, "x", .skipped)]), true),
            (SampleRun.record(SampleRun.identity(0, "w"), steps: [SampleRun.step(0, "x", output: ["hello"])]), true),
            (
                SampleRun.record(
                    SampleRun.identity(0, "w"),
                    steps: [SampleRun.step(0, "x", exchanges: [SampleRun.exchange(detail: SampleRun.detail)])]), true
            ),
            (SampleRun.flaky, true), (SampleRun.rerun, true), (SampleRun.records[1], true),
        ] as [(CaseRecord, Bool)])
    func `only a result with something to tell has an event, and each comes back as it was told`(
        _ record: CaseRecord, _ hasEvent: Bool
    ) throws {
        let recorder = HistoryRecorder(settings())
        recorder.receive(.runStarted(SampleRun.run([record.identity])))
        recorder.receive(.caseFinished(record.identified(as: record.identity.numbered(0))))
        recorder.receive(.runFinished(SampleRun.finished()))
        recorder.finish()
        #expect(try rows("SELECT count(*) FROM case_event") == [hasEvent ? "1" : "0"])
        let again = try HistoryReader(database).run("last").records[0]
        #expect(
            [again.outcome, again.isFlaky ? .passed : .failed] == [record.outcome, record.isFlaky ? .passed : .failed])
        #expect(again.reason == record.reason && again.earlier == record.earlier && again.failures == record.failures)
        #expect(again.steps.map(\.name) == record.steps.map(\.name))
        #expect(again.steps.map(\.output) == record.steps.map(\.output))
        #expect(again.steps.map(\.exchanges.count) == record.steps.map(\.exchanges.count))
        #expect(again.identity.tags == (hasEvent ? ["smoke"] : []))
    }

    @Test(arguments: [
        ("not JSON", "not JSON: "), ("", "not JSON: "), ("[]", "a case is not an object"),
        (#"{"v":99}"#, "written by a later version of Baton (events v99)"),
        (#"{"v":5,"type":"case-finished"}"#, "a case has no `identity`"),
        (#"{"v":5,"identity":{"index":-1,"path":"x","name":"x","step_count":1},"outcome":"green"}"#, "`green`"),
        ("{\"v\":5,\"identity\":" + String(repeating: "[", count: 100_000), "not JSON: "),
    ])
    func `a result whose event cannot be read is told without it`(_ event: String, _ reason: String) throws {
        let recorder = HistoryRecorder(settings())
        for event in Self.events() { recorder.receive(event) }
        recorder.finish()
        let connection = try Connection(database, .readWrite)
        let update = try connection.statement("UPDATE case_event SET event = ? WHERE position = 1")
        update.bind(event)
        try update.run()
        let detail = try HistoryReader(database).run("last")
        #expect(detail.records.map(\.outcome) == [.passed, .failed, .error, .skipped])
        #expect(detail.records[1].identity.row == "ada")
        let told = try #require(detail.records[1].reason).text
        #expect(told.hasPrefix("what happened in it cannot be read: ") && told.contains(reason), "\(told)")
        #expect(HistoryText().show(detail, onlyFailed: true).contains("what happened in it cannot be read: "))
        #expect(try HistoryReader(database).badCases(of: detail.run).map(\.line) == [17, 7])
        do throws(HistoryError) {
            _ = try HistoryReader.rows(of: "SELECT * FROM step_result, failure, exchange", in: database, limit: 9)
        } catch {
            #expect(error.message == "the statement cannot be run: malformed JSON")
        }
    }

    @Test func `bodies are stored only of failures`() throws {
        let recorder = HistoryRecorder(settings())
        for event in Self.events() { recorder.receive(event) }
        recorder.finish()
        let bodies = try rows("SELECT step_position, response_body FROM exchange WHERE case_position = 1")
        #expect(bodies == ["0 ", #"1 {"items":[{"total":"12.5"}]}"#], "\(bodies)")
    }

    @Test func `everything is for the user alone, and a clean end leaves one file`() {
        let recorder = HistoryRecorder(settings())
        for event in Self.events() { recorder.receive(event) }
        recorder.finish()
        let baton = folder.path + "/.baton"
        #expect(TemporaryFolder.names(in: baton) == [".gitignore", "history.sqlite"])
        #expect(TemporaryFolder.mode(of: baton) == 0o700)
        #expect(TemporaryFolder.mode(of: database) == 0o600)
    }

    @Test func `a .baton folder made by hand is kept out of the repository, too`() {
        mkdir(folder.path + "/.baton", 0o755)
        let recorder = HistoryRecorder(settings())
        for event in Self.events() { recorder.receive(event) }
        recorder.finish()
        #expect(TemporaryFolder.names(in: folder.path + "/.baton") == [".gitignore", "history.sqlite"])
    }

    @Test func `the run's own row is committed before anything of it has ended`() throws {
        let writer = HistoryWriter(settings())
        writer.write([.runStarted(SampleRun.run(number: 1))])
        let connection = try Connection(database, .readOnly)
        #expect(try connection.integer("SELECT count(*) FROM run WHERE state = 'running'") == 1)
        #expect(TemporaryFolder.names(in: folder.path + "/.baton").contains { $0.hasSuffix(".lock") })
        writer.close()
    }

    @Test func `earlier runs are read over the connection of the run, as long as it has one`() throws {
        let writer = HistoryWriter(settings())
        #expect(writer.connection == nil)
        writer.write([.runStarted(SampleRun.run(number: 1))])
        let connection = try #require(writer.connection)
        #expect(try HistoryReader(connection, path: database).recentRuns().map(\.state) == ["running"])
        writer.close()
        #expect(writer.connection == nil)
    }

    /// Of two results one is of a planned case, and one of a case that no plan had.
    @Test(arguments: [2, RunRows.mostPlanned, RunRows.mostPlanned + 1])
    func `a case is there once, with the run's row or with its result`(_ planned: Int) throws {
        let cases = (0...planned).map { index in
            CaseIdentity(
                index: index, path: "workflows/\(index % 7).yaml", name: "Case", row: "\(index)", tags: [],
                stepCount: 1)
        }
        let results = [cases[1], cases[planned]].map { identity in
            RunEvent.caseFinished(
                CaseRecord(identity: identity, outcome: .passed, started: 0, duration: 1, steps: []))
        }
        let isWithRun = planned <= RunRows.mostPlanned
        let known = isWithRun ? planned + 1 : 2
        for number in 1...2 {
            let sample = SampleRun.run(number: number)
            let run = RunStarted(
                id: sample.id, started: sample.started, toolVersion: sample.toolVersion, environment: nil, baseURL: nil,
                hostname: sample.hostname, project: sample.project, cases: Array(cases.dropLast()), jobs: 1,
                isDryRun: false)
            let writer = HistoryWriter(settings())
            writer.write([.runStarted(run)])
            let connection = try Connection(database, .readOnly)
            let before = number == 1 ? isWithRun ? planned : 0 : known
            #expect(try connection.integer("SELECT count(*) FROM workflow_case") == Int64(before))
            writer.write(results)
            writer.close()
            #expect(try connection.integer("SELECT count(*) FROM workflow_case") == Int64(known))
            let rows = "case_result JOIN workflow_case ON workflow_case.id = case_id"
            #expect(
                try connection.integer("SELECT count(*) FROM \(rows) WHERE row_name IN ('1', '\(planned)')")
                    == Int64(2 * number))
        }
    }

    @Test func `a run whose end was never recorded is interrupted`() throws {
        let recorder = HistoryRecorder(settings())
        for event in Self.events().dropLast(2) { recorder.receive(event) }
        recorder.finish()
        let detail = try HistoryReader(database).run("last")
        let run = detail.run
        #expect(run.state == "interrupted")
        #expect([run.passed, run.failed, run.errors, run.skipped] == [1, 1, 1, 0])
        #expect(run.planned == 4)
        #expect(run.requests == nil)
        #expect(!HistoryText().show(detail).contains("0 requests"))
    }

    @Test func `a run that died counts blocked cases apart, as one that ended does`() throws {
        func failing(_ index: Int, _ kind: String) -> CaseRecord {
            SampleRun.record(
                SampleRun.identity(index, "w\(index).yaml"), .error,
                failures: [FailureRecord(kind: kind, message: "no", place: Place(file: "w", line: 1, column: 1))])
        }
        let records = [
            failing(0, "workflow.blocked"), failing(1, "workflow.cancelled"), failing(2, "workflow.blocked"),
        ]
        let recorder = HistoryRecorder(settings())
        recorder.receive(.runStarted(SampleRun.run(records.map(\.identity))))
        for record in records { recorder.receive(.caseFinished(record)) }
        recorder.finish()
        let run = try HistoryReader(database).run("last").run
        #expect([run.errors, run.blocked, run.ended] == [1, 2, 3])
        #expect(HistoryText().list([run]).contains("  1 error, 2 blocked  "))
    }

    @Test func `a dead run is settled by the next one, a living one is left alone`() throws {
        let living = HistoryWriter(settings())
        living.write([.runStarted(SampleRun.run(number: 1))])
        let connection = try HistoryDatabase.openForWriting(database)
        let rows = RunRows(connection)
        try connection.transaction { try rows.start(SampleRun.run(number: 2), RunContext()) }

        let next = HistoryWriter(settings())
        next.write(Self.events(3))
        next.close()
        let runs = try HistoryReader(database).recentRuns()
        #expect(runs.map(\.state) == ["failed", "interrupted", "running"])
        living.close()
        #expect(try HistoryReader(database).recentRuns().map(\.state) == ["failed", "interrupted", "interrupted"])
    }

    @Test func `locks of dead runs are taken away, that of a living one stays`() {
        let warnings = Warnings()
        let beside = folder.path + "/.baton"
        HistoryFolder.create(beside)
        for run in ["dead-before-its-row", "dead-after-its-end"] {
            close(open("\(beside)/run-\(run).lock", O_CREAT | O_WRONLY, 0o600))
        }
        do {
            let living = RunLock(run: "living", in: beside, creating: true)
            let recorder = HistoryRecorder(settings(warnings))
            for event in Self.events() { recorder.receive(event) }
            recorder.finish()
            #expect(TemporaryFolder.names(in: beside).filter { $0.hasSuffix(".lock") } == ["run-living.lock"])
            #expect(!RunLock.isDead(run: "living", in: beside))
            _ = consume living
        }
        #expect(TemporaryFolder.names(in: beside).filter { $0.hasSuffix(".lock") } == [])
    }

    @Test func `while another process writes, a journal is kept, and the next run imports it`() throws {
        let first = HistoryWriter(settings())
        first.write(Self.events(1))
        first.close()
        let other = try Connection(database, .readWrite)
        try other.execute("BEGIN IMMEDIATE")
        let warnings = Warnings()
        let recorder = HistoryRecorder(settings(warnings))
        for event in Self.events(2) { recorder.receive(event) }
        recorder.finish()
        try other.execute("ROLLBACK")
        #expect(warnings.all.count == 1)
        #expect(warnings.all.first?.contains("the next run that can write to the history imports") == true)
        let journal = "history-0198f3c7-a2b2-7000-8000-000000000001.jsonl"
        #expect(TemporaryFolder.names(in: folder.path + "/.baton").contains(journal))
        #expect(TemporaryFolder.mode(of: folder.path + "/.baton/" + journal) == 0o600)

        let next = HistoryWriter(settings())
        next.write(Self.events(3))
        next.close()
        let reader = try HistoryReader(database)
        let runs = try reader.recentRuns()
        #expect(runs.map(\.id.count) == [36, 36, 36])
        #expect(runs.map(\.state) == ["failed", "failed", "failed"])
        #expect(runs.map(\.branch) == ["main", "main", "main"])
        #expect(try reader.run("0198f3c7-a2b2").records[1].steps[1].failures.count == 1)
        #expect(!TemporaryFolder.names(in: folder.path + "/.baton").contains(journal))
    }

    @Test func `a run deleted while it goes on is kept in a journal`() throws {
        let warnings = Warnings()
        let writer = HistoryWriter(settings(warnings))
        let events = Self.events(2)
        writer.write(Array(events.prefix(2)))
        try Connection(database, .readWrite).execute("PRAGMA foreign_keys = ON; DELETE FROM run")
        writer.write(Array(events.dropFirst(2)))
        writer.close()
        #expect(
            warnings.all.first?.hasPrefix(
                "the history is not written: somebody deleted this run from it; the next run that can write to the history imports "
            ) == true)
        let connection = try Connection(database, .readOnly)
        #expect(try connection.integer("SELECT count(*) FROM case_result") == 0)

        let next = HistoryWriter(settings())
        next.write(Self.events(3))
        next.close()
        let cases = "SELECT count(*) FROM case_result JOIN run ON run.id = run"
        #expect(try connection.integer(cases) == Int64(2 * SampleRun.records.count - 1))
    }

    /// Of the first run cases are new, of the second known.
    @Test(arguments: [1, 2])
    func `results keep their cases when cases are deleted during the run`(_ runs: Int) throws {
        for number in 1..<runs {
            let earlier = HistoryWriter(settings())
            earlier.write(Self.events(number))
            earlier.close()
        }
        let writer = HistoryWriter(settings())
        let events = Self.events(runs)
        writer.write(Array(events.prefix(2)))
        let other = try Connection(database, .readWrite)
        try other.execute("DELETE FROM result; DELETE FROM workflow_case")
        writer.write(Array(events.dropFirst(2)))
        writer.close()
        let count = try other.integer("SELECT count(*) FROM case_result")
        #expect(count > 0)
        #expect(
            try other.integer("SELECT count(*) FROM case_result JOIN workflow_case ON workflow_case.id = case_id")
                == count)
    }

    @Test func `a run whose number another run has got is kept in a journal`() throws {
        let warnings = Warnings()
        let writer = HistoryWriter(settings(warnings))
        let events = Self.events(2)
        writer.write(Array(events.prefix(2)))
        try Connection(database, .readWrite).execute("PRAGMA foreign_keys = ON; DELETE FROM run")
        let other = HistoryWriter(settings())
        other.write(Self.events(3))
        other.close()
        writer.write(Array(events.dropFirst(2)))
        writer.close()
        #expect(warnings.all.first?.contains("somebody deleted this run from it") == true)
        let connection = try Connection(database, .readOnly)
        #expect(try connection.integer("SELECT count(*) FROM case_result") == Int64(SampleRun.records.count))
        #expect(try HistoryReader(database).recentRuns().count == 1)
    }

    @Test func `results that a tool has left behind do not become those of the next run`() throws {
        let first = HistoryWriter(settings())
        first.write(Self.events(2))
        first.close()
        try Connection(database, .readWrite).execute("PRAGMA foreign_keys = OFF; DELETE FROM run")
        let next = HistoryWriter(settings())
        next.write(Self.events(3))
        next.close()
        let connection = try Connection(database, .readOnly)
        #expect(try connection.integer("SELECT count(DISTINCT run) FROM case_result") == 2)
        #expect(
            try connection.integer("SELECT count(*) FROM case_result JOIN run ON run.id = run")
                == Int64(SampleRun.records.count))
    }

    @Test func `a history of another version is not touched`() throws {
        let first = HistoryWriter(settings())
        first.write(Self.events(1))
        first.close()
        try Connection(database, .readWrite).execute("PRAGMA user_version = 99")
        let warnings = Warnings()
        let writer = HistoryWriter(settings(warnings))
        writer.write(Self.events(2))
        writer.close()
        #expect(warnings.all.first?.contains("was written by a later version of Baton (schema 99)") == true)
        let error = #expect(throws: HistoryError.self) { try HistoryReader(database) }
        #expect(error?.code == .otherVersion)
        #expect(try Connection(database, .readOnly).integer("SELECT count(*) FROM run") == 1)
    }

    @Test(arguments: ["this is no database, whatever its name says", ""])
    func `a file that is something else costs no verdict`(_ content: String) throws {
        let first = HistoryWriter(settings())
        first.write([])
        first.close()
        HistoryFolder.create(folder.path + "/.baton")
        TemporaryFolder.write(String(repeating: content, count: 100), to: database)
        let warnings = Warnings()
        let writer = HistoryWriter(settings(warnings))
        writer.write(Self.events(1))
        writer.close()
        // An empty file is an empty database.
        #expect(warnings.all.isEmpty == content.isEmpty)
        #expect((try? HistoryReader(database).recentRuns().count) == (content.isEmpty ? 1 : nil))
    }

    @Test func `a database of another program is left alone`() throws {
        HistoryFolder.create(folder.path + "/.baton")
        try Connection(database, .create).execute("CREATE TABLE bookmarks (url TEXT)")
        let warnings = Warnings()
        let writer = HistoryWriter(settings(warnings))
        writer.write(Self.events(1))
        writer.close()
        #expect(warnings.all.first?.contains("not a history of Baton") == true)
        #expect(try Connection(database, .readOnly).integer("SELECT count(*) FROM sqlite_schema") == 1)
    }

    @Test(arguments: ["", "{}", "no json\n", "{\"v\":1,\"type\":\"run-finished\"}\n{\"v\":1"])
    func `a journal that cannot be read is kept under another name`(_ content: String) throws {
        HistoryFolder.create(folder.path + "/.baton")
        let path = folder.path + "/.baton/history-0198f3c7-a2b9-7000-8000-000000000001.jsonl"
        TemporaryFolder.write(content, to: path)
        let warnings = Warnings()
        let writer = HistoryWriter(settings(warnings))
        writer.write(Self.events(1))
        writer.close()
        #expect(warnings.all.count == 1)
        #expect(TemporaryFolder.names(in: folder.path + "/.baton").contains { $0.hasSuffix(".jsonl.unreadable") })
        #expect(try HistoryReader(database).recentRuns().count == 1)
    }

    @Test func `a run from a journal keeps its commit and its build`() throws {
        HistoryFolder.create(folder.path + "/.baton")
        let context = RunContext(
            branch: "topic", commit: "7da5cfb", isDirty: true, ciProvider: "GitLab CI", ciURL: "https://ci.example/107",
            build: "107", commitURL: "https://git.example/7da5cfb", defaultBranch: "trunk")
        let journal = try #require(HistoryJournal(SampleRun.run(number: 7), context, in: folder.path + "/.baton"))
        for event in Self.events(7).dropFirst() { #expect(journal.add(event)) }
        let writer = HistoryWriter(settings())
        writer.write(Self.events(8))
        writer.close()
        #expect(try HistoryReader(database).run("0198f3c7-a2b7").context == context)
    }

    @Test func `a torn last line of a journal loses only that line`() throws {
        HistoryFolder.create(folder.path + "/.baton")
        let journal = try #require(
            HistoryJournal(SampleRun.run(number: 7), RunContext(), in: folder.path + "/.baton"))
        for event in Self.events(7).dropFirst().dropLast() { #expect(journal.add(event)) }
        let torn = "{\"v\":1,\"type\":\"run-fini"
        #expect(TemporaryFolder.append(torn, to: journal.path))
        let writer = HistoryWriter(settings())
        writer.write(Self.events(8))
        writer.close()
        let reader = try HistoryReader(database)
        #expect(try reader.run("0198f3c7-a2b7").records.count == 4)
        #expect(try reader.run("0198f3c7-a2b7").run.state == "interrupted")
    }

    @Test func `first runs at once all find the history that one of them makes`() async throws {
        for round in 0..<60 {
            let database = "\(folder.path)/\(round)/history.sqlite"
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        #expect(throws: Never.self) {
                            _ = try HistoryDatabase.openForWriting(database)
                            _ = try HistoryReader(database)
                        }
                    }
                }
            }
        }
    }

    @Test func `the waits of a run share one budget`() throws {
        _ = try HistoryDatabase.openForWriting(database)
        let other = try Connection(database, .readWrite)
        try other.execute("BEGIN EXCLUSIVE")
        let patience = LockPatience(milliseconds: 20)
        for _ in 0..<3 {
            let error = #expect(throws: HistoryError.self) {
                try HistoryDatabase.openForWriting(database, patience: patience)
            }
            #expect(error?.code == .busy)
        }
        #expect(!patience.pause(after: 0))
    }

    @Test func `many runs at once lose nothing`() async throws {
        await withTaskGroup(of: Void.self) { group in
            for number in 1...8 {
                var settings = settings()
                settings.patience = LockPatience(milliseconds: 60_000)
                let taken = settings
                group.addTask {
                    let recorder = HistoryRecorder(taken)
                    for event in Self.events(number) { recorder.receive(event) }
                    recorder.finish()
                }
            }
        }
        let runs = try HistoryReader(database).recentRuns()
        #expect(runs.count == 8)
        #expect(runs.allSatisfy { $0.state == "failed" && $0.passed == 1 })
    }
}
