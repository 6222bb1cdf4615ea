import Glibc
import ProjectFolders
import Testing

/// `--watch`: what a saved file affects runs again.
@Suite struct WatchTests {
    /// A project that is watched, after its first run.
    private final class Watched: Sendable {
        let project: SelectionProject
        let baton: RunningBaton

        init(_ files: [String: String], _ arguments: String...) throws {
            project = try SelectionProject(files)
            baton = RunningBaton(project.folder, ["run", "--watch", "--jobs", "1"] + arguments)
            try baton.start()
        }

        /// What it writes until it waits again.
        func nextRun() async -> Baton.Result {
            await OwnThread.run { [baton] in
                var text = ""
                while let line = baton.readLine() {
                    if line.hasPrefix("watching ") { break }
                    text += line
                }
                return Baton.Result(exitCode: 0, output: text, errorOutput: "")
            }
        }

        func end() async -> Baton.Result {
            baton.send(SIGINT)
            return await baton.end()
        }
    }

    @Test func `a saved workflow runs again, alone, and looks as at first`() async throws {
        let watched = try Watched(["a.yaml": SelectionProject.passing("A"), "b.yaml": SelectionProject.failing("B")])
        #expect(await watched.nextRun().ran == ["✓a", "✗b"])
        try watched.project.folder.write("workflows/b.yaml", SelectionProject.passing("B"))
        let second = await watched.nextRun()
        #expect(second.ran == ["✓b"])
        #expect(second.output.contains("── workflows/b.yaml has changed ──\n"), "\(second.output)")
        #expect(second.output.contains("\n1 passed in "))
        let end = await watched.end()
        #expect(end.exitCode == 130, "\(end.output)")
    }

    @Test func `an editor that writes beside and renames is seen`() async throws {
        let watched = try Watched(["a.yaml": SelectionProject.passing("A"), "b.yaml": SelectionProject.passing("B")])
        _ = await watched.nextRun()
        let path = try watched.project.folder.write("workflows/.a.yaml.swp", SelectionProject.failing("A"))
        rename(path, "\(watched.project.folder.path)/workflows/a.yaml")
        #expect(await watched.nextRun().ran == ["✗a"])
        _ = await watched.end()
    }

    @Test func `new files and folders are found, and files that workflows read count`() async throws {
        let watched = try Watched([
            "a.yaml": "steps:\n  - for_each: { lines: data/words.txt }\n    as: word\n    that: word != \"bad\"\n",
            "data/words.txt": "good\n",
        ])
        #expect(await watched.nextRun().ran == ["✓a"])
        try watched.project.folder.write("workflows/new/deeper/c.yaml", SelectionProject.passing("C"))
        #expect(await watched.nextRun().ran == ["✓new/deeper/c"])
        try watched.project.folder.write("workflows/new/deeper/c.yaml", SelectionProject.failing("C"))
        #expect(await watched.nextRun().ran == ["✗new/deeper/c"])
        try watched.project.folder.write("workflows/data/words.txt", "bad\n")
        #expect(await watched.nextRun().ran == ["✗a"])
        try watched.project.folder.write("baton.yaml", "name: other\n")
        #expect(await watched.nextRun().ran == ["✗a", "✗new/deeper/c"])
        _ = await watched.end()
    }

    @Test func `a file with errors is shown, and runs once it is mended`() async throws {
        let watched = try Watched(["a.yaml": SelectionProject.passing("A")])
        _ = await watched.nextRun()
        try watched.project.folder.write("workflows/a.yaml", "stpes: []\n")
        let broken = await watched.nextRun()
        #expect(broken.output.contains("did you mean `steps`?"), "\(broken.output)")
        try watched.project.folder.write("workflows/a.yaml", SelectionProject.passing("A"))
        #expect(await watched.nextRun().ran == ["✓a"])
        _ = await watched.end()
    }

    @Test func `reports, history and files that a run touches start no run by themselves`() async throws {
        let watched = try Watched(
            ["a.yaml": SelectionProject.passing("A"), "b.yaml": SelectionProject.passing("B")], "--junit", "mine.xml")
        _ = await watched.nextRun()
        try watched.project.folder.write("README.md", "nothing reads this")
        try watched.project.folder.write("workflows/b.yaml", SelectionProject.failing("B"))
        #expect(await watched.nextRun().ran == ["✗b"])
        _ = await watched.end()
    }

    @Test func `a line stays a line`() async throws {
        let text = "steps:\n  - that: 1 == 1\n  - that: 1 == 2\n"
        let watched = try Watched(["a.yaml": text], "workflows/a.yaml:2")
        #expect(await watched.nextRun().ran == ["✓a"])
        try watched.project.folder.write("workflows/a.yaml", text + "# saved\n")
        #expect(await watched.nextRun().ran == ["✓a"])
        _ = await watched.end()
    }
}
