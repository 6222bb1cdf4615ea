import BatonTesting
import Glibc
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

    @Test func `what a killed run left where files need a name is removed by the next, and nothing else`() async throws
    {
        let recording = try Recording { _ in "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello" }
        try recording.folder.write("out/.baton-0123456789abcdef.part", "left")
        try recording.folder.write("out/.baton-notes.part", "mine")
        try recording.folder.write("other/.baton-0123456789abcdef.part", "not where this run saves")
        let result = try await recording.step("get: /x\nsave: out/new.txt")
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(try FileContents.names(in: recording.folder.path + "/out") == [".baton-notes.part", "new.txt"])
        #expect(recording.folder.exists("other/.baton-0123456789abcdef.part"))
        #expect(try recording.folder.read("out/new.txt") == "hello")
    }
}
