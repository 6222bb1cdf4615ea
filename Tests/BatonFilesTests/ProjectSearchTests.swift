import BatonFiles
import TemporaryFolders
import Testing

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

struct ProjectSearchTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try Folder.create(folder.path + "/a/b/c")
    }

    private func find(from path: String, home: String? = nil, userID: UInt32? = nil) throws -> String? {
        try ProjectSearch(home: home.map { folder.path + "/" + $0 }, userID: userID)
            .find(from: folder.path + "/" + path)
    }

    @Test func `the nearest project file upwards is found`() throws {
        try folder.write("baton.yaml")
        #expect(try find(from: "a/b/c") == folder.path + "/baton.yaml")
        try folder.write("a/b/baton.yaml")
        #expect(try find(from: "a/b/c") == folder.path + "/a/b/baton.yaml")
        #expect(try find(from: "a/b") == folder.path + "/a/b/baton.yaml")
        #expect(try find(from: "a") == folder.path + "/baton.yaml")
    }

    @Test func `the search ends at the repository root, which it includes`() throws {
        try folder.write("baton.yaml")
        try folder.write("a/.git/HEAD")
        #expect(try find(from: "a/b/c") == nil)
        try folder.write("a/baton.yaml")
        #expect(try find(from: "a/b/c") == folder.path + "/a/baton.yaml")
    }

    @Test func `a worktree, whose .git is a file, is a repository too`() throws {
        try folder.write("baton.yaml")
        try folder.write("a/b/.git", "gitdir: elsewhere")
        #expect(try find(from: "a/b/c") == nil)
    }

    @Test func `the search ends at the home folder, which it includes`() throws {
        try folder.write("baton.yaml")
        #expect(try find(from: "a/b/c", home: "a") == nil)
        try folder.write("a/baton.yaml")
        #expect(try find(from: "a/b/c", home: "a") == folder.path + "/a/baton.yaml")
    }

    /// What may be in the place of a project file, and what the error says of it.
    @Test(arguments: [
        ("folder", "is a folder"), ("pipe", "is a pipe or a device, not a file"),
        ("device", "is a pipe or a device, not a file"), ("dangling", "is a link that leads nowhere"),
        ("loop", "is a link that leads nowhere"),
    ])
    func `something else with that name is an error, also where an upper folder has a project file`(
        _ kind: String, _ message: String
    ) throws {
        let place = folder.path + "/a/baton.yaml"
        switch kind {
        case "folder": try Folder.create(place)
        case "pipe": #expect(mkfifo(place, 0o600) == 0)
        case "device": try folder.link("a/baton.yaml", to: "/dev/zero")
        case "dangling": try folder.link("a/baton.yaml", to: "nowhere")
        default: try folder.link("a/baton.yaml", to: "baton.yaml")
        }
        try folder.write("baton.yaml")
        for start in ["a", "a/b/c"] {
            #expect(failure { _ = try find(from: start) }?.message == "`\(place)` \(message)")
        }
        #expect(failure { _ = try find(from: "a") }?.path == place)
    }

    @Test func `the border of the file system ends the search`() throws {
        #expect(try ProjectSearch(home: nil).find(from: "/proc/self") == nil)
    }

    @Test func `a folder that is missing is an error`() {
        #expect(failure { _ = try find(from: "none") }?.code == .missing)
    }

    @Test(.enabled(if: geteuid() == 0, "only root may give files away"))
    func `a project file of another user is refused, one of root's is not`() throws {
        let file = try folder.write("baton.yaml")
        #expect(try find(from: "a", userID: 1234) == file)
        #expect(chown(file, 1234, 1234) == 0)
        #expect(try find(from: "a", userID: 1234) == file)
        for user: UInt32 in [0, 4321] {
            #expect(
                failure { _ = try find(from: "a", userID: user) }
                    == FileError(
                        .denied, path: file, message: "`\(file)` is not used: it belongs to another user (1234)"))
        }
    }

    @Test(.enabled(if: geteuid() == 0, "only root may give files away"))
    func `a link of another user is refused whatever it leads to`() throws {
        try folder.write("mine.yaml")
        try folder.link("baton.yaml", to: "mine.yaml")
        #expect(lchown(folder.path + "/baton.yaml", 1234, 1234) == 0)
        #expect(failure { _ = try find(from: "a", userID: 4321) }?.code == .denied)
    }
}

struct RealPathTests {
    @Test(arguments: [("a/b", "c", "a/b/c"), ("a/", "c", "a/c"), ("a", "/c", "/c"), ("", "c", "c")])
    func `paths are joined`(_ folder: String, _ path: String, _ joined: String) {
        #expect(RealPath.join(folder, path) == joined)
    }

    @Test(arguments: [("a/b", "a", "b"), ("a", ".", "a"), ("/a", "/", "a"), ("/", "/", "")])
    func `paths are split`(_ path: String, _ folder: String, _ name: String) {
        #expect(RealPath.folder(of: path) == folder)
        #expect(RealPath.name(of: path) == name)
    }

    @Test func `a folder contains itself and what is in it, not its namesakes`() {
        #expect(RealPath.contains("/a", "/a") && RealPath.contains("/a", "/a/b") && RealPath.contains("/", "/a"))
        #expect(!RealPath.contains("/a", "/ab") && !RealPath.contains("/a/b", "/a"))
    }
}
