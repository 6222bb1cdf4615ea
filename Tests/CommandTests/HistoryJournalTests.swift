import BatonTesting
import CommandCalls
import Glibc
import ProjectFolders
import Synchronization
import Testing

/// Journals that runs left beside a history, and runs that meet a fault or one another on their way.
@Suite struct HistoryJournalTests {
    private static let garbage = String(repeating: "no database\n", count: 10_000)

    /// A project with one journal and no fault any more, and the journal's path.
    private static func projectWithJournal() async throws -> (HistoryProject, String) {
        let project = try HistoryProject()
        project.makeFolder()
        try project.folder.write(".baton/history.sqlite", garbage)
        _ = try await project.run()
        project.remove()
        return (project, try #require(try project.journals().first))
    }

    private static func states(_ project: HistoryProject) throws -> [String] {
        try HistoryFile(project.database).rows("SELECT state, passed, failed, errors FROM run ORDER BY started")
    }

    @Test func `a fault that begins in the middle of a run loses nothing of what comes after`() async throws {
        let spoil = Mutex<(@Sendable () -> Void)?>(nil)
        let project = try HistoryProject { target in
            if target == "/b" { spoil.withLock { $0.take() }?() }
        }
        let database = project.database
        spoil.withLock { action in
            action = {
                // Until the run's own row is there, which the writer commits while the first request is under way.
                while (try? HistoryFile(database).rows("SELECT 1 FROM run").count) != 1 { sched_yield() }
                _ = try? project.folder.write(".baton/history.sqlite", Self.garbage)
            }
        }
        let result = try await project.run()
        #expect(result.exitCode == 1)
        #expect(result.errorOutput.split(separator: "\n").count == 1, "\(result.errorOutput)")
        #expect(result.errorOutput.contains("is not an SQLite database; move it away"), "\(result.errorOutput)")
        #expect(try project.journals().count == 1)
        unlink(project.database)
        let next = try await project.run()
        #expect(next.errorOutput == "")
        #expect(try project.journals().isEmpty)
        #expect(try Self.states(project) == ["failed | 1 | 2 | 0", "failed | 1 | 2 | 0"])
        let failures = try HistoryFile(project.database).rows("SELECT count(*) FROM failure GROUP BY run")
        #expect(failures == ["2", "2"])
    }

    @Test func `a run that is not imported yet is no interrupted one, and the list says where it is`() async throws {
        let (project, journal) = try await Self.projectWithJournal()
        _ = try await project.run("--no-history")
        let file = try await project.history("list")
        #expect(file.errorOutput.contains("no run has been recorded yet"), "\(file.errorOutput)")
        let away = project.folder.path + "/away.jsonl"
        rename(journal, away)
        _ = try await project.run()
        rename(away, journal)
        let list = try await project.history("list")
        #expect(list.exitCode == 0)
        let warning = "a run is missing here: the next run that can write to the history imports \(journal)"
        #expect(list.errorOutput == "warning: \(warning) [run.warning]\n")
        try project.folder.write(".baton/history.sqlite", Self.garbage)
        let damaged = try await project.history("list")
        #expect(damaged.exitCode == 2)
        #expect(damaged.errorOutput.contains(warning), "\(damaged.errorOutput)")
    }

    @Test func `the torn last line of a journal costs that line, and the run is interrupted`() async throws {
        let (project, journal) = try await Self.projectWithJournal()
        let bytes = try FileContents.bytes(of: journal)
        truncate(journal, bytes.count - 20)
        let next = try await project.run()
        #expect(next.errorOutput == "")
        #expect(try Self.states(project) == ["interrupted | 1 | 2 | 0", "failed | 1 | 2 | 0"])
        #expect(try project.journals().isEmpty)
    }

    @Test func `a damaged line inside a journal is said, and the journal is kept`() async throws {
        let (project, journal) = try await Self.projectWithJournal()
        var lines = try FileContents.text(of: journal).split(separator: "\n").map(String.init)
        lines[3] = String(lines[3].dropLast(9))
        try project.folder.write(".baton/\(RealName.of(journal))", lines.joined(separator: "\n") + "\n")
        let next = try await project.run()
        #expect(next.exitCode == 1)
        let message = "\(journal) was imported without 1 line, and is now \(journal).unreadable"
        #expect(next.errorOutput == "warning: \(message) [run.warning]\n")
        #expect(access(journal + ".unreadable", F_OK) == 0)
        #expect(
            try HistoryFile(project.database).rows("SELECT count(*) FROM case_result GROUP BY run ORDER BY run")
                .sorted() == ["2", "3"])
    }

    @Test(.enabled(if: Unprivileged.isPossible && geteuid() == 0, "only root may give files away"))
    func `a journal that cannot be read at this moment waits for the next run`() async throws {
        let (project, journal) = try await Self.projectWithJournal()
        Unprivileged.own(project.folder)
        lchown(journal, 0, 0)
        let next = try await Unprivileged.run(["run"], in: project.folder)
        Unprivileged.disown(project.folder)
        #expect(
            next.errorOutput.contains("\(journal) cannot be read now (Permission denied): the next run tries again"),
            "\(next.everything)")
        #expect(try project.journals() == [journal])
        #expect(try await project.run().errorOutput == "")
        #expect(try project.journals() == [])
        #expect(try Self.states(project).count == 3)
    }

    @Test(.enabled(if: Unprivileged.isPossible && geteuid() == 0, "only root may give files away"))
    func `a folder of another user is said`() async throws {
        let project = try HistoryProject()
        Unprivileged.own(project.folder)
        project.makeFolder()
        let result = try await Unprivileged.run(["run"], in: project.folder)
        #expect(result.exitCode == 1)
        #expect(result.errorOutput.contains("cannot be read: "), "\(result.everything)")
        #expect(result.errorOutput.contains("/.baton belongs to root; "), "\(result.everything)")
        Unprivileged.disown(project.folder)
        _ = try await project.run()
        Unprivileged.own(project.folder)
        lchown(project.database, 0, 0)
        let next = try await Unprivileged.run(["run"], in: project.folder)
        #expect(next.errorOutput.contains("history.sqlite belongs to root; "), "\(next.everything)")
        Unprivileged.disown(project.folder)
    }

    @Test func `a journal of a later version stays for that version`() async throws {
        let (project, journal) = try await Self.projectWithJournal()
        let text = try FileContents.text(of: journal).replacing(
            "{\"v\":5,\"type\":\"case", with: "{\"v\":9,\"type\":\"case")
        try project.folder.write(".baton/\(RealName.of(journal))", text)
        let next = try await project.run()
        #expect(next.exitCode == 1)
        #expect(next.errorOutput.contains("\(journal) is left for a later version of Baton"), "\(next.errorOutput)")
        #expect(try project.journals() == [journal])
        #expect(try Self.states(project) == ["failed | 1 | 2 | 0"])
    }

    @Test func `a pipe in the place of a journal holds up no run`() async throws {
        let project = try HistoryProject()
        project.makeFolder()
        let pipe = project.folder.path + "/.baton/history-0198f3c7-a2b1-7000-8000-000000000001.jsonl"
        mkfifo(pipe, 0o600)
        let result = try await project.run()
        #expect(result.exitCode == 1)
        #expect(result.errorOutput.contains("\(pipe) could not be imported and is now \(pipe).unreadable"))
        #expect(try await project.run().errorOutput == "")
    }

    @Test func `the journal of a run that is alive is left alone`() async throws {
        let (project, journal) = try await Self.projectWithJournal()
        let lock = journal.replacing("history-", with: "run-").replacing(".jsonl", with: ".lock")
        let descriptor = open(lock, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        var request = flock()
        request.l_type = Int16(F_WRLCK)
        // F_OFD_SETLK
        #expect(fcntl(descriptor, 37, &request) == 0)
        #expect(try await project.run().errorOutput == "")
        #expect(try project.journals() == [journal])
        close(descriptor)
        #expect(try await project.run().errorOutput == "")
        #expect(try project.journals() == [])
        #expect(try Self.states(project).count == 3)
    }

    @Test func `runs that begin together import each journal once and without a word`() async throws {
        let (project, _) = try await Self.projectWithJournal()
        try project.folder.write(".baton/history.sqlite", Self.garbage)
        for _ in 0..<4 { _ = try await project.run() }
        project.remove()
        #expect(try project.journals().count == 5)
        let results = try await Self.together(4, project)
        #expect(results.map(\.errorOutput) == ["", "", "", ""])
        #expect(try Self.states(project) == Array(repeating: "failed | 1 | 2 | 0", count: 9))
        #expect(
            try HistoryFile(project.database).rows("SELECT DISTINCT count(*) FROM case_result GROUP BY run") == ["3"])
        #expect(
            try FileContents.names(in: project.folder.path + "/.baton")
                == [".gitignore", "history.sqlite"].filter {
                    $0 != ".gitignore" || project.folder.exists(".baton/.gitignore")
                })
    }

    @Test func `eight processes at once record whole runs`() async throws {
        let project = try HistoryProject()
        let results = try await Self.together(8, project)
        for result in results {
            #expect(result.exitCode == 1)
            #expect(result.errorOutput == "")
        }
        let file = try HistoryFile(project.database)
        #expect(try file.rows("PRAGMA integrity_check") == ["ok"])
        #expect(try Self.states(project) == Array(repeating: "failed | 1 | 2 | 0", count: 8))
        for (table, count) in [("case_result", "3"), ("step_result", "4"), ("failure", "2"), ("exchange", "1")] {
            let counts = try file.rows("SELECT count(*) FROM \(table) GROUP BY run")
            #expect(counts == Array(repeating: count, count: 8), "\(table)")
        }
        #expect(try FileContents.names(in: project.folder.path + "/.baton") == [".gitignore", "history.sqlite"])
    }

    @Test func `what a killed writer left half written is taken back`() async throws {
        let project = try HistoryProject()
        let normal = try await project.normalRows()
        // A journal of SQLite with its header makes the next opening roll back; one of zeros is none.
        try project.folder.write(".baton/history.sqlite-journal", bytes: Array(repeating: 0, count: 512))
        try HistoryFile(project.database).rows("PRAGMA journal_mode = WAL")
        let next = try await project.run()
        #expect(next.errorOutput == "")
        #expect(try HistoryFile(project.database).lastRun() == normal)
        #expect(try HistoryFile(project.database).rows("PRAGMA integrity_check") == ["ok"])
    }

    private static func together(_ count: Int, _ project: HistoryProject) async throws -> [Baton.Result] {
        try await withThrowingTaskGroup(of: Baton.Result.self) { group in
            for _ in 0..<count { group.addTask { try await project.run() } }
            var results: [Baton.Result] = []
            for try await result in group { results.append(result) }
            return results
        }
    }
}

private enum RealName {
    static func of(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }
}
