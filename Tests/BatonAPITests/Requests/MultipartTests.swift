import BatonAPI
import BatonTesting
import RunningDemo
import Synchronization
import Testing

/// Bodies with files: what arrives at the server.
@Suite struct MultipartTests {
    private let folder = TemporaryFolder()

    /// The body that a server received, with its boundary as `B`, and its content type without it.
    private func received(_ request: APIRequest) async throws -> (body: String, type: String) {
        let server = RawServer(answering: { _ in "HTTP/1.1 204 No Content\r\n\r\n" })
        defer { server.stop() }
        try await APIClient(APIEnvironment(baseURL: server.url, secrets: ["KEY": "local-key"])).send(
            Call<Void>(request))
        let arrived = try #require(server.requests.first)
        let parts = (arrived["content-type"] ?? "").components(of: "; boundary=")
        let boundary = try #require(parts.count == 2 ? parts[1] : nil, "\(parts)")
        #expect(arrived["content-length"] == "\(arrived.body.count)")
        return (arrived.text.replacing(boundary, with: "B").replacing("\r\n", with: "\n"), parts[0])
    }

    @Test func `files from disk and from memory and other values arrive in their order`() async throws {
        let path = folder.write("notes.txt", Array("from disk".utf8))
        let (name, missing) = ("Ada", String?.none)
        let (body, type) = try await received(
            .post(
                "/upload",
                [
                    "user": name, "missing": missing, "doc": .file(path),
                    "pic": .data(Array("from memory".utf8), filename: "a.png"), "ids": [1, 2],
                    "meta": .object(["key": .secret("KEY")]),
                ]))
        #expect(type == "multipart/form-data")
        #expect(
            body == """
                --B
                Content-Disposition: form-data; name="user"

                Ada
                --B
                Content-Disposition: form-data; name="doc"; filename="notes.txt"
                Content-Type: text/plain

                from disk
                --B
                Content-Disposition: form-data; name="pic"; filename="a.png"
                Content-Type: image/png

                from memory
                --B
                Content-Disposition: form-data; name="ids"

                1
                --B
                Content-Disposition: form-data; name="ids"

                2
                --B
                Content-Disposition: form-data; name="meta"
                Content-Type: application/json

                {"key":"local-key"}
                --B--

                """)
    }

    @Test func `a list of files has one name`() async throws {
        let paths = ["b.txt", "a.txt"].map { folder.write($0, Array($0.utf8)) }
        let lists: [Parameters] = [
            ["docs": .files(paths)],
            ["docs": .array([.file(paths[0]), .data("a.txt".utf8, filename: "a.txt")])],
            ["docs": paths.map { Parameter.file($0) }],
        ]
        for list in lists {
            let (body, _) = try await received(.post("/upload", list))
            #expect(
                body == """
                    --B
                    Content-Disposition: form-data; name="docs"; filename="b.txt"
                    Content-Type: text/plain

                    b.txt
                    --B
                    Content-Disposition: form-data; name="docs"; filename="a.txt"
                    Content-Type: text/plain

                    a.txt
                    --B--

                    """)
        }
    }

    @Test func `names are escaped as browsers do, and types are as they are given`() async throws {
        let (body, _) = try await received(
            .post(
                "/upload",
                [
                    "a\"b\n": .data([], filename: "x\"y\r\n\\é.txt"),
                    "c": .data("{}".utf8, filename: "c", contentType: "application/json"),
                ]))
        #expect(
            body == """
                --B
                Content-Disposition: form-data; name="a%22b%0A"; filename="x%22y%0D%0A\\é.txt"
                Content-Type: text/plain


                --B
                Content-Disposition: form-data; name="c"; filename="c"
                Content-Type: application/json

                {}
                --B--

                """)
    }

    @Test func `the encoder multipart needs no file`() async throws {
        let (body, type) = try await received(.post("/upload", ["a": 1, "n": .null], encoder: .multipart))
        #expect(type == "multipart/form-data")
        #expect(body == "--B\nContent-Disposition: form-data; name=\"a\"\n\n1\n--B--\n")
        struct Form: Encodable, Sendable { var a = 1 }
        #expect(try await received(.post("/upload", body: Form(), encoder: .multipart)).body == body)
    }

    @Test(.timeLimit(.minutes(5))) func `bytes and files of any size are streamed, and their progress is told`()
        async throws
    {
        let megabytes = [UInt8](repeating: 7, count: 3_000_000)
        let path = folder.write("large.bin", megabytes)
        let seen = Mutex<[TransferProgress]>([])
        let request = APIRequest.post(
            "/upload", ["parts": .array([.file(path), .data(megabytes, filename: "memory.bin")])]
        ).with(\.progress) { progress in seen.withLock { $0.append(progress) } }
        let echo = try await Demo.client().send(Call<JSONValue>(request))
        let parts = try #require(echo["parts"]?.arrayValue, "\(echo)")
        #expect(parts.map { $0["filename"] } == ["large.bin", "memory.bin"], "\(echo)")
        #expect(parts.map { $0["size"] } == [3_000_000, 3_000_000], "\(echo)")
        let progress = seen.withLock { $0 }
        let last = try #require(progress.last { $0.toSend != nil })
        #expect(last.sent == last.toSend)
        #expect(last.sent > 6_000_000)
        #expect(zip(progress, progress.dropFirst()).allSatisfy { $0.sent <= $1.sent })
    }

    @Test func `a file that cannot be read is refused before anything is sent`() async throws {
        let client = try APIClient(APIEnvironment(baseURL: "http://shop.example"), dispatcher: StubDispatcher())
        let missing = folder.path + "/no-such-file"
        for parameters: Parameters in [["a": .file(missing)], ["a": .files([missing])]] {
            let failure = #expect(throws: Failure.self) {
                try client.request(for: Call<Void>(.post("/", parameters)))
            }
            #expect(failure?.kind == .badInput)
            #expect(failure?.message.contains(missing) == true, "\(String(describing: failure))")
        }
    }

    @Test func `a content type with a line break is refused`() async throws {
        let client = try APIClient(APIEnvironment(baseURL: "http://127.0.0.1:1"))
        let failure = await #expect(throws: Failure.self) {
            try await client.send(
                Call<Void>(.post("/", ["a": .data([1], filename: "a", contentType: "text/plain\r\nX: y")])))
        }
        #expect(failure?.kind == .badInput)
        #expect(failure?.message == "the content type of the body has a control character")
    }
}

extension String {
    fileprivate func components(of separator: String) -> [String] {
        split(separator: separator).map(String.init)
    }
}
