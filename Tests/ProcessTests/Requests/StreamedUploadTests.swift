import BatonTesting
import Glibc
import ProjectFolders
import Synchronization
import Testing

/// Large files go out as they are read: they are never in memory as a whole.
@Suite(.serialized) struct StreamedUploadTests {
    private static let size = 128 << 20

    @Test(arguments: [
        ("multipart: { note: hello, doc: { file: large.bin } }", true),
        ("json: { note: hello, doc: { file: large.bin } }", true),
        ("file: large.bin", false),
    ])
    func `a large file takes little memory`(_ body: String, _ isMultipart: Bool) async throws {
        let folder = try Folder()
        // It holds nothing but zeros, and takes no room.
        let file = Glibc.open("\(folder.path)/large.bin", O_CREAT | O_WRONLY, 0o600)
        #expect(ftruncate(file, Self.size) == 0)
        close(file)
        let server = RawServer { connection in
            guard let request = connection.readRequest(readsBody: false),
                let length = request["content-length"].flatMap({ Int($0) })
            else { return }
            var left = length
            while left > 0 {
                let part = connection.read(min(left, 1 << 20))
                if part.isEmpty { return }
                left -= part.count
            }
            connection.write(Recording.empty)
        }
        defer { server.stop() }
        try folder.write("up.yaml", "steps: [ { post: /up, timeout: 5m, \(body) } ]")
        let arguments = ["run", "up.yaml", "--base-url", server.url]
        guard let result = try await MeasuredBaton.run(arguments, in: folder) else { return }
        #expect(result.exitCode == 0, "\(String(decoding: result.text, as: UTF8.self))")
        let request = try #require(server.requests.first)
        let length = try #require(request["content-length"].flatMap { Int($0) })
        #expect(isMultipart ? length > Self.size && length < Self.size + 2000 : length == Self.size)
        #expect(request["content-type"]?.hasPrefix("multipart/form-data") == isMultipart)
        #expect(result.peakMemory < Self.size / 2, "\(result.peakMemory) bytes")
    }
}

@Suite struct KeyPasswordTests {
    @Test func `a terminal is not asked for the password of a client's key`() async throws {
        let certificates = try #require(Certificates.shared, "the program openssl is missing")
        let server = try #require(TLSServer(certificates.server))
        let folder = try Folder()
        let words = [
            "openssl", "pkcs8", "-topk8", "-in", certificates.ada.key, "-out", "\(folder.path)/ada.key", "-passout",
            "pass:open-sesame",
        ]
        try #require(ChildProcess.output(of: words) != nil)
        try folder.write(
            "w.yaml",
            "steps:\n  - get: \(server.url)\n"
                + "    tls: { verify: false, cert: \(certificates.ada.certificate), key: ada.key }\n")
        let program = RunningBaton(folder, environment: ["TERM": "dumb"], ["run", "w.yaml"])
        try program.start(.terminal)
        let shown = await program.end()
        #expect(shown.output.contains("ada.key is encrypted, and there is no `key_password`"), "\(shown.output)")
        #expect(!shown.output.contains("Enter PEM"), "\(shown.output)")
    }
}

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
