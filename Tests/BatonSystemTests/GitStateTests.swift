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
}
