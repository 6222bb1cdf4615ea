import BatonFiles
import TemporaryFolders
import Testing

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

struct FileReadingTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(arguments: [0, 1, 16_383, 16_384, 16_385, 100_000])
    func `a file is read whole`(_ size: Int) throws {
        let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0) }
        try AtomicFile.write(folder.path + "/a", bytes)
        #expect(try FileReading.bytes(of: folder.path + "/a") == bytes)
        #expect(try FileReading.bytes(of: folder.path + "/a", limit: size) == bytes)
    }

    /// What libcurl opens would wait for a writer of the pipe, for ever and for every request.
    @Test func `what another library is to read is a regular file`() throws {
        let pipe = folder.path + "/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        for path in [pipe, "/dev/zero"] {
            #expect(failure { try FileReading.check(path, written: "ca.pem") }?.code == .notRegular)
        }
        #expect(failure { try FileReading.check(folder.path, written: "ca.pem") }?.code == .isFolder)
        #expect(failure { try FileReading.check(try folder.write("a", "x"), written: "a") } == nil)
    }

    @Test func `each thing that is no readable file has its own words`() throws {
        let missing = folder.path + "/none"
        #expect(
            failure { _ = try FileReading.bytes(of: missing) }
                == FileError(.missing, path: missing, message: "`\(missing)` does not exist"))
        #expect(
            failure { _ = try FileReading.bytes(of: folder.path) }
                == FileError(.isFolder, path: folder.path, message: "`\(folder.path)` is a folder"))
        #expect(failure { _ = try FileReading.bytes(of: "a\u{0}b") }?.code == .invalidPath)
        #expect(failure { _ = try FileReading.bytes(of: "") }?.message == "the path is empty")
        let file = try folder.write("a", "12345")
        #expect(
            failure { _ = try FileReading.bytes(of: file, limit: 4) }
                == FileError(.tooLarge, path: file, message: "`\(file)` is larger than 4 bytes"))
        try folder.link("circle", to: "circle")
        #expect(
            failure { _ = try FileReading.bytes(of: folder.path + "/circle") }?.message.contains("leads nowhere")
                == true)
    }

    @Test(.enabled(if: geteuid() != 0, "root may read everything"))
    func `a file that may not be read says so`() throws {
        let file = try folder.write("a", "x")
        #expect(chmod(file, 0) == 0)
        #expect(
            failure { _ = try FileReading.bytes(of: file) }
                == FileError(.denied, path: file, message: "no permission to read `\(file)`"))
    }

    @Test func `a pipe is refused where a file is due, without waiting for a writer`() throws {
        let pipe = folder.path + "/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        #expect(
            failure { _ = try OpenFile(pipe) }
                == FileError(.notRegular, path: pipe, message: "`\(pipe)` is not a regular file"))
    }

    @Test func `a pipe without a writer is no empty file`() throws {
        let pipe = folder.path + "/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        #expect(
            failure { _ = try FileReading.bytes(of: pipe) }
                == FileError(.failed, path: pipe, message: "`\(pipe)` is a pipe that nobody writes to"))
    }

    @Test func `a device without an end is cut off at the limit`() {
        #expect(
            failure { _ = try FileReading.bytes(of: "/dev/zero", limit: 1_000_000) }
                == FileError(.tooLarge, path: "/dev/zero", message: "`/dev/zero` is larger than 1 MB"))
    }

    @Test func `an empty device is an empty file`() throws {
        #expect(try FileReading.bytes(of: "/dev/null") == [])
    }
}
