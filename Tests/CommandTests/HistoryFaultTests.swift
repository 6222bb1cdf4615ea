import BatonTesting
import CommandCalls
import Glibc
import ProjectFolders
import Testing

/// What is wrong with the history costs no verdict: one warning, and a journal that the next run imports.
@Suite struct HistoryFaultTests {
    struct Fault: Sendable, CustomTestStringConvertible {
        var name: String
        /// What the warning says of the reason.
        var reason: String
        /// What it says comes next.
        var outlook = "the next run that can write to the history imports"
        var hasJournal = true
        /// What `baton history` answers; nil where past runs can be read.
        var reading: String?
        var begin: @Sendable (HistoryProject) throws -> Void
        var end: @Sendable (HistoryProject) throws -> Void = { $0.remove() }

        var testDescription: String { name }
    }

    private static func overwrite(_ project: HistoryProject, _ text: String, at offset: Int, count: Int) throws {
        let file = try #require(fopen(project.database, "r+"))
        defer { fclose(file) }
        fseek(file, offset, SEEK_SET)
        for _ in 0..<count { fputs(text, file) }
    }

    private static let movedAway = "move it away, and the next run begins a new history and imports"

    static let faults: [Fault] = [
        Fault(
            name: "something else in its place", reason: "history.sqlite is not an SQLite database",
            outlook: movedAway, reading: "history.sqlite is not an SQLite database",
            begin: { try $0.folder.write(".baton/history.sqlite", String(repeating: "shopping list\n", count: 99)) }),
        Fault(
            name: "damaged pages", reason: "history.sqlite is damaged", outlook: movedAway,
            reading: "history.sqlite is damaged", begin: { try overwrite($0, "damage", at: 4096, count: 20_000) }),
        Fault(
            name: "cut off", reason: "history.sqlite is damaged", outlook: movedAway,
            reading: "history.sqlite is damaged", begin: { truncate($0.database, 9000) }),
        Fault(
            name: "of another version", reason: "history.sqlite was written by a later version of Baton (schema 99)",
            outlook: "the next run of that version imports",
            reading: "was written by a later version of Baton (schema 99)",
            begin: { try HistoryFile($0.database).rows("PRAGMA user_version = 99") },
            end: { try HistoryFile($0.database).rows("PRAGMA user_version = 1") }),
        Fault(
            name: "a database of another program", reason: "is a database, but not a history of Baton",
            outlook: movedAway, reading: "is a database, but not a history of Baton",
            begin: {
                $0.remove()
                try $0.folder.write(".baton/history.sqlite", "")
                try HistoryFile($0.database).rows("CREATE TABLE bookmarks (url TEXT)")
            }),
        Fault(
            name: "a database without a table", reason: "history.sqlite is damaged: its table `run` is missing",
            outlook: movedAway, reading: "history.sqlite is damaged: its table `run` is missing",
            begin: { try HistoryFile($0.database).rows("DROP TABLE run") }),
        Fault(
            name: "a folder", reason: "history.sqlite is a folder, not a database", outlook: movedAway,
            reading: "history.sqlite is a folder, not a database",
            begin: {
                $0.remove()
                mkdir($0.database, 0o700)
            }),
        Fault(
            name: "a pipe", reason: "history.sqlite is a pipe or a device, not a database", outlook: movedAway,
            reading: "history.sqlite is a pipe or a device, not a database",
            begin: {
                $0.remove()
                mkfifo($0.database, 0o600)
            }),
        Fault(
            name: "a link that leads to itself", reason: "history.sqlite is a link that leads to itself",
            outlook: movedAway, reading: "history.sqlite is a link that leads to itself",
            begin: {
                $0.remove()
                symlink("history.sqlite", $0.database)
            }),
        Fault(
            name: "a link into a folder that is not there",
            reason: "history.sqlite is a link into a folder that does not exist", outlook: movedAway,
            reading: "history.sqlite is a link into a folder that does not exist",
            begin: {
                $0.remove()
                symlink("nowhere/history.sqlite", $0.database)
            }),
        Fault(
            name: "a file in the place of its folder", reason: "/.baton is a file where a folder should be",
            outlook: "nor can anything be written beside it, so this run is not recorded", hasJournal: false,
            reading: "/.baton is a file where a folder should be",
            begin: {
                rename($0.folder.path + "/.baton", $0.folder.path + "/away")
                try $0.folder.write(".baton", "")
            }),
    ]

    @Test(arguments: faults) func `a fault is said once, kept beside, and made good by the next run`(_ fault: Fault)
        async throws
    {
        let project = try HistoryProject()
        let normal = try await project.normalRows()
        try fault.begin(project)

        let faulty = try await project.run()
        try Self.check(faulty, fault)
        for command in ["list", "show"] {
            let response = try await project.history(command)
            if let reading = fault.reading {
                #expect(response.exitCode == 2)
                #expect(response.output == "")
                #expect(response.errorOutput.contains(reading), "\(response.errorOutput)")
            } else {
                #expect(response.exitCode == 0, "\(response.everything)")
            }
        }
        guard fault.hasJournal else { return }
        #expect(try project.journals().count == 1)

        try fault.end(project)
        try await Self.checkImport(project, normal)
    }

    static func check(_ result: Baton.Result, _ fault: Fault) throws {
        #expect(result.exitCode == 1, "\(result.everything)")
        #expect(result.output.contains("1 passed, 2 failed"))
        #expect(result.errorOutput.split(separator: "\n").count == 1, "\(result.errorOutput)")
        #expect(result.errorOutput.contains("warning: the history is not written: "))
        #expect(result.errorOutput.contains(fault.reason), "\(result.errorOutput)")
        #expect(result.errorOutput.contains(fault.outlook), "\(result.errorOutput)")
    }

    /// The next run takes the journal in, and its rows are those of a run without a fault.
    static func checkImport(_ project: HistoryProject, _ normal: [String]) async throws {
        let journal = try #require(try project.journals().first)
        let id = String(journal.dropFirst("\(project.folder.path)/.baton/history-".count).dropLast(".jsonl".count))
        let next = try await project.run("workflows/c.yaml")
        #expect(next.errorOutput == "")
        #expect(try project.journals().isEmpty)
        let file = try HistoryFile(project.database)
        #expect(try file.rows("PRAGMA integrity_check") == ["ok"])
        // Only the run that was imported is left to be compared.
        try file.rows("PRAGMA foreign_keys = ON")
        try file.rows("DELETE FROM run WHERE uuid <> '\(id)'")
        #expect(try file.lastRun() == normal)
    }

    @Test func `a history that another process holds is waited for, then said`() async throws {
        let project = try HistoryProject()
        let normal = try await project.normalRows()
        let other = try HistoryFile(project.database)
        try other.rows("BEGIN EXCLUSIVE")
        let fault = Fault(name: "locked", reason: "history.sqlite is locked by another process", begin: { _ in })
        try Self.check(try await project.run(), fault)
        try other.rows("ROLLBACK")
        try await Self.checkImport(project, normal)
    }

    @Test(.enabled(if: Unprivileged.isPossible, Unprivileged.obstacle), arguments: [true, false])
    func `what cannot be written is said`(_ folderIsWritable: Bool) async throws {
        let project = try HistoryProject()
        let normal = try await project.normalRows()
        Unprivileged.own(project.folder)
        chmod(project.database, 0o444)
        if !folderIsWritable { chmod(project.folder.path + "/.baton", 0o555) }
        var fault = Fault(name: "read-only", reason: "history.sqlite cannot be written", begin: { _ in })
        if !folderIsWritable { fault.outlook = "nor can anything be written beside it, so this run is not recorded" }
        let result = try await Unprivileged.run(["run", "--jobs", "1"], in: project.folder)
        try Self.check(result, fault)
        #expect(try await Unprivileged.run(["history", "list"], in: project.folder).exitCode == 0)
        chmod(project.folder.path + "/.baton", 0o700)
        chmod(project.database, 0o600)
        #expect(try project.journals().count == (folderIsWritable ? 1 : 0))
        Unprivileged.disown(project.folder)
        if folderIsWritable { try await Self.checkImport(project, normal) }
    }

    @Test func `a table that only some questions and failed cases need is missed when it is needed, and by doctor`()
        async throws
    {
        let project = try HistoryProject()
        _ = try await project.normalRows()
        try HistoryFile(project.database).rows("DROP TABLE case_event")
        let message = "is damaged: its table `case_event` is missing or changed"
        #expect(try await project.history("list").exitCode == 0)
        let show = try await project.history("show")
        #expect(show.exitCode == 2)
        #expect(
            show.errorOutput.hasSuffix(
                "\(message) [run.unavailable]\n   = help: move it away: the next run begins a new history\n"),
            "\(show.errorOutput)")
        let doctor = try await Baton(folder: project.folder)("doctor", "--offline")
        #expect(doctor.finding("history").hasPrefix("✗ history        .baton/history.sqlite \(message)\n"))
        let fault = Fault(name: "events", reason: message, outlook: Self.movedAway, begin: { _ in })
        try Self.check(try await project.run(), fault)
    }

    /// Before, it was said that no run had been recorded yet.
    @Test(
        .enabled(if: Unprivileged.isPossible, Unprivileged.obstacle),
        .enabled(if: geteuid() == 0, "only root has others' files"),
        arguments: ["the folder of root", "the file of root", "the file without a mode"])
    func `a history that may not be read is said, with what to do`(_ place: String) async throws {
        let project = try HistoryProject()
        let normal = try await project.normalRows()
        Unprivileged.own(project.folder)
        let folder = project.folder.path + "/.baton"
        switch place {
        case "the folder of root": chown(folder, 0, 0)
        case "the file of root": chown(project.database, 0, 0)
        default: chmod(project.database, 0o000)
        }
        let reason =
            place == "the file without a mode"
            ? "Permission denied" : "\(place == "the folder of root" ? folder : project.database) belongs to root"
        for words in [["list"], ["show"], ["flaky"], ["prune"], ["sql", "SELECT 1"], ["export", "x.sqlite"]] {
            let result = try await Unprivileged.run(["history"] + words, in: project.folder)
            #expect(result.exitCode == 2 && result.output == "", "\(result.everything)")
            #expect(
                result.errorOutput.contains("\(project.database) cannot be read: \(reason) [run.unavailable]\n"),
                "\(result.errorOutput)")
            #expect(result.errorOutput.contains("help: let the user who runs Baton read and write it (`chown`,"))
        }
        let doctor = try await Unprivileged.run(["doctor", "--offline"], in: project.folder)
        #expect(doctor.exitCode == 1)
        #expect(
            doctor.finding("history").hasPrefix(
                """
                ✗ history        .baton/history.sqlite cannot be read: \(reason.replacing(project.database, with: ".baton/history.sqlite"))
                                 help: let the user who runs Baton read and write it (`chown`, `chmod u+rwX`)
                """), "\(doctor.output)")
        let run = try await Unprivileged.run(["run", "--jobs", "1"], in: project.folder)
        var fault = Fault(name: place, reason: "cannot be read: \(reason)", begin: { _ in })
        if place == "the folder of root" { fault.outlook = "nor can anything be written beside it" }
        try Self.check(run, fault)
        chmod(project.database, 0o600)
        Unprivileged.disown(project.folder)
        if place != "the folder of root" { try await Self.checkImport(project, normal) }
    }

    @Test(.enabled(if: SmallDisk.isPossible, SmallDisk.obstacle), arguments: [true, false])
    func `a full disk is said`(_ hasRoomForJournal: Bool) async throws {
        let project = try HistoryProject()
        let normal = try await project.normalRows()
        rename(project.folder.path + "/.baton", project.folder.path + "/away")
        project.makeFolder()
        let disk = try SmallDisk(at: project.folder.path + "/.baton")
        try disk.fill(leaving: hasRoomForJournal ? 40_000 : 0)
        var fault = Fault(name: "full", reason: "the disk is full", begin: { _ in })
        if !hasRoomForJournal { fault.outlook = "nor can anything be written beside it" }
        try Self.check(try await project.run(), fault)
        #expect(try project.journals().count == (hasRoomForJournal ? 1 : 0))
        let list = try await project.history("list")
        #expect(list.exitCode == 2)
        #expect(list.errorOutput.contains("no run has been recorded yet"), "\(list.errorOutput)")
        disk.makeRoom()
        if hasRoomForJournal { try await Self.checkImport(project, normal) }
    }

    @Test(.enabled(if: SmallDisk.isPossible, SmallDisk.obstacle), arguments: [true, false])
    func `on a read-only file system the warning and doctor say what to do, and past runs can be read`(
        _ hasRuns: Bool
    ) async throws {
        let project = try HistoryProject()
        _ = try await project.normalRows()
        let away = project.folder.path + "/away"
        rename(project.folder.path + "/.baton", away)
        project.makeFolder()
        let disk = try SmallDisk(at: project.folder.path + "/.baton")
        if hasRuns {
            #expect(ChildProcess.output(of: ["cp", "\(away)/history.sqlite", project.database]) == [])
        }
        try disk.makeReadOnly()
        let message = "history.sqlite cannot be written: its file system is read-only"
        let help = "mount a writable folder there; `baton run --no-history` does without"
        var fault = Fault(name: "read-only", reason: message, begin: { _ in })
        fault.outlook = "nor can anything be written beside it, so this run is not recorded; \(help)"
        try Self.check(try await project.run(), fault)
        let list = try await project.history("list")
        #expect(list.exitCode == (hasRuns ? 0 : 2), "\(list.everything)")
        let prune = try await project.history("prune")
        #expect(prune.exitCode == 2)
        if hasRuns {
            #expect(
                prune.errorOutput.hasSuffix("\(message) [run.unavailable]\n   = help: \(help)\n"),
                "\(prune.errorOutput)")
        }
        let doctor = try await Baton(folder: project.folder)("doctor", "--offline")
        #expect(
            doctor.finding("history").contains("mount it writable where its file system is read-only"),
            "\(doctor.output)")
        withExtendedLifetime(disk) {}
    }
}
