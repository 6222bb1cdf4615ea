import BatonJSON
import BatonTesting
import BatonValues
import CommandCalls
import ProjectFolders
import Testing

/// The HTTP Archive of a run holds what was sent and what came.
@Suite struct HARFileTests {
    /// A server that answers each request with one body, as it is.
    private static func server(_ body: [UInt8], _ type: String, _ header: String = "") -> RawServer {
        RawServer { connection in
            while connection.readRequest() != nil {
                let head = "HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\n\(header)Content-Length: \(body.count)\r\n\r\n"
                connection.write(Array(head.utf8) + body)
            }
        }
    }

    private static func entries(
        _ server: RawServer, _ step: String = "get: /x", _ arguments: String...
    ) async throws -> [JSONValue] {
        let folder = try Folder()
        try folder.write("w.yaml", "steps: [ { \(step) } ]\n")
        let result = try await Baton(folder: folder).run(
            ["run", "w.yaml", "--base-url", server.url, "--trace", "--har", "r.har"] + arguments)
        #expect(result.exitCode == 0, "\(result.everything)")
        let archive = try JSONParser.parse(Array(try folder.read("r.har").utf8))
        #expect(try HARSchema.complaints(archive) == [])
        return archive["log"]?["entries"]?.arrayValue ?? []
    }

    private static let list = "[\((0..<200).map { "\($0)" }.joined(separator: ","))]"

    static let bodies: [([UInt8], String, isText: Bool)] = [
        ([], "text/plain", true), (Array("hello".utf8), "text/plain", true),
        (Array("{\"a\": 1}".utf8), "application/json", true),
        // Reports lay this out for people.
        (Array("{\"list\":\(list)}".utf8), "application/json", true),
        (Array("a\r\nb\u{1}c\té\u{2028}😀\n".utf8), "text/plain; charset=utf-8", true),
        ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0xFF], "image/png", false),
        ([0xFF, 0xD8, 0xFF, 0xE0], "image/jpeg", false), (Array("text \u{0} with NUL".utf8), "text/plain", false),
        ((0...255).map { UInt8($0) }, "application/octet-stream", false),
    ]

    @Test(arguments: bodies)
    func `a body stands in it as it came, in base64 where it is no text, and the sizes agree`(
        _ body: [UInt8], _ type: String, isText: Bool
    ) async throws {
        let server = Self.server(body, type)
        defer { server.stop() }
        let entry = try #require(try await Self.entries(server).first)
        let response = try #require(entry["response"])
        let content = try #require(response["content"])
        let text = content["text"]?.stringValue ?? ""
        #expect(content["encoding"] == (isText ? nil : "base64"))
        #expect((isText ? Array(text.utf8) : Base64.decode(text)) == body)
        #expect(content["size"]?.numberValue == JSONNumber(body.count))
        #expect(response["bodySize"]?.numberValue == JSONNumber(body.count))
        #expect(content["comment"] == nil)
    }

    @Test(arguments: [
        ("json: { a: 1 }", "{\"a\":1}"),
        ("text: \(String(repeating: "é", count: 300))", String(repeating: "é", count: 300)),
        ("json: { list: \(list) }", "{\"list\":\(list)}"), ("form: { a: b c }", "a=b+c"),
    ])
    func `what was sent stands in it with its size`(_ body: String, _ sent: String) async throws {
        let server = Self.server([], "text/plain")
        defer { server.stop() }
        let entry = try #require(try await Self.entries(server, "post: /x, \(body)").first)
        #expect(entry["request"]?["postData"]?["text"]?.stringValue == sent)
        #expect(entry["request"]?["bodySize"]?.numberValue == JSONNumber(sent.utf8.count))
        #expect(server.requests.last.map { String(decoding: $0.body, as: UTF8.self) } == sent)
    }

    @Test func `the beginning of a long body stands in it, and the size of all of it`() async throws {
        let body = Array(String(repeating: "0123456789é", count: 10_000).utf8)
        let server = Self.server(body, "text/plain; charset=utf-8")
        defer { server.stop() }
        let content = try #require(try await Self.entries(server).first?["response"]?["content"])
        let text = Array((content["text"]?.stringValue ?? "").utf8)
        #expect(text.count > 4000 && text.elementsEqual(body.prefix(text.count)))
        #expect(content["size"]?.numberValue == JSONNumber(body.count))
        #expect(content["comment"] == "only the beginning of the body")
    }

    @Test func `bytes with a secret in them are left out`() async throws {
        let server = Self.server([0, 0xFF] + Array("s3cr3t-token".utf8), "application/octet-stream")
        defer { server.stop() }
        let folder = try Folder()
        try folder.write("w.yaml", "steps: [ { get: /x } ]\n")
        let result = try await Baton(folder: folder, environment: ["TOKEN": "s3cr3t-token"]).run(
            [
                "run", "w.yaml", "--base-url", server.url, "--secret", "TOKEN", "--trace", "--har", "r.har", "--events",
                "e.jsonl",
            ])
        #expect(result.exitCode == 0, "\(result.everything)")
        let archive = try JSONParser.parse(Array(try folder.read("r.har").utf8))
        let content = try #require(archive["log"]?["entries"]?[0]?["response"]?["content"])
        #expect(content["text"] == nil)
        #expect(content["comment"] == "(14 bytes of binary data)")
        for file in ["r.har", "e.jsonl"] {
            #expect(!(try folder.read(file)).contains(Base64.encode([0, 0xFF] + Array("s3cr3t".utf8)).prefix(8)))
        }
    }

    @Test func `times have fractions, and the phases add up to the whole`() async throws {
        let server = Self.server(Array("x".utf8), "text/plain")
        defer { server.stop() }
        let entries = try await Self.entries(server, "get: /x, repeat: 5")
        #expect(entries.count == 5)
        for entry in entries {
            let started = entry["startedDateTime"]?.stringValue ?? ""
            #expect(started.count == 27 && started.hasSuffix("Z") && started.dropFirst(19).first == ".")
            let phases = ["blocked", "dns", "connect", "send", "wait", "receive"].map {
                entry["timings"]?[$0]?.numberValue?.double ?? -1
            }
            #expect(phases.allSatisfy { $0 >= 0 })
            let time = entry["time"]?.numberValue?.double ?? -1
            #expect((phases.reduce(0, +) - time).magnitude < 0.001)
        }
        let moments = entries.map { $0["startedDateTime"]?.stringValue ?? "" }
        #expect(moments == moments.sorted() && Set(moments).count == 5)
    }

    @Test func `the size on the wire of a compressed body is not known`() async throws {
        let zipped: [UInt8] = [
            0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 7, 0, 0x86, 0xA6, 0x10, 0x36, 5, 0, 0, 0,
        ]
        let server = Self.server(zipped, "text/plain", "Content-Encoding: gzip\r\n")
        defer { server.stop() }
        let response = try #require(try await Self.entries(server).first?["response"])
        #expect(response["content"]?["text"] == "hello" && response["content"]?["size"] == 5)
        #expect(response["bodySize"] == -1)
    }

    @Test(arguments: [
        "{}", #"{"log":{"version":"1.1","creator":{"name":"a","version":"1"},"entries":[]}}"#,
        #"{"log":{"version":"1.2","creator":{"name":"a"},"entries":[]}}"#,
        #"{"log":{"version":"1.2","creator":{"name":"a","version":"1"},"entries":[],"other":1}}"#,
        #"{"log":{"version":"1.2","creator":{"name":"a","version":"1"},"entries":[{"time":1}]}}"#,
    ])
    func `the schema of the tests refuses what is no archive`(_ text: String) throws {
        #expect(try !HARSchema.complaints(try JSONParser.parse(Array(text.utf8))).isEmpty)
    }

    /// A failure without a response, bodies of all kinds, a redirect, cookies and the cache.
    @Test func `an archive of all kinds of exchanges keeps to the format`() async throws {
        let server = RawServer { request in
            switch request.target {
            case "/moved": "HTTP/1.1 302 Found\r\nLocation: /there?a=b\r\nContent-Length: 0\r\n\r\n"
            default:
                "HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nSet-Cookie: s=1; Path=/\r\nContent-Length: 2\r\n\r\n{}"
            }
        }
        defer { server.stop() }
        let folder = try Folder()
        try folder.write(
            "w.yaml",
            """
            steps:
              - { get: /moved, query: { q: "a b" } }
              - { get: /cached, cache: cache-first }
              - { get: /cached, cache: cache-first }
              - { post: /x, multipart: { a: b, c: { text: d, filename: e } } }
              - { post: /x, form: { a: b } }
              - { get: "http://127.0.0.1:1/" }
            """)
        let result = try await Baton(folder: folder)(
            "run", "w.yaml", "--base-url", server.url, "--trace", "--har", "r.har")
        #expect(result.exitCode != 2, "\(result.everything)")
        let archive = try JSONParser.parse(Array(try folder.read("r.har").utf8))
        #expect(archive["log"]?["entries"]?.arrayValue?.count == 6)
        #expect(try HARSchema.complaints(archive) == [])
    }
}
