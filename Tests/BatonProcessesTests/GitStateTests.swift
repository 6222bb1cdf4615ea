import TemporaryFolders
import Testing

@testable import BatonFiles
@testable import BatonProcesses

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

@Suite struct GitStateTests {
    private static let environment: EnvironmentVariables = ["PATH": "/usr/local/bin:/usr/bin:/bin"]

    @discardableResult
    private static func git(_ top: TemporaryFolder, _ words: String...) throws -> String {
        let end = try ProgramRun(
            words: ["git", "-C", top.path, "-c", "user.name=A", "-c", "user.email=a@example.com"] + words, folder: "/",
            environment: environment, limit: 600_000_000
        ).performBlocking()
        #expect(end.reason == .ended(.code(0)), "\(words): \(String(decoding: end.errors, as: UTF8.self))")
        return String(String(decoding: end.output, as: UTF8.self).dropLast())
    }

    private static func changes(_ folder: String) throws -> GitChanges {
        try GitChanges(folder, environment, within: .seconds(600))
    }

    /// With two files and a program in one commit.
    private static func repository() throws -> TemporaryFolder {
        let top = try TemporaryFolder()
        try git(top, "init", "-q", "-b", "main")
        try Folder.create(top.path + "/workflows")
        _ = try top.write("a", "one\n")
        _ = try top.write("workflows/b", "two\n")
        symlink("a", top.path + "/link")
        try git(top, "add", ".")
        try git(top, "commit", "-qm", "First")
        return top
    }

    @Test func `a folder that is no repository has no state, and nothing to compare with`() {
        #expect(GitState("/proc", Self.environment) == nil)
        #expect(throws: GitError(message: "not a git repository, and no folder above is one")) {
            try Self.changes("/proc")
        }
    }

    @Test func `the index says which files are tracked`() throws {
        let top = try Self.repository()
        try Folder.create(top.path + "/workflows/workflows")
        for name in ["b", "workflows/a", "workflows/workflows/b", "new"] { _ = try top.write(name, "x") }
        try Self.git(top, "add", "--intent-to-add", "new")
        let git = try #require(GitRepository(around: top.path + "/workflows", Self.environment))
        for name in ["a", "workflows/b", "new"] { #expect(git.tracks("\(top.path)/\(name)"), "\(name)") }
        for name in ["b", "workflows/a", "workflows/workflows/b", "none", "workflows", "link"] {
            #expect(!git.tracks("\(top.path)/\(name)") || name == "link", "\(name)")
        }
        #expect(!git.tracks("/etc/passwd"))
    }

    @Test func `commit, branch and changes are those of the repository around the folder`() throws {
        let top = try Self.repository()
        let commit = try Self.git(top, "rev-parse", "HEAD")
        func state() throws -> GitState { try #require(GitState(top.path + "/workflows", Self.environment)) }
        #expect(try state().commit == commit)
        #expect(try state().branch == "main")
        #expect(try !state().isDirty)
        _ = try top.write("new", "")
        #expect(try state().isDirty)
    }

    @Test(arguments: [
        ("Ida Berg", "Release candidate", "Release candidate"), ("Zoë \u{202E}", "  Two  words ", "  Two  words"),
        ("a <b@c> d", "First line\nof the subject\n\nThe body", "First line"), ("A", "", ""),
        ("author x", "author y", "author y"),
    ])
    func `a commit says who wrote it, and the first line of its message`(
        _ author: String, _ message: String, _ subject: String
    ) throws {
        let top = try Self.repository()
        try Self.git(
            top, "-c", "user.name=\(author)", "commit", "-q", "--allow-empty", "--allow-empty-message", "-m", message)
        let commit = try #require(GitState(top.path, Self.environment)?.message)
        #expect(commit.subject == subject)
        #expect(try commit.author == Self.git(top, "show", "-s", "--format=%an"))
    }

    @Test(arguments: ["main", "feature/a", "ä"])
    func `the commit of a branch is found in its file and among the packed ones`(_ branch: String) throws {
        let top = try Self.repository()
        try Self.git(top, "checkout", "-q", "-B", branch)
        try Self.git(top, "commit", "-q", "--allow-empty", "-m", "Second")
        let commit = try Self.git(top, "rev-parse", "HEAD")
        #expect(GitState(top.path, Self.environment)?.commit == commit)
        try Self.git(top, "pack-refs", "--all")
        let packed = try #require(GitState(top.path, Self.environment))
        #expect(packed.commit == commit && packed.branch == branch)
        try Self.git(top, "checkout", "-q", "--detach", "HEAD~")
        let detached = try #require(GitState(top.path, Self.environment))
        #expect(detached.commit != commit && detached.branch == nil)
    }

    @Test func `a repository with tables that git cannot read has an unknown state, and says so when asked`() throws {
        let top = try Self.repository()
        _ = try top.write(".git/HEAD", "ref: refs/heads/.invalid\n")
        _ = try top.write(
            ".git/config", "[core]\n\trepositoryformatversion = 1\n[extensions]\n\trefStorage = unheard-of\n")
        #expect(GitState(top.path, Self.environment) == nil)
        #expect(throws: GitError.self) { try Self.changes(top.path) }
    }

    @Test func `a worktree has its own branch`() throws {
        let top = try Self.repository()
        try Self.git(top, "worktree", "add", "-q", "-b", "other", "tree")
        _ = try top.write("tree/new", "")
        let tree = try #require(GitState(top.path + "/tree", Self.environment))
        #expect(tree.branch == "other" && tree.isDirty)
        #expect(try tree.commit == Self.git(top, "rev-parse", "main"))
    }

    @Test func `a repository without a commit has no state, and all its files are changed`() throws {
        let top = try TemporaryFolder()
        try Self.git(top, "init", "-q")
        _ = try top.write("a", "")
        try Self.git(top, "add", ".")
        _ = try top.write("b", "")
        #expect(GitState(top.path, Self.environment) == nil)
        #expect(try Self.changes(top.path).files == [top.path + "/a", top.path + "/b"])
    }

    @Test(arguments: [
        "ref: refs/../../secret", "ref: refs/heads/../../../secret", "ref: /etc/passwd", "ref: refs/heads/loop",
        "no commit",
        "", "0123456789abcdef", "ref: refs/heads/missing",
    ])
    func `a HEAD that leads nowhere, or out of the repository, is no commit`(_ head: String) throws {
        let top = try TemporaryFolder()
        for folder in ["/.git", "/.git/refs", "/.git/refs/heads"] { try Folder.create(top.path + folder) }
        _ = try top.write("secret", String(repeating: "a", count: 40) + "\n")
        _ = try top.write(".git/refs/heads/loop", "ref: refs/heads/loop\n")
        _ = try top.write(".git/HEAD", head + "\n")
        #expect(GitState(top.path, Self.environment) == nil)
    }

    @Test func `a pipe in the place of a file of the repository is not waited for`() throws {
        let top = try Self.repository()
        for name in ["HEAD", "packed-refs"] {
            unlink("\(top.path)/.git/\(name)")
            mkfifo("\(top.path)/.git/\(name)", 0o600)
        }
        #expect(GitState(top.path, Self.environment) == nil)
    }

    @Test func `changed, staged, new, deleted and ignored files are told apart, and programs and links count`() throws {
        let top = try Self.repository()
        #expect(try Self.changes(top.path).files == [])
        _ = try top.write("a", "eno\n")
        #expect(try Self.changes(top.path + "/workflows").files == [top.path + "/a"])
        try Self.git(top, "add", "a")
        #expect(try Self.changes(top.path).files == [top.path + "/a"])
        try Self.git(top, "commit", "-qm", "Second")
        #expect(try Self.changes(top.path).files == [])
        unlink(top.path + "/workflows/b")
        unlink(top.path + "/link")
        symlink("b", top.path + "/link")
        chmod(top.path + "/a", 0o755)
        _ = try top.write("n\new", "")
        _ = try top.write("out", "")
        _ = try top.write(".git/info/exclude", "out\n")
        let all = ["/workflows/b", "/link", "/a", "/n\new"].map { top.path + $0 }
        #expect(try Self.changes(top.path).files == Set(all))
        try Self.git(top, "config", "core.fileMode", "false")
        #expect(try Self.changes(top.path).files == Set(all).subtracting([top.path + "/a"]))
    }

    @Test func `a file that is only written again is unchanged`() throws {
        let top = try Self.repository()
        _ = try top.write("a", "one\n")
        #expect(try Self.changes(top.path).files == [])
    }

    @Test func `a file whose size and modification time were set back is changed`() throws {
        let top = try Self.repository()
        var before = stat()
        #expect(stat(top.path + "/a", &before) == 0)
        _ = try top.write("a", "eno\n")
        #if canImport(Glibc)
            let times = [before.st_atim, before.st_mtim]
        #else
            let times = [before.st_atimespec, before.st_mtimespec]
        #endif
        #expect(utimensat(AT_FDCWD, top.path + "/a", times, 0) == 0)
        #expect(try Self.changes(top.path).files == [top.path + "/a"])
        // Another file in its place is compared too.
        _ = try top.write("new", "one\n")
        rename(top.path + "/new", top.path + "/a")
        #expect(try Self.changes(top.path).files == [])
    }

    @Test func `objects named by SHA-256 are compared as well`() throws {
        let top = try TemporaryFolder()
        try Self.git(top, "init", "-q", "--object-format=sha256")
        _ = try top.write("a", "one\n")
        _ = try top.write("b", "one\n")
        try Self.git(top, "add", ".")
        try Self.git(top, "commit", "-qm", "First")
        #expect(GitState(top.path, Self.environment)?.commit.count == 64)
        _ = try top.write("a", "one\n")
        _ = try top.write("b", "two\n")
        #expect(try Self.changes(top.path).files == [top.path + "/b"])
    }

    @Test func `what a sparse checkout leaves out is not deleted, and a conflict is a change`() throws {
        let top = try Self.repository()
        try Self.git(top, "update-index", "--skip-worktree", "workflows/b")
        unlink(top.path + "/workflows/b")
        #expect(try Self.changes(top.path).files == [])
        let blob = try Self.git(top, "rev-parse", "HEAD:a")
        try Self.git(top, "update-index", "--add", "--cacheinfo", "100644,\(blob),c")
        #expect(try Self.changes(top.path).files == [top.path + "/c"])
    }

    @Test(arguments: [
        "H 100644 abc 0\ta\u{0}", "H 100644 abc\ta\u{0}  ctime: 1:2\n", "? a", "H 100644 abc 0\ta\u{0}\n\n\n\n\n",
        "H 100644 abc 0\ta\u{0}  ctime: 1:2\n  mtime: x:2\n  dev: 1\tino: 2\n  uid: 0\tgid: 0\n  size: 2\tflags: 0\n",
    ])
    func `a list in another form is refused`(_ text: String) {
        #expect(GitList(Array(text.utf8)) == nil)
    }
}
