import TemporaryFolders
import Testing

@testable import BatonFiles
@testable import BatonProcesses

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// What is put in the place of a file or folder between looking at it and opening it leads nowhere.
struct FileRootSwapTests {
    private let folder: TemporaryFolder
    private let root: FileRoot

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("root/data/in.txt", "inside")
        try folder.write("root/spare/in.txt", "spare")
        try folder.write("outside/in.txt", "outside")
        root = try FileRoot(folder.path + "/root")
    }

    private func swap(_ name: String, _ target: String) {
        rename(root.folder + "/" + name, folder.path + "/away")
        symlink(target, root.folder + "/" + name)
    }

    static let swaps = [
        ("data/in.txt", "../../outside/in.txt"), ("data", "../outside"), ("data", "/etc"), ("data", "spare"),
        ("data/in.txt", "../spare/in.txt"), ("data/in.txt", "in.txt"),
    ]

    @Test(arguments: swaps)
    func `a link that takes a place after it was judged is not followed for reading`(_ name: String, _ target: String)
        throws
    {
        let found = try root.resolve("data/in.txt", relativeTo: root.folder)
        swap(name, target)
        #expect(try root.openFile(at: found, written: "data/in.txt") == nil)
    }

    @Test(arguments: [("data", "../outside"), ("data", "/etc"), ("data", "spare")])
    func `a link that takes a place after it was judged is not followed for writing`(_ name: String, _ target: String)
        throws
    {
        let found = try root.resolveForWriting("data/new.txt", relativeTo: root.folder)
        swap(name, target)
        #expect(try root.openPlace(at: found, written: "data/new.txt") == nil)
    }

    @Test func `folders are not made through a link that came late`() throws {
        let found = try root.resolveForWriting("data/a/b/new.txt", relativeTo: root.folder)
        symlink("../../outside", root.folder + "/data/a")
        #expect(try root.openPlace(at: found, written: "data/a/b/new.txt") == nil)
        #expect(!Folder.isFolder(folder.path + "/outside/b"))
    }

    @Test func `what is written goes where it was judged to go, whatever takes its place meanwhile`() throws {
        let place = try root.place("data/new.txt", relativeTo: root.folder)
        let file = try NewFile(at: place)
        swap("data", "../outside")
        try [UInt8]([1, 2, 3]).withUnsafeBytes { try file.write($0) }
        symlink("in.txt", folder.path + "/away/new.txt")
        try file.commit()
        #expect(try Folder.names(in: folder.path + "/outside") == ["in.txt"])
        #expect(try FileReading.bytes(of: folder.path + "/outside/in.txt") == Array("outside".utf8))
        var status = stat()
        #expect(lstat(folder.path + "/away/new.txt", &status) == 0 && status.st_mode & S_IFMT == S_IFREG)
    }

    @Test func `what was opened stays what it was`() throws {
        let file = try root.open("data/in.txt", relativeTo: root.folder)
        swap("data", "../outside")
        #expect(try file.bytes(limit: 100) == Array("inside".utf8))
        #expect(try root.resolveForWriting("spare/x", relativeTo: root.folder).path == root.folder + "/spare/x")
    }

    @Test func `a folder swapped all the time lets nothing outside the root be read`() async throws {
        symlink("../outside", root.folder + "/bait")
        let (one, other, isOver, ended) = (root.folder + "/data", root.folder + "/bait", try Latch(), try Latch())
        // A thread of its own: the tests may keep all others busy.
        DetachedThread.start {
            while !isOver.isOpen {
                rename(one, one + ".x")
                rename(other, one)
                rename(one, other)
                rename(one + ".x", one)
            }
            ended.open()
        }
        defer {
            isOver.open()
            _ = ended.wait(until: .max)
        }
        var inside = 0
        var refused = 0
        while inside < 100 || refused < 100 {
            do {
                let bytes = try root.readFile("data/in.txt", relativeTo: root.folder)
                try #require(bytes == Array("inside".utf8))
                inside += 1
            } catch let error as FileError {
                // For the moment between two renames nothing is there.
                try #require([.outside, .failed, .missing].contains(error.code), "\(error)")
                refused += 1
            }
        }
    }
}
