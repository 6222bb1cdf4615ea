import Glibc
import ProjectFolders
import Testing

/// The keys of `--watch` on a terminal.
@Suite struct WatchKeyTests {
    private final class Watched: Sendable {
        let project: SelectionProject
        let baton: RunningBaton

        init(_ files: [String: String], _ arguments: String...) throws {
            project = try SelectionProject(files)
            baton = RunningBaton(
                project.folder, environment: ["TERM": "dumb"], ["run", "--watch", "--jobs", "1"] + arguments)
            try baton.start(.terminal)
        }

        /// What it writes until it waits again, with the line that says the keys.
        func nextRun() async -> (ran: [String], output: String, footer: String) {
            await OwnThread.run { [baton] in
                var text = ""
                while let line = baton.readLine()?.replacing("\r\n", with: "\n") {
                    if line.hasPrefix("watching ") {
                        let ran = Baton.Result(exitCode: 0, output: text, errorOutput: "").ran
                        return (ran, text, line)
                    }
                    text += line
                }
                return ([], text, "")
            }
        }

        func end(_ key: String) async -> Int32 {
            baton.type(key)
            return await baton.end().exitCode
        }
    }

    private static let files = [
        "a.yaml": SelectionProject.passing("A"), "b.yaml": SelectionProject.failing("B"),
        "c.yaml": "name: C\nrows: [1, 2]\nsteps: [ { that: row == 1 } ]\n",
    ]

    @Test func `the keys run all, what failed, and the same again, and q ends`() async throws {
        let watched = try Watched(Self.files)
        let first = await watched.nextRun()
        #expect(first.ran == ["✓a", "✗b", "✓c[row=1]", "✗c[row=2]"], "\(first.output)")
        #expect(first.footer == "watching 2 folders; a all · f failed · Enter again · q quit\n")
        watched.baton.type("f")
        let failed = await watched.nextRun()
        #expect(failed.ran == ["✗b", "✗c[row=2]"], "\(failed.output)")
        #expect(failed.output.contains("── failed ──\n"))
        try watched.project.folder.write("workflows/b.yaml", SelectionProject.passing("B"))
        #expect(await watched.nextRun().ran == ["✓b"])
        watched.baton.type("f")
        #expect(await watched.nextRun().ran == ["✗c[row=2]"])
        watched.baton.type("x\n")
        let again = await watched.nextRun()
        #expect(again.ran == ["✗c[row=2]"])
        #expect(again.output.contains("── again ──\n"))
        watched.baton.type("a")
        #expect(await watched.nextRun().ran == ["✓a", "✓b", "✓c[row=1]", "✗c[row=2]"])
        #expect(await watched.end("q") == 1)
    }

    @Test func `what failed and was then taken out of its file is no error`() async throws {
        let watched = try Watched(["c.yaml": "name: C\nrows: [1, 2]\nsteps: [ { that: row == 1 } ]\n"])
        #expect(await watched.nextRun().ran == ["✓c[row=1]", "✗c[row=2]"])
        try watched.project.folder.write("workflows/c.yaml", "name: C\nrows: [1]\nsteps: [ { that: row == 1 } ]\n")
        #expect(await watched.nextRun().ran == ["✓c[row=1]"])
        watched.baton.type("f")
        let failed = await watched.nextRun()
        #expect(failed.ran == [])
        #expect(failed.output.hasSuffix("nothing to run: what failed is not there any more\n"), "\(failed.output)")
        #expect(await watched.end("q") == 0)
    }

    /// Up, F5, Delete, Alt-a, Alt-q, and a key twice.
    @Test(arguments: ["\u{1B}[A", "\u{1B}OP", "\u{1B}[15~", "\u{1B}[3~", "\u{1B}a", "\u{1B}q", "\u{1B}[1;3Af"])
    func `what is no single key is left out, with all its letters`(_ sequence: String) async throws {
        let watched = try Watched(Self.files)
        _ = await watched.nextRun()
        watched.baton.type(sequence + "f")
        let failed = await watched.nextRun()
        #expect(failed.output.contains("── failed ──\n"), "\(failed.output)")
        #expect(await watched.end("qq") == 1)
    }

    @Test func `pasted text presses no key`() async throws {
        let watched = try Watched(Self.files)
        _ = await watched.nextRun()
        watched.baton.type("all quiet")
        try watched.project.folder.write("workflows/b.yaml", SelectionProject.passing("B"))
        let next = await watched.nextRun()
        #expect(next.output.contains("── workflows/b.yaml has changed ──\n"), "\(next.output)")
        #expect(await watched.end("q") == 0)
    }

    @Test func `after the folder of workflows was moved away, q still ends it`() async throws {
        let watched = try Watched(Self.files)
        _ = await watched.nextRun()
        let folder = watched.project.folder.path
        rename(folder + "/workflows", folder + "/moved")
        watched.baton.type("\n")
        let gone = await watched.nextRun()
        #expect(gone.output.contains("── again ──\n") && gone.ran == [], "\(gone.output)")
        // That run found nothing.
        #expect(await watched.end("q") == 2)
    }

    @Test func `where nothing has failed, f says so, and q gives the exit code of the last run`() async throws {
        let watched = try Watched(["a.yaml": SelectionProject.passing("A")])
        _ = await watched.nextRun()
        watched.baton.type("f")
        #expect(await watched.nextRun().output.contains("nothing has failed\n"))
        #expect(await watched.end("q") == 0)
    }

    @Test func `the terminal is as before, after q and after Ctrl-C, also where no run could begin`() async throws {
        for key in ["q", "\u{3}"] {
            let watched = try Watched(["a.yaml": "stpes: []\n"])
            _ = await watched.nextRun()
            var settings = termios()
            let terminal = watched.baton.terminal
            #expect(tcgetattr(terminal, &settings) == 0)
            #expect(settings.c_lflag & tcflag_t(ICANON | ECHO) == 0)
            watched.baton.type(key)
            #expect(await watched.baton.end().exitCode == (key == "q" ? 2 : 130))
            #expect(tcgetattr(terminal, &settings) == 0)
            #expect(settings.c_lflag & tcflag_t(ICANON | ECHO) == tcflag_t(ICANON | ECHO))
        }
    }

    @Test func `without a terminal there are no keys`() async throws {
        let project = try SelectionProject(["a.yaml": SelectionProject.passing("A")])
        let baton = RunningBaton(project.folder, ["run", "--watch", "--jobs", "1"])
        try baton.start()
        let footer = await OwnThread.run {
            while let line = baton.readLine() { if line.hasPrefix("watching ") { return line } }
            return ""
        }
        #expect(footer == "watching 2 folders; Ctrl-C ends\n")
        baton.send(SIGINT)
        #expect(await baton.end().exitCode == 130)
    }

    @Test(arguments: [
        "4913", "5036", ".a.yaml.swp", ".a.yaml.swo", "a.yaml~", "#a.yaml#", ".#a.yaml", "a.yaml___jb_tmp___",
        "a.yaml___jb_old___", ".goutputstream-X1Y2", ".a.yaml.kate-swp", "sedf0Sp1a",
    ])
    func `the temporary files of editors start no run`(_ name: String) async throws {
        // The name is computed, so that any file may be read.
        let reading = "vars: { name: words.txt }\nsteps:\n  - that: file('data/' + name) != \"\"\n"
        let project = try SelectionProject(["a.yaml": reading, "data/words.txt": "x"])
        let baton = RunningBaton(project.folder, ["run", "--watch", "--jobs", "1"])
        try baton.start()
        func next() async -> String {
            await OwnThread.run {
                var text = ""
                while let line = baton.readLine() {
                    if line.hasPrefix("watching ") { break }
                    text += line
                }
                return text
            }
        }
        _ = await next()
        try project.folder.write("workflows/data/\(name)", "y")
        try project.folder.write("workflows/data/words.txt", "z")
        #expect(await next().contains("\n── workflows/data/words.txt has changed ──\n"))
        baton.send(SIGINT)
        _ = await baton.end()
    }
}
