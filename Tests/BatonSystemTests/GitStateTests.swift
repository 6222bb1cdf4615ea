import Testing

@testable import BatonSystem

@Suite struct GitStateTests {
    @Test(
        arguments: [
            ("# branch.oid abc123\n# branch.head main\n", "abc123", "main", false),
            ("# branch.oid abc123\n# branch.head (detached)\n1 .M N... f\n", "abc123", nil, true),
            ("# branch.oid abc123\n# branch.head a/b\n? new.txt\n", "abc123", "a/b", true),
        ] as [(String, String, String?, Bool)])
    func `the status names commit, branch and changes`(
        _ status: String, _ commit: String, _ branch: String?, _ isDirty: Bool
    ) throws {
        let state = try #require(GitState(status: status))
        #expect(state.commit == commit)
        #expect(state.branch == branch)
        #expect(state.isDirty == isDirty)
    }

    @Test func `a repository without a commit has no state`() {
        #expect(GitState(status: "# branch.oid (initial)\n# branch.head main\n") == nil)
    }

    @Test func `what git complains of is no output`() throws {
        // Git says this of its own settings and goes on.
        let answer = try #require(
            Git.run(["-c", "advice.detachedHead=false", "-c", "color.ui=sometimes", "--version"]))
        #expect(String(decoding: answer.output, as: UTF8.self).hasPrefix("git version "))
        let failed = try #require(Git.run(["-C", "/proc", "rev-parse", "--show-toplevel"]))
        #expect(failed.status != 0 && failed.output.isEmpty)
        #expect(String(decoding: failed.errors, as: UTF8.self).hasPrefix("fatal: "))
    }

    @Test func `a folder that is no repository has no state`() {
        #expect(GitState("/proc") == nil)
    }

    @Test func `only a folder below one with .git is worth asking git about, whether .git is a folder or a file`()
        throws
    {
        let top = try TemporaryFolder()
        let deep = top.path + "/a/b"
        try Folder.create(deep)
        #expect(!GitState.mayBeInRepository(deep))
        // As in a worktree or a submodule.
        _ = try top.write(".git", "gitdir: elsewhere\n")
        #expect(GitState.mayBeInRepository(deep))
        #expect(GitState.mayBeInRepository(top.path))
        #expect(!GitState.mayBeInRepository(top.path + "/missing"))
    }

    @Test func `a folder in a repository with a commit has its state`() throws {
        let top = try TemporaryFolder()
        try Folder.create(top.path + "/workflows")
        for words in [
            ["init", "-q", "-b", "main"],
            ["-c", "user.name=A", "-c", "user.email=a@example.com", "commit", "-q", "--allow-empty", "-m", "First"],
        ] {
            #expect(Git.run(["-C", top.path] + words)?.status == 0)
        }
        let state = try #require(GitState(top.path + "/workflows"))
        #expect(state.branch == "main")
        #expect(!state.isDirty)
    }
}
