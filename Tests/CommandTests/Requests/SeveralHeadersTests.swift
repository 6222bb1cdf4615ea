import BatonTesting
import CommandCalls
import ProjectFolders
import Testing

/// Several headers of one name are one list (RFC 9110, 5.3), wherever a workflow looks at them.
@Suite struct SeveralHeadersTests {
    private static let head =
        "HTTP/1.1 200 OK\r\nDAV: 1,2\r\nContent-Length: 2\r\nDAV: <http://apache.org/dav/propset/fs/1>\r\n"
        + "Set-Cookie: a=first-cookie; Path=/\r\nSet-Cookie: b=second-cookie; Path=/\r\n\r\n{}"

    @Test func `checks, captures and expressions see all headers of a name`() async throws {
        let recording = try Recording { _ in Self.head }
        let result = try await recording.run(
            """
            steps:
              - get: /
                expect:
                  headers:
                    dav: "1,2, <http://apache.org/dav/propset/fs/1>"
                    set-cookie: { contains: b=second-cookie, matches: "\\\\n" }
                  that:
                    - response.headers.dav.contains("propset")
                    - response.headers["DAV"].startsWith("1,2, <")
                    - response.headers.values("dav").size() == 2
                capture: { dav: { header: dav } }
              - get: /$(url_encode(dav))
            """)
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(recording.requests.last?.target == "/1%2C2%2C%20%3Chttp%3A%2F%2Fapache.org%2Fdav%2Fpropset%2Ffs%2F1%3E")
    }

    @Test func `a check that something is absent looks at all headers of a name`() async throws {
        let recording = try Recording { _ in Self.head }
        let result = try await recording.run(
            "steps:\n  - get: /\n    expect: { headers: { dav: { not_contains: apache.org } } }\n")
        #expect(result.exitCode == 1, "\(result.everything)")
        #expect(result.output.contains("1,2, <http://apache.org/dav/propset/fs/1>"), "\(result.output)")
    }

    @Test func `no cookie of several is shown by a check that fails`() async throws {
        let recording = try Recording { _ in Self.head }
        let result = try await recording.run(
            "steps:\n  - get: /\n    expect: { headers: { set-cookie: { not_contains: second } } }\n")
        #expect(result.exitCode == 1, "\(result.everything)")
        #expect(!result.everything.contains("first-cookie") && !result.everything.contains("second-cookie"))
    }

    @Test func `two addresses of a redirect are refused, and one that stands twice is followed`() async throws {
        for (second, code) in [("/b", Int32(1)), ("/a", 0)] {
            let recording = try Recording { request in
                request.target == "/"
                    ? "HTTP/1.1 302 Found\r\nLocation: /a\r\nLocation: \(second)\r\nContent-Length: 0\r\n\r\n"
                    : "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
            }
            let result = try await recording.run("steps:\n  - get: /\n    follow_redirects: true\n")
            #expect(result.exitCode == code, "\(result.everything)")
            #expect(result.output.contains("redirects to two addresses, `/a` and `/b`") == (code == 1))
        }
    }
}
