import BatonFiles
import Synchronization
import TemporaryFolders
import Testing

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

struct FileRootTests {
    private let folder: TemporaryFolder
    private let root: FileRoot

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("project/workflows/a.yaml", "a")
        try folder.write("project/data/x.json", "{}")
        try folder.write("secret.txt", "s")
        try folder.write("project-other/y.json", "y")
        try folder.write("project/.baton/history.sqlite", "h")
        try folder.write("project/deep/.BATON/x", "h")
        try folder.link("project/inside", to: "data/x.json")
        try folder.link("project/outside", to: "../secret.txt")
        try folder.link("project/up", to: "..")
        try folder.link("project/nowhere", to: "../not-there")
        try folder.link("project/hidden", to: ".baton/history.sqlite")
        root = try FileRoot(folder.path + "/project")
    }

    private var workflows: String { root.folder + "/workflows" }

    @Test(arguments: ["../data/x.json", "./../data/./x.json", "../inside", "../data/../data/x.json"])
    func `a file in the root is found from the workflow's folder`(_ path: String) throws {
        #expect(try root.open(path, relativeTo: workflows).path == root.folder + "/data/x.json")
        #expect(try root.readFile(path, relativeTo: workflows) == Array("{}".utf8))
    }

    @Test func `a folder that others make at this moment is no error`() async throws {
        let (root, workflows) = (root, workflows)
        let round = Atomic(0)
        let last = 3000
        async let others: Void = {
            for next in 1...last {
                while round.load(ordering: .relaxed) < next {}
                mkdir(root.folder + "/new\(next)", 0o755)
            }
        }()
        defer { round.store(last, ordering: .relaxed) }
        for next in 1...last {
            round.store(next, ordering: .relaxed)
            let found = try root.resolveForWriting("../new\(next)/x.txt", relativeTo: workflows)
            #expect(found.path == root.folder + "/new\(next)/x.txt")
        }
        await others
    }

    @Test func `an absolute path counts when it lies in the root`() throws {
        #expect(try root.open(root.folder + "/data/x.json", relativeTo: workflows).path == root.folder + "/data/x.json")
    }

    @Test(arguments: [
        "../../secret.txt", "/etc/passwd", "../outside", "../up/secret.txt", "../../project-other/y.json", "/",
    ])
    func `nothing outside the root is reached, also not through links`(_ path: String) {
        let error = failure { _ = try root.open(path, relativeTo: workflows) }
        #expect(error?.code == .outside)
        #expect(error?.message == "`\(path)` lies outside the file root `\(root.folder)`")
        #expect(failure { _ = try root.readFile(path, relativeTo: workflows) }?.code == .outside)
    }

    @Test(arguments: [
        "../../none.txt", "/etc/none", "../nowhere", "../up/none.txt", "../../none/../none.txt", "../../project-none/y",
        "../../../../../../../../../../../etc/none",
    ])
    func `a path out of the root is refused in the same words where there is no file`(_ path: String) {
        let words = "`\(path)` lies outside the file root `\(root.folder)`"
        #expect(failure { _ = try root.open(path, relativeTo: workflows) }?.message == words)
        #expect(failure { _ = try root.resolve(path, relativeTo: workflows) }?.message == words)
    }

    @Test(arguments: ["none.txt", "../data/none/x", "../inside/x", "none/../x"])
    func `a file that is missing in the root is told as missing`(_ path: String) {
        #expect(failure { _ = try root.open(path, relativeTo: workflows) }?.code != .outside)
    }

    @Test(arguments: ["../.baton/history.sqlite", "../hidden", "../deep/.BATON/x"])
    func `workflows cannot read or write files in .baton`(_ path: String) {
        #expect(
            failure { _ = try root.open(path, relativeTo: workflows) }
                == FileError(.closed, path: path, message: "`\(path)` lies in `.baton`, which is closed to workflows"))
    }

    @Test(arguments: [
        "../data/runs.db", "../data/runs.db-journal", "../data/runs.db-wal", "../data/history-0190.jsonl",
        "../link/runs.db",
    ])
    func `a history elsewhere is closed with what stands beside it`(_ path: String) throws {
        try folder.link("project/link", to: "data")
        for name in ["runs.db", "runs.db-journal", "runs.db-wal", "history-0190.jsonl", "runs.dbx", "history.json"] {
            try folder.write("project/data/\(name)", "{}")
        }
        let root = root.closed(to: folder.path + "/project/workflows/../data/runs.db")
        let words = "`\(path)` belongs to the history, which is closed to workflows"
        #expect(
            failure { _ = try root.open(path, relativeTo: workflows) } == FileError(.closed, path: path, message: words)
        )
        #expect(failure { _ = try root.place(path, relativeTo: workflows) }?.code == .closed)
        for free in ["../data/runs.dbx", "../data/history.json", "../data/x.json"] {
            #expect(try root.readFile(free, relativeTo: workflows) == Array("{}".utf8))
        }
    }

    @Test func `a history that is not there yet is closed too`() {
        let root = root.closed(to: folder.path + "/project/data/later.db")
        #expect(failure { _ = try root.place("../data/later.db", relativeTo: workflows) }?.code == .closed)
    }

    @Test func `errors speak of the path as written`() {
        #expect(
            failure { _ = try root.open("../data/none", relativeTo: workflows) }
                == FileError(.missing, path: "../data/none", message: "`../data/none` does not exist"))
        #expect(
            failure { _ = try root.open("../data", relativeTo: workflows) }
                == FileError(.isFolder, path: "../data", message: "`../data` is a folder"))
        #expect(
            failure { _ = try root.readFile("a.yaml", relativeTo: workflows, limit: 0) }
                == FileError(.tooLarge, path: "a.yaml", message: "`a.yaml` is larger than 0 bytes"))
        #expect(failure { _ = try root.open("a\u{0}.yaml", relativeTo: workflows) }?.code == .invalidPath)
    }

    @Test func `a pipe is no file`() {
        #expect(mkfifo(root.folder + "/pipe", 0o600) == 0)
        #expect(failure { _ = try root.open("../pipe", relativeTo: workflows) }?.code == .notRegular)
    }

    @Test func `a new file may be written anywhere in the root`() throws {
        #expect(try root.place("new.txt", relativeTo: workflows).path == workflows + "/new.txt")
        #expect(try root.place("a.yaml", relativeTo: workflows).path == workflows + "/a.yaml")
        #expect(try root.place("../out/b/c.bin", relativeTo: workflows).path == root.folder + "/out/b/c.bin")
        #expect(Folder.isFolder(root.folder + "/out/b"))
    }

    @Test(arguments: ["../../new.txt", "/tmp/new.txt", "../up/new.txt", "../../project-other/z", "../../made/z"])
    func `nothing is written outside the root`(_ path: String) {
        #expect(failure { _ = try root.place(path, relativeTo: workflows) }?.code == .outside)
        #expect(!Folder.isFolder(folder.path + "/made"))
    }

    @Test func `links, folders and .baton are not written over`() {
        #expect(failure { _ = try root.place("../inside", relativeTo: workflows) }?.code == .notRegular)
        #expect(failure { _ = try root.place("../nowhere", relativeTo: workflows) }?.code == .notRegular)
        #expect(failure { _ = try root.place("../nowhere/x", relativeTo: workflows) }?.code == .missing)
        #expect(failure { _ = try root.place("../data", relativeTo: workflows) }?.code == .isFolder)
        #expect(failure { _ = try root.place("../.baton/x", relativeTo: workflows) }?.code == .closed)
        #expect(failure { _ = try root.place("../.baton", relativeTo: workflows) }?.code == .closed)
        #expect(failure { _ = try root.place("../none/../../x", relativeTo: workflows) } != nil)
        #expect(failure { _ = try root.place("..", relativeTo: workflows) }?.code == .invalidPath)
        #expect(failure { _ = try root.place("", relativeTo: workflows) }?.code == .invalidPath)
    }

    @Test func `a root that is not there is an error`() {
        #expect(failure { _ = try FileRoot(folder.path + "/none") }?.code == .missing)
    }
}
