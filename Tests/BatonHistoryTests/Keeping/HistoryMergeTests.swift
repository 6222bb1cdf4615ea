import BatonRunner
import Testing

@testable import BatonHistory

/// Copies of histories, and histories that are added to others.
struct HistoryMergeTests {
    private let history = MadeHistory()
    private let other = MadeHistory()

    private static let tables = [
        "run", "result", "result_note", "case_event", "workflow_case", "step_plan",
    ]

    private func counts(_ database: String) throws -> [String] {
        let connection = try Connection(database, .readOnly)
        return try Self.tables.map { "\($0) \(try connection.integer("SELECT count(*) FROM \($0)"))" }
    }

    /// What a reader of the report sees of every run.
    private func shown(_ database: String) throws -> [String] {
        let reader = try HistoryReader(database)
        return try reader.recentRuns(limit: 100).map { MadeHistory.text.show(try reader.run($0.id), onlyFailed: true) }
    }

    @Test func `a copy holds everything, in one file for the user alone`() throws {
        history.record([.init(results: ".F~"), .init(results: "FE.")])
        let copy = history.folder.path + "/copy.sqlite"
        try HistoryCopy.write(history.database, to: copy)
        #expect(try counts(copy) == counts(history.database))
        #expect(try shown(copy) == shown(history.database))
        #expect(TemporaryFolder.mode(of: copy) == 0o600)
        #expect(TemporaryFolder.names(in: history.folder.path) == ["copy.sqlite", "history.sqlite"])
    }

    @Test func `importing adds what is missing, and nothing twice`() throws {
        history.record([.init(results: ".F~"), .init(results: "FE.")])
        other.record([.init(results: ".F~")])
        other.record([.init(results: "F...", message: "another failure")], from: 3)
        #expect(try HistoryMerge.add(other.database, to: history.database) == .init(runs: 1, known: 1))
        #expect(try HistoryMerge.add(other.database, to: history.database) == .init(runs: 0, known: 2))
        let reader = try history.reader()
        #expect(try reader.recentRuns().map(\.id) == [3, 2, 1].map { MadeHistory.id($0) })
        #expect(try reader.run("last").records.map(\.identity.path) == (0..<4).map { MadeHistory.path($0) })
        #expect(try reader.run("last").records[0].steps[0].failures.map(\.message) == ["another failure"])
        #expect(try reader.run("last").records[1].steps.map(\.name) == ["List the orders"])
        #expect(try shown(other.database)[0] == shown(history.database)[0])
        let connection = try Connection(history.database, .readWrite)
        #expect(try connection.integer("SELECT count(*) FROM pragma_foreign_key_check") == 0)
    }

    @Test func `runs that are imported late stand where they began, so that the latest result stays the latest`() throws
    {
        history.record([.init(results: "FF."), .init(results: "F..")], from: 5)
        other.record([.init(results: "..."), .init(results: "E.F~")])
        #expect(try HistoryMerge.add(other.database, to: history.database) == .init(runs: 2, known: 0))
        let reader = try history.reader()
        #expect(try reader.recentRuns().map(\.id) == [6, 5, 2, 1].map { MadeHistory.id($0) })
        let story = try reader.caseStory(MadeHistory.path(0), HistoryScope(), limit: 2)
        #expect(story.failing.map(\.count) == [3])
        #expect(try shown(history.database).dropFirst(2).elementsEqual(shown(other.database)))
        let connection = try Connection(history.database, .readWrite)
        #expect(try connection.integer("SELECT count(*) FROM pragma_foreign_key_check") == 0)
        #expect(try connection.integer("SELECT count(*) FROM run WHERE id < 1") == 0)
        #expect(try HistoryMerge.add(other.database, to: history.database) == .init(runs: 0, known: 2))
        let parts = try Self.tables.map { try connection.integer("SELECT count(*) FROM \($0)") }
        #expect(parts[0] == 4 && parts[1] == 13)
    }

    @Test func `a history that does not exist yet begins with the imported runs`() throws {
        other.record([.init(results: ".F")])
        #expect(try HistoryMerge.add(other.database, to: history.database) == .init(runs: 1, known: 0))
        #expect(try shown(history.database) == shown(other.database))
    }

    @Test func `a run that was copied while it went on is replaced by the run that has ended`() throws {
        let run = MadeHistory.Run(results: ".F")
        let context = run.context
        let settings = HistorySettings(
            database: other.database, context: { context }, warn: { _ in })
        let writer = HistoryWriter(settings)
        let events = MadeHistory.events(run, 1)
        writer.write(Array(events.prefix(2)))
        try HistoryCopy.write(other.database, to: history.database)
        writer.write(Array(events.dropFirst(2)))
        writer.close()
        // The copy of the run is marked as ended when it is opened.
        let connection = try Connection(history.database, .readWrite)
        try connection.execute("UPDATE run SET state = 'running'")
        #expect(try HistoryMerge.add(other.database, to: history.database) == .init(runs: 1, known: 0))
        #expect(try shown(history.database) == shown(other.database))
    }

    @Test(arguments: [
        ("CREATE TABLE other (a)", "has other tables than a history of Baton"),
        ("ALTER TABLE result_note ADD COLUMN evil TEXT", "has other tables than a history of Baton"),
        ("CREATE TRIGGER t AFTER INSERT ON run BEGIN DELETE FROM run; END", "has other tables than a history of Baton"),
        (
            "DROP TABLE case_event; CREATE VIEW case_event AS SELECT 1 AS run, 2 AS position, '{}' AS event",
            "has other tables than a history of Baton"
        ),
        ("UPDATE run SET state = 'green'", "has runs with a state or a time that no run can have"),
        ("UPDATE run SET started = -1", "has runs with a state or a time that no run can have"),
        ("UPDATE run SET duration = 999999999999999999", "has runs with a state or a time that no run can have"),
        ("UPDATE run SET uuid = 'zz1'", "has runs with an identity that no run can have"),
        (
            "UPDATE run SET uuid = '../../../../../../../../../../../../x'",
            "has runs with an identity that no run can have"
        ),
        ("UPDATE run SET planned = 9223372036854775807", "has a number in run.planned that nothing can have"),
        ("UPDATE result SET duration = -9223372036854775807", "has a number in result.duration that nothing can have"),
        ("PRAGMA user_version = 99", "was written by a later version of Baton (schema 99)"),
        ("PRAGMA application_id = 1", "is a database, but not a history of Baton"),
    ])
    func `what another tool made is refused, and nothing is changed`(_ sql: String, _ message: String) throws {
        history.record([.init(results: ".")])
        other.record([.init(results: "F")], from: 2)
        try Connection(other.database, .readWrite).execute(sql)
        let before = try counts(history.database)
        let error = #expect(throws: HistoryError.self) { try HistoryMerge.add(other.database, to: history.database) }
        #expect(error?.message == "\(other.database) \(message)")
        #expect(try counts(history.database) == before)
    }

    @Test func `a missing file, a file that is no database and the history itself are refused`() throws {
        history.record([.init(results: ".")])
        let missing = #expect(throws: HistoryError.self) { try HistoryMerge.add("/nowhere/x", to: history.database) }
        #expect(missing?.message == "/nowhere/x does not exist")
        let text = history.folder.path + "/text"
        TemporaryFolder.write(String(repeating: "no database ", count: 100), to: text)
        let wrong = #expect(throws: HistoryError.self) { try HistoryMerge.add(text, to: history.database) }
        #expect(wrong?.message == "\(text) is not an SQLite database")
        let same = #expect(throws: HistoryError.self) { try HistoryMerge.add(history.database, to: history.database) }
        #expect(same?.message == "\(history.database) is the history itself")
        let copy = #expect(throws: HistoryError.self) { try HistoryCopy.write(history.database, to: history.database) }
        #expect(copy?.message == "\(history.database) is the history itself")
        let folder = #expect(throws: HistoryError.self) { try HistoryCopy.write(history.database, to: "/nowhere/x") }
        #expect(folder?.message == "/nowhere/x cannot be written: No such file or directory")
    }

    @Test func `a damaged file is refused`() throws {
        history.record([.init(results: ".")])
        other.record((0..<30).map { _ in .init(results: "FFFFFFFFFF") })
        TemporaryFolder.damage(other.database)
        let error = #expect(throws: HistoryError.self) { try HistoryMerge.add(other.database, to: history.database) }
        #expect(error?.message == "\(other.database) is damaged")
        #expect(try history.reader().recentRuns().count == 1)
    }
}

/// A history from elsewhere whose values nobody wrote: whatever stands in a column, every question has an answer.
struct ForeignValueTests {
    private static let extremes = ["9223372036854775807", "-9223372036854775808", "9007199254740993"]

    private static func columns(_ connection: Connection) throws -> [(table: String, column: String)] {
        let statement = try Statement(
            """
            SELECT made.name, part.name FROM sqlite_schema AS made JOIN pragma_table_info(made.name) AS part
            WHERE made.type = 'table' AND part.type = 'INTEGER' AND part.pk = 0
            """, in: connection)
        var columns: [(String, String)] = []
        while try statement.step() { columns.append((statement.text(0), statement.text(1))) }
        return columns
    }

    @Test(arguments: extremes)
    func `a number at the limits of 64 bits ends no question`(_ number: String) throws {
        let history = MadeHistory()
        history.record([.init(results: ".F~"), .init(results: "FE."), .init(results: "~..")])
        let original = try Connection(history.database, .readOnly)
        let columns = try Self.columns(original)
        #expect(columns.count > 25)
        for (table, column) in columns {
            let copy = history.folder.path + "/copy.sqlite"
            try HistoryCopy.write(history.database, to: copy)
            let connection = try Connection(copy, .readWrite)
            try connection.execute("PRAGMA foreign_keys = OFF")
            // Keys that must be unique stay apart.
            try? connection.execute("UPDATE \(table) SET \(column) = \(number)")
            try? connection.execute(
                "UPDATE \(table) SET \(column) = \(number) WHERE rowid = (SELECT min(rowid) FROM \(table))")
            _ = try? Self.ask(HistoryReader(copy))
            let target = MadeHistory()
            target.record([.init(results: ".F~")])
            if (try? HistoryMerge.add(copy, to: target.database)) != nil { _ = try? Self.ask(target.reader()) }
        }
    }

    private static func ask(_ reader: HistoryReader) throws {
        let scope = HistoryScope()
        for run in try reader.recentRuns(limit: 10) {
            let detail = try reader.run(run.id)
            _ = (MadeHistory.text.show(detail, onlyFailed: false), detail.json(onlyFailed: false, causes: []))
            _ = (detail.records, detail.finished)
        }
        let text = MadeHistory.text
        _ = try text.list(reader.recentRuns(scope, limit: 10))
        let (flaky, slow) = try (reader.flakyCases(scope, limit: 10), reader.slowCases(scope, limit: 10))
        _ = (text.flaky(flaky), flaky.json, text.slow(slow), slow.json)
        let (broken, trend) = try (reader.brokenCases(scope, limit: 10), reader.trend(scope, limit: 10))
        _ = (text.broken(broken), broken.json, text.trend(trend), trend.json)
        let (timings, story) = try (reader.caseTimings(scope), reader.caseStory(MadeHistory.path(0), scope, limit: 10))
        _ = (text.timings(timings), timings.json, text.story(story), story.json)
        let compared = try reader.compare("previous", "last")
        _ = (text.compare(compared), compared.json)
    }

    @Test(arguments: [
        ("UPDATE workflow_case SET path = 'workflows/other.yaml' WHERE id = 1", "workflow"),
        ("UPDATE step_plan SET steps = replace(steps, 'orders', 'nothing')", "list of steps"),
    ])
    func `what stands under the key of another is refused`(_ sql: String, _ what: String) throws {
        let (history, other) = (MadeHistory(), MadeHistory())
        history.record([.init(results: ".")])
        other.record([.init(results: ".F~")])
        let connection = try Connection(other.database, .readWrite)
        try connection.execute(sql)
        #expect(try connection.integer("SELECT changes()") > 0)
        let error = #expect(throws: HistoryError.self) { try HistoryMerge.add(other.database, to: history.database) }
        #expect(error?.message == "\(other.database) has a \(what) under the key of another")
    }
}
