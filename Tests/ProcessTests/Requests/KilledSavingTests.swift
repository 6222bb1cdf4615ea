import BatonTesting
import Glibc
import ProjectFolders
import Synchronization
import Testing

/// `save` of a run that is killed while the body arrives.
@Suite struct KilledSavingTests {
    @Test func `a killed run leaves neither a part of the body nor another file, and the old one as it was`()
        async throws
    {
        let folder = try Folder()
        let run = Mutex<RunningBaton?>(nil)
        let server = RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write(
                "HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n" + String(repeating: "x", count: 500_000))
            connection.waitUntilDelivered()
            run.withLock { _ = $0?.send(SIGKILL) }
            connection.waitForClose()
        }
        defer { server.stop() }
        try folder.write("out/old.txt", "old")
        try folder.write("w.yaml", "steps:\n  - get: /x\n    save: out/old.txt\n")
        let baton = RunningBaton(folder, ["run", "w.yaml", "--base-url", server.url])
        run.withLock { $0 = baton }
        try baton.start()
        #expect(await baton.end().exitCode == 128 + SIGKILL)
        #expect(try FileContents.names(in: folder.path + "/out") == ["old.txt"])
        #expect(try folder.read("out/old.txt") == "old")
    }
}
