import BatonTesting
import CommandCalls
import Glibc
import ProjectFolders
import Testing

/// What users do with the history from day to day.
@Suite struct HistoryHabitsTests {
    private static func git(_ folder: Folder, _ words: String...) {
        _ = ChildProcess.output(
            of: ["git", "-C", folder.path, "-c", "user.name=t", "-c", "user.email=t@example.com"] + words)
    }

    /// A repository with one commit on `main`.
    private static func repository() throws -> SelectionProject {
        let project = try SelectionProject(["a.yaml": SelectionProject.passing("A")])
        git(project.folder, "init", "-q", "-b", "main")
        git(project.folder, "add", ".")
        git(project.folder, "commit", "-qm", "first")
        return project
    }

    @Test func `a history that git tracks is not used`() async throws {
        let project = try Self.repository()
        #expect(try await project.run().exitCode == 0)
        Self.git(project.folder, "add", "-f", ".baton/history.sqlite")
        let run = try await project.run()
        #expect(run.exitCode == 0, "\(run.everything)")
        #expect(run.errorOutput.contains("warning: the history `.baton/history.sqlite` came with the repository"))
        let list = try await project.baton(["history", "list"])
        #expect(list.exitCode == 2 && list.errorOutput.contains("[project.history-tracked]"), "\(list.everything)")
        #expect(try await project.run("--last-failed").exitCode == 2)
        Self.git(project.folder, "rm", "-q", "--cached", ".baton/history.sqlite")
        let later = try await project.baton(["history", "list"])
        #expect(later.exitCode == 0 && later.output.split(separator: "\n").count == 2, "\(later.everything)")
    }

    @Test func `the last run of a branch is compared with the run before it`() async throws {
        let project = try Self.repository()
        let alone = try await project.run()
        #expect(alone.exitCode == 0, "\(alone.everything)")
        let one = try await project.baton(["history", "compare", "main"])
        #expect(one.exitCode == 2)
        #expect(one.errorOutput.contains("`main` and `last` are one run, "), "\(one.errorOutput)")
        try project.folder.write("workflows/a.yaml", SelectionProject.failing("A"))
        #expect(try await project.run().exitCode == 1)
        for words in [["main"], ["main", "last"], ["main", "main"]] {
            let compared = try await project.baton(["history", "compare"] + words)
            #expect(compared.exitCode == 0, "\(words): \(compared.everything)")
            #expect(compared.output.contains("1 new\n"), "\(compared.output)")
        }
        let same = try await project.baton(["history", "compare", "last", "last"])
        #expect(same.errorOutput.contains("`last` and `last` are one run, "))
    }

    @Test func `a failure of files that no commit has is not put down to the commit alone`() async throws {
        let project = try Self.repository()
        #expect(try await project.run().exitCode == 0)
        try project.folder.write("workflows/b.yaml", SelectionProject.failing("B"))
        for _ in 0..<2 { #expect(try await project.run().exitCode == 1) }
        let asked = ChildProcess.output(of: ["git", "-C", project.folder.path, "rev-parse", "HEAD"])
        let head = try #require(asked?.first)
        let mark = "\(head.prefix(10))+"
        let story = try await project.baton(["history", "case", "b"])
        #expect(story.output.contains("since commit \(mark), "), "\(story.output)")
        #expect(!story.output.contains("\(head.prefix(10)) "), "\(story.output)")
        #expect(try await project.baton(["history", "list"]).output.contains(mark))
        let trend = try await project.baton(["history", "trend"])
        #expect(trend.output.contains("\(mark) ") && trend.output.contains("\(head.prefix(10)) "), "\(trend.output)")
        let json = try await project.baton(["history", "case", "b", "--json"])
        #expect(json.output.contains("\"dirty\": true"), "\(json.output)")
        #expect(try await project.baton(["history", "site", "pages"]).exitCode == 0)
        #expect(try project.folder.read("pages/index.html").contains("\(head.prefix(7))+"))
        let again = try await project.run()
        #expect(again.output.contains("since at least commit \(head.prefix(7))+"), "\(again.output)")
    }

    @Test func `an export removes the unfinished copy of one that was killed, and no other file`() async throws {
        let project = try SelectionProject(["a.yaml": SelectionProject.passing("A")])
        #expect(try await project.run().exitCode == 0)
        // No process has a number as high as this.
        try project.folder.write("h.sqlite.4194304.tmp", "half")
        try project.folder.write("h.sqlite.\(getppid()).tmp", "of a process that is there")
        try project.folder.write("h.sqlite.backup.tmp", "of the user")
        #expect(try await project.baton(["history", "export", "h.sqlite"]).exitCode == 0)
        let names = try FileContents.names(in: project.folder.path).filter { $0.hasPrefix("h.sqlite") }
        #expect(names.sorted() == ["h.sqlite", "h.sqlite.\(getppid()).tmp", "h.sqlite.backup.tmp"].sorted())
    }

    @Test(arguments: [["list"], ["sql", "SELECT 1"], ["site", "pages"]])
    func `a run that waits in a file is named, also where the history is damaged`(_ words: [String]) async throws {
        let project = try SelectionProject(["a.yaml": SelectionProject.passing("A")])
        #expect(try await project.run().exitCode == 0)
        try project.folder.write(".baton/history.sqlite", "no database at all, but long enough to look like a file")
        #expect(try await project.run().exitCode == 0)
        let result = try await project.baton(["history"] + words)
        #expect(result.exitCode == 2)
        #expect(result.errorOutput.contains("a run is missing here: "), "\(result.errorOutput)")
    }
}
