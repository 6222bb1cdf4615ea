import BatonTesting
import CommandCalls
import ProjectFolders
import Testing

/// What comes before and behind a response: interim responses (RFC 9110 section 15.2) and trailers (section 6.5).
@Suite struct InterimAndTrailerTests {
    private static let response =
        "HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\nSet-Cookie: sid=cookie-of-hint-1\r\n\r\n"
        + "HTTP/1.1 102 Processing\r\n\r\n"
        + "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: Grpc-Status\r\n\r\n"
        + "2\r\nok\r\n0\r\nGrpc-Status: 0\r\nSet-Cookie: sid=cookie-of-trailer-1\r\n\r\n"

    @Test func `they are checked, and none of their fields is one of the response`() async throws {
        let recording = try Recording { _ in Self.response }
        let result = try await recording.step(
            """
            get: /x
            expect:
              body: ok
              headers: { Grpc-Status: { exists: false }, Link: { exists: false }, Set-Cookie: { exists: false } }
              that:
                - response.trailers["grpc-status"] == "0"
                - size(response.interim) == 2
                - response.interim[0].status == 103
                - response.interim[0].headers.link.contains("a.css")
                - response.interim.map(i, i.status) == [103, 102]
            """)
        #expect(result.exitCode == 0, "\(result.everything)")
    }

    @Test(arguments: [
        ("X-T: a\r\n b\r\nX-U: c", "response.trailers['x-t'] == 'a b' && response.trailers['x-u'] == 'c'", true),
        (" X-T: a\r\nX-U: c", "1 == 1", false),
    ])
    func `a line of trailers that is folded goes on, and nothing goes on before the first`(
        _ lines: String, _ condition: String, _ passes: Bool
    ) async throws {
        let recording = try Recording { _ in
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\(lines)\r\n\r\n"
        }
        let result = try await recording.step("get: /x\nexpect: { that: \"\(condition)\" }")
        #expect(result.exitCode == (passes ? 0 : 1), "\(result.everything)")
        #expect(passes || result.output.contains("[network.protocol]"), "\(result.everything)")
    }

    @Test func `a request that is sent again has those of its last response alone`() async throws {
        let recording = try Recording { request in
            request.target == "/x"
                ? "HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 302 Found\r\nLocation: /y\r\nTransfer-Encoding: chunked\r\n\r\n"
                    + "0\r\nX-First: 1\r\n\r\n"
                : Recording.empty
        }
        let result = try await recording.step(
            """
            get: /x
            follow_redirects: true
            expect: { that: [ size(response.interim) == 0, '!("x-first" in response.trailers)' ] }
            """)
        #expect(result.exitCode == 0, "\(result.everything)")
    }

    @Test func `they are shown where a response is, without secrets`() async throws {
        let recording = try Recording { _ in Self.response }
        let result = try await recording.step("get: /x", "-vv", "--events", "events.jsonl")
        #expect(
            result.everything.contains(
                """
                        < HTTP/1.1 103
                        < Link: </a.css>; rel=preload
                        < Set-Cookie: sid=***
                        < HTTP/1.1 102
                        < HTTP/1.1 200
                        < Transfer-Encoding: chunked
                        < Trailer: Grpc-Status
                        <
                        < ok
                        <
                        < Grpc-Status: 0
                        < Set-Cookie: sid=***

                """), "\(result.everything)")
        let events = try recording.folder.read("events.jsonl")
        #expect(events.contains(#""response_trailers":[["Grpc-Status","0"],["Set-Cookie","sid=***"]]"#))
        #expect(events.contains(#""interim":[{"status":103"#))
        for shown in [events, result.everything] { #expect(!shown.contains("cookie-of-")) }
    }
}
