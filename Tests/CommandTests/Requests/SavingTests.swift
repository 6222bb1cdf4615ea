import BatonTesting
import CommandCalls
import ProjectFolders
import Testing

/// `save`: the body goes into a file and nowhere else.
@Suite struct SavingTests {
    @Test func `a body is streamed into a file of the project`() async throws {
        let recording = try Recording { _ in "HTTP/1.1 200 OK\r\nX-A: b\r\nContent-Length: 5\r\n\r\nhello" }
        let result = try await recording.step(
            """
            get: /x
            save: out/deep/$("a" + "b").txt
            max_response: 5
            expect: { status: 200, size: 5, headers: { x-a: b }, that: response.size == 5 }
            capture: { kind: { header: x-a } }
            """)
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(try recording.folder.read("out/deep/ab.txt") == "hello")
    }

    @Test func `what breaks off leaves no file, and a failed check says where the body is`() async throws {
        let recording = try Recording { request in
            request.target == "/short"
                ? "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 5\r\n\r\nhello"
                : "HTTP/1.1 404 No\r\nContent-Length: 4\r\n\r\ngone"
        }
        let short = try await recording.step("get: /short\nsave: out.txt\nmax_response: 4")
        #expect(short.exitCode == 1)
        #expect(short.output.contains("[network.too_large]"), "\(short.output)")
        #expect(short.output.contains("/short → network.too_large in "), "\(short.output)")
        #expect(short.output.contains(" (status 200 came, and "), "\(short.output)")
        #expect(!short.output.contains("saved to"), "\(short.output)")
        #expect(!recording.folder.exists("out.txt"))
        let failed = try await recording.step("get: /x\nsave: out.txt")
        #expect(failed.exitCode == 1)
        #expect(failed.output.contains("(4 bytes, saved to \(recording.folder.path)/out.txt)"), "\(failed.output)")
        #expect(failed.output.contains("--output \(recording.folder.path)/out.txt"))
        #expect(try recording.folder.read("out.txt") == "gone")
    }

    @Test func `the hash of a body is that of what went into the file`() async throws {
        let recording = try Recording { _ in "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello" }
        let hash = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"
        let right = try await recording.step("get: /x\nsave: out.txt\nexpect: { sha256: \(hash) }")
        #expect(right.exitCode == 0, "\(right.everything)")
        let wrong = try await recording.step("get: /x\nsave: out.txt\nexpect: { sha256: \(String(hash.reversed())) }")
        #expect(wrong.exitCode == 1)
        #expect(wrong.output.contains(hash), "\(wrong.output)")
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
