import BatonFiles
import BatonProcesses
import TemporaryFolders
import Testing

struct FileLockTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func `only one may hold it, within one process too`() throws {
        let path = folder.path + "/run.lock"
        var lock = try FileLock.take(path)
        #expect(lock != nil)
        #expect(try FileLock.take(path) == nil)
        #expect(try FileLock.takeExisting(path) == nil)
        #expect(mode(of: path) == 0o600)
        lock = nil
        #expect(try FileLock.takeExisting(path) != nil)
    }

    @Test func `reading the file elsewhere does not release it`() throws {
        let path = folder.path + "/run.lock"
        let lock = try FileLock.take(path)
        _ = try FileReading.bytes(of: path)
        #expect(try FileLock.take(path) == nil)
        lock?.removeFile()
        #expect(try folder.names().isEmpty)
    }

    @Test func `a lock that is not there is an error, not a new file`() throws {
        #expect(failure { _ = try FileLock.takeExisting(folder.path + "/none") }?.code == .missing)
        #expect(try folder.names().isEmpty)
    }

    @Test func `another process cannot take it, and can when it is free`() async throws {
        let path = folder.path + "/run.lock"
        let lock = try FileLock.take(path)
        // A child process inherits neither the open file nor the lock.
        let server = try ServerProcess.start("/bin/sh -c 'ls -l /proc/$$/fd; echo up; exec sleep 1000'")
        try await server.waitUntilReady(within: .seconds(60)) { server.outputTail.contains("up\n") }
        #expect(!server.outputTail.contains("run.lock"))
        #expect(lock != nil)
        await server.stop()
    }
}
