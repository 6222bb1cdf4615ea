import BatonFiles
import TemporaryFolders
import Testing

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

struct StreamedFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func `what was written can be read at once`() throws {
        let path = folder.path + "/a.jsonl"
        let file = try StreamedFile(path)
        try file.write(Array("one\n".utf8))
        #expect(try FileReading.bytes(of: path) == Array("one\n".utf8))
        try file.write(Array("two\n".utf8))
        #expect(try FileReading.bytes(of: path) == Array("one\ntwo\n".utf8))
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    }

    @Test func `an older writer of the same name goes on with its own file`() throws {
        let path = folder.path + "/a.jsonl"
        let old = try StreamedFile(path)
        let new = try StreamedFile(path)
        try old.write(Array("old".utf8))
        try new.write(Array("new".utf8))
        #expect(try FileReading.bytes(of: path) == Array("new".utf8))
    }

    @Test func `after closing nothing is written`() throws {
        let file = try StreamedFile(folder.path + "/a.jsonl")
        file.close()
        #expect(throws: FileError.self) { try file.write([1]) }
    }

    @Test func `a folder that is missing or in the place of the file is named`() throws {
        let missing = folder.path + "/none/a"
        let error = #expect(throws: FileError.self) { try StreamedFile(missing) }
        #expect(error?.message == "the folder `\(folder.path)/none` does not exist")
        #expect(#expect(throws: FileError.self) { try StreamedFile(folder.path) }?.code == .isFolder)
        #expect(#expect(throws: FileError.self) { try StreamedFile("/dev/none") }?.code == .missing)
    }

    @Test func `a device and what stands for standard output are written to as they are`() throws {
        try StreamedFile("/dev/null").write([1])
        #expect(#expect(throws: FileError.self) { try StreamedFile("/dev/full").write([1]) } != nil)
        // The number of an open file, as /dev/stdout and the shell's >(…) give it.
        let path = try folder.write("kept", "a")
        let number = open(path, O_WRONLY | O_CLOEXEC)
        defer { close(number) }
        try StreamedFile("/dev/fd/\(number)").write(Array("b".utf8))
        try AtomicFile.write("/dev/fd/\(number)", Array("c".utf8))
        #expect(try FileReading.bytes(of: path) == Array("abc".utf8))
        var status = stat()
        #expect(lstat("/dev/fd/\(number)", &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
    }
}

@Suite struct SpoolFileTests {
    @Test func `what was put aside is there, and the folder shows nothing of it`() throws {
        let folder = try TemporaryFolder()
        let spool = try SpoolFile(in: folder.path)
        let first = try #require(spool.append(Array("one".utf8)))
        let second = try #require(spool.append(Array(repeating: 7, count: 100_000)))
        #expect(try spool.bytes(at: first, count: 3) == Array("one".utf8))
        #expect(try spool.bytes(at: second, count: 100_000) == Array(repeating: 7, count: 100_000))
        #expect(throws: FileError.self) { try spool.bytes(at: second, count: 100_001) }
        #expect(try Folder.names(in: folder.path).isEmpty)
    }

    @Test func `where nothing can be written there is none`() {
        #expect(throws: FileError.self) { try SpoolFile(in: "/nowhere/at/all") }
    }
}
