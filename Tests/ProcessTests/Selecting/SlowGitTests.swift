import BatonTesting
import Glibc
import ProjectFolders
import Testing

/// A git that never answers, as on a disk that is not there any more.
@Suite struct SlowGitTests {
    /// A project in a repository, a `git` in `bin` that says when it is there and then sleeps, and the pipe that it holds
    /// open as long as it lives.
    private static func project() throws -> (folder: Folder, path: String, alive: Int32) {
        let folder = try Folder()
        let alive = folder.path + "/alive"
        try #require(mkfifo(alive, 0o600) == 0)
        try folder.write("bin/git", "#!/bin/sh\nexec 9>'\(alive)'\necho here >&9\nsleep 1000\n")
        chmod(folder.path + "/bin/git", 0o755)
        try folder.write(".git/HEAD", String(repeating: "a", count: 40) + "\n")
        try folder.write("baton.yaml", "name: shop\n")
        try folder.write("workflows/a.yaml", SelectionProject.passing("A"))
        // Open on this side from the beginning, so that the script can open the other.
        let reader = open(alive, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        try #require(reader >= 0)
        let path = getenv("PATH").map { String(cString: $0) } ?? ""
        return (folder, "\(folder.path)/bin:\(path)", reader)
    }

    /// Whether something happens to the pipe within a minute.
    private static func shows(_ event: Int32, _ reader: Int32) async -> Bool {
        await OwnThread.run { isShown(event, reader) }
    }

    private static func isShown(_ event: Int32, _ reader: Int32) -> Bool {
        var polled = pollfd(fd: reader, events: event == POLLIN ? Int16(POLLIN) : 0, revents: 0)
        return poll(&polled, 1, 60_000) == 1 && polled.revents & Int16(event) != 0
    }

    @Test(arguments: [[], ["--timeout", "2s"]])
    func `a run does without what git does not say in two seconds, and git ends`(_ options: [String]) async throws {
        let (folder, path, reader) = try Self.project()
        defer { close(reader) }
        let result = try await Baton(folder: folder, environment: ["PATH": path]).run(["run"] + options)
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(await Self.shows(POLLHUP, reader), "git still lives")
        let history = try HistoryFile(folder.path + "/.baton/history.sqlite")
        #expect(
            try history.rows("SELECT commit_hash, dirty FROM run") == [String(repeating: "a", count: 40) + " | 0"])
    }

    @Test(arguments: [SIGINT, SIGKILL])
    func `a git that was asked what has changed ends with the command`(_ signal: Int32) async throws {
        let (folder, path, reader) = try Self.project()
        defer { close(reader) }
        let program = RunningBaton(folder, environment: ["PATH": path], ["list", "--only-changed"])
        try program.start()
        // On one thread: while another one is waited for, git's time may be over.
        let isStarted = await OwnThread.run {
            let isStarted = Self.isShown(POLLIN, reader)
            program.send(signal)
            return isStarted
        }
        #expect(isStarted, "git was not started")
        let result = await program.end()
        #expect(result.exitCode == (signal == SIGINT ? 130 : 128 + SIGKILL), "\(result.everything)")
        #expect(await Self.shows(POLLHUP, reader), "git still lives")
    }
}

/// Repositories whose branches stand in tables (reftable), which only git reads.
@Suite struct TableReferencesTests {
    /// The script stands for a git that can read tables: many cannot.
    @Test(arguments: [
        ("echo refs/heads/main", " | main"), ("echo refs/other/main", " | NULL"), ("exit 1", " | NULL"),
    ])
    func `git is asked for commit and branch`(_ response: String, _ branch: String) async throws {
        let commit = String(repeating: "a1", count: 20)
        let folder = try Folder()
        try folder.write(
            "bin/git",
            """
            #!/bin/sh
            case "$*" in
            *rev-parse*) echo \(commit) ;;
            *symbolic-ref*) \(response) ;;
            esac
            """)
        chmod(folder.path + "/bin/git", 0o755)
        try folder.write(".git/HEAD", "ref: refs/heads/.invalid\n")
        try folder.write("baton.yaml", "name: shop\n")
        try folder.write("workflows/a.yaml", SelectionProject.passing("A"))
        let path = getenv("PATH").map { String(cString: $0) } ?? ""
        let result = try await Baton(folder: folder, environment: ["PATH": "\(folder.path)/bin:\(path)"])("run")
        #expect(result.exitCode == 0, "\(result.everything)")
        let history = try HistoryFile(folder.path + "/.baton/history.sqlite")
        #expect(try history.rows("SELECT commit_hash, coalesce(branch, 'NULL') FROM run") == [commit + branch])
    }
}
