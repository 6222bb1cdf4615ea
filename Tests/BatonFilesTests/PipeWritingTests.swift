import TemporaryFolders
import Testing

@testable import BatonFiles

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Pipes as the files of reports.
struct PipeWritingTests {
    @Test func `a pipe that nobody reads is an error, and not a wait without end`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/pipe"
        #expect(mkfifo(path, 0o600) == 0)
        let error = #expect(throws: FileError.self) { try StreamedFile(path) }
        #expect(error?.message == "`\(path)` is a pipe that nobody reads")
    }

    @Test func `a pipe with a reader is written`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/pipe"
        #expect(mkfifo(path, 0o600) == 0)
        let reader = open(path, O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        let file = try StreamedFile(path)
        try file.write(Array("line\n".utf8))
        var bytes = [UInt8](repeating: 0, count: 10)
        #expect(read(reader, &bytes, 10) == 5)
    }
}
