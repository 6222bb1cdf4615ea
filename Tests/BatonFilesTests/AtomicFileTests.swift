import BatonFiles
import TemporaryFolders
import Testing

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

struct AtomicFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func `a file is there whole, with its mode, and nothing beside it`() throws {
        let path = folder.path + "/a.xml"
        try AtomicFile.write(path, Array("one".utf8))
        #expect(mode(of: path) == 0o600)
        try AtomicFile.write(path, mode: 0o644, Array("two".utf8))
        #expect(mode(of: path) == 0o644)
        #expect(try FileReading.bytes(of: path) == Array("two".utf8))
        #expect(try folder.names() == ["a.xml"])
    }

    @Test(arguments: [
        ("/dev/stdout", true), ("/dev/fd/63", true), ("/proc/self/fd/1", true), ("/dev/shm/a.xml", false),
        ("/dev/none", true), ("/tmp/dev/stdout", false),
    ])
    func `devices, and what a process has open, are told from files`(_ path: String, _ isSpecial: Bool) {
        #expect(AtomicFile.isSpecial(path) == isSpecial)
    }

    @Test(.enabled(if: access("/dev/shm", W_OK) == 0, "there is no file system in memory"))
    func `a file system in memory holds files like any other`() throws {
        let path = "/dev/shm/baton-\(getpid())-\(RealPath.name(of: folder.path)).xml"
        defer { unlink(path) }
        for text in ["one", "two"] { try AtomicFile.write(path, Array(text.utf8)) }
        #expect(try FileReading.bytes(of: path) == Array("two".utf8))
    }

    @Test func `until it is committed the old file stands`() throws {
        let path = try folder.write("a.xml", "old")
        let file = try AtomicFile(path)
        try file.write(Array("new".utf8))
        #expect(try FileReading.bytes(of: path) == Array("old".utf8))
        try file.write(Array("er".utf8))
        try file.commit()
        #expect(try FileReading.bytes(of: path) == Array("newer".utf8))
    }

    @Test func `what is not committed leaves no trace`() throws {
        try folder.write("a.xml", "old")
        func abandon() throws {
            let file = try AtomicFile(folder.path + "/a.xml")
            try file.write([1, 2, 3])
        }
        try abandon()
        #expect(try folder.names() == ["a.xml"])
        #expect(try FileReading.bytes(of: folder.path + "/a.xml") == Array("old".utf8))
    }

    @Test func `what killed writers left is removed, what a living one writes is not`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/junit.xml"
        try folder.write(".junit.xml.0123456789ab.tmp", "half of it")
        try folder.write(".junit.xml.notes.tmp", "of somebody else")
        try folder.write(".other.xml.0123456789ab.tmp", "of another file")
        let file = try AtomicFile(path)
        try file.write(Array("new".utf8))
        AtomicFile.removeLeftovers(of: path)
        try file.commit()
        #expect(try folder.names() == [".junit.xml.notes.tmp", ".other.xml.0123456789ab.tmp", "junit.xml"])
        AtomicFile.removeLeftovers(of: folder.path + "/missing/junit.xml")
    }

    @Test func `a device is written to, not replaced`() throws {
        try AtomicFile.write("/dev/null", [1, 2, 3])
        var status = stat()
        #expect(stat("/dev/null", &status) == 0 && status.st_mode & S_IFMT == S_IFCHR)
    }

    @Test func `a folder that is missing or in the place of the file is named`() {
        let missing = folder.path + "/none/a"
        #expect(
            failure { try AtomicFile.write(missing, []) }
                == FileError(.missing, path: missing, message: "the folder `\(folder.path)/none` does not exist"))
        #expect(failure { try AtomicFile.write(folder.path, []) }?.code == .isFolder)
    }

    @Test func `folders are made with those above them`() throws {
        try Folder.create(folder.path + "/a/b/c")
        try Folder.create(folder.path + "/a/b/c/")
        #expect(Folder.isFolder(folder.path + "/a/b/c"))
        let file = try folder.write("file")
        #expect(failure { try Folder.create(file) }?.message == "`\(file)` cannot be a folder: a file is in its place")
        #expect(failure { try Folder.create(file + "/x") }?.code == .failed)
        #expect(failure { try Folder.create(folder.path + String(repeating: "/a", count: 100_000)) }?.code == .failed)
    }
}
