import BatonTesting
import CommandCalls
import ProjectFolders
import Testing

/// `request` in `expect` and `capture`: what went out, whatever added it.
@Suite(.serialized) struct SentRequestTests {
    @Test(arguments: [
        ("json: { a: 1 }", "request.headers['content-type'] == 'application/json'"),
        ("form: { a: 1 }", "request.headers['content-type'] == 'application/x-www-form-urlencoded'"),
        ("text: x", "request.headers['content-type'] == 'text/plain; charset=utf-8' && request.body == 'x'"),
        ("xml: <a/>", "request.headers['content-type'] == 'application/xml'"),
        ("graphql: { query: \"{ a }\" }", "request.headers['content-type'] == 'application/json'"),
        (
            "binary: { hex: '41' }",
            "request.headers['content-type'] == 'application/octet-stream' && request.body == 'A'"
        ),
        ("file: data.json", "request.headers['content-type'] == 'application/json' && request.json.n == 5"),
        ("file: { path: data.json, offset: 1, length: 3 }", "request.body == '\"n\"'"),
        (
            "multipart: { a: 1, doc: { file: data.json } }",
            "request.body.contains(request.headers['content-type'].split('boundary=')[1]) && request.body.contains('{\"n\": 5}')"
        ),
        ("file: data.json", "request.sha256 == sha256(file_bytes('data.json'))"),
        ("text: x", "request.sha256 == sha256('x')"),
        ("binary: { hex: 'ff' }", "request.sha256 == sha256(b'\\xff')"),
        ("json: { a: 1 }\nheaders: { Content-Type: null }", "!('content-type' in request.headers)"),
        ("json: { a: 1 }", "request.headers['content-length'] == '7' && has(request.headers.host)"),
        (
            "json: { a: 1 }",
            "request.headers['user-agent'].startsWith('baton/') && 'accept-encoding' in request.headers"
        ),
        (
            "auth: { basic: { username: ada, password: secret-1 } }",
            "request.headers.authorization == 'Basic YWRhOnNlY3JldC0x'"
        ),
        ("auth: { bearer: token-4711 }", "request.headers.authorization == 'Bearer token-4711'"),
        ("auth: { api_key: { header: X-Api-Key, value: key-4711 } }", "request.headers['x-api-key'] == 'key-4711'"),
        ("cookies: { a: '1' }", "request.headers.cookie == 'a=1'"),
    ])
    func `the request holds what each body and each proof of identity adds`(_ step: String, _ condition: String)
        async throws
    {
        let recording = try Recording { _ in Recording.graphQL }
        try recording.folder.write("data.json", "{\"n\": 5}")
        let quoted = condition.replacing("'", with: "''")
        let result = try await recording.step("post: /x\n\(step)\nexpect: { that: '\(quoted)' }")
        #expect(result.exitCode == 0, "\(result.everything)")
    }

    private static let challenge =
        "HTTP/1.1 401 No\r\nWWW-Authenticate: Digest realm=\"r\", nonce=\"n\", qop=\"auth\"\r\nContent-Length: 0\r\n\r\n"

    @Test func `the response to a challenge of digest is in the request, and masked`() async throws {
        let recording = try Recording { $0["authorization"] == nil ? Self.challenge : Recording.empty }
        let result = try await recording.run(
            """
            steps:
              - get: /x
                auth: { digest: { username: ada, password: secret-1 } }
                expect:
                  that:
                    - request.headers.authorization.startsWith("Digest username=")
                    - request.headers.authorization == "x"
              - get: /y
            """)
        #expect(result.exitCode == 1)
        #expect(result.output.contains("request.headers.authorization  = ***"), "\(result.output)")
        #expect(!result.output.contains("nonce="), "\(result.output)")
        #expect(recording.requests.count == 2)
    }

    @Test func `the sent request of a redirected step is the one to the URL of the step`() async throws {
        let recording = try Recording { request in
            request.target == "/x"
                ? "HTTP/1.1 303 See\r\nLocation: /y\r\nContent-Length: 0\r\n\r\n" : Recording.empty
        }
        let result = try await recording.step(
            """
            post: /x
            json: { a: 1 }
            auth: { basic: { username: ada, password: secret-1 } }
            follow_redirects: true
            expect:
              that:
                - request.headers["content-type"] == "application/json"
                - request.headers.authorization.startsWith("Basic ")
                - request.json.a == 1 && request.url.endsWith("/x") && response.url.endsWith("/y")
            """)
        #expect(result.exitCode == 0, "\(result.everything)")
    }

    @Test func `each attempt has a request of its own`() async throws {
        let recording = try Recording { request in
            request["x-n"]?.hasSuffix("7") == true ? Recording.empty : "HTTP/1.1 503 No\r\nContent-Length: 0\r\n\r\n"
        }
        let result = try await recording.step(
            """
            post: /x
            json: { a: 1 }
            headers: { X-N: "$(random_hex(4))7" }
            retry: 2
            expect: { that: 'request.headers["x-n"].endsWith("7") && request.headers["content-type"] == "application/json"' }
            """)
        #expect(result.exitCode == 0, "\(result.everything)")
    }

    @Test func `a session's cookies are in the request, and a later step sees its own`() async throws {
        let recording = try Recording { _ in
            "HTTP/1.1 200 OK\r\nSet-Cookie: sid=cookie-4711\r\nContent-Length: 0\r\n\r\n"
        }
        let result = try await recording.run(
            """
            steps:
              - get: /x
                expect: { that: "!has(request.headers.cookie)" }
              - get: /y
                expect: { that: 'request.headers.cookie == "sid=cookie-4711"' }
            """)
        #expect(result.exitCode == 0, "\(result.everything)")
    }

    @Test func `reports show the Content-Type and who asks by basic authentication`() async throws {
        let recording = try Recording { _ in "HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n" }
        let result = try await recording.run(
            "steps:\n  - post: /x\n    json: { a: 1 }\n    auth: { basic: { username: ada, password: secret-1 } }\n",
            base: "", environment: [:], "--junit", "junit.xml")
        #expect(result.exitCode == 1)
        let report = try recording.folder.read("junit.xml")
        #expect(report.contains("Content-Type: application/json"), "\(report)")
        #expect(report.contains("Authorization: Basic ***"))
        #expect(!report.contains("YWRhOnNlY3JldC0x"))
    }

    @Test func `with -vv all headers that were sent are shown, secret ones masked`() async throws {
        let recording = try Recording()
        let workflow = """
            steps:
              - post: /x
                json: { a: 1 }
                headers: { X-Api-Key: tulip-1593 }
                auth: { basic: { username: ada, password: crocus-1594 } }

            """
        let result = try await recording.run(workflow, base: "", environment: [:], "-vv")
        #expect(result.exitCode == 0, "\(result.everything)")
        let host = recording.server.url.dropFirst("http://".count)
        for line in ["> Host: \(host)", "> Content-Length: 7", "> X-Api-Key: ***", "> Authorization: Basic ***"] {
            #expect(result.output.contains(line), "\(line)\n\(result.output)")
        }
        #expect(!result.everything.contains("tulip") && !result.everything.contains("crocus"))
    }
}
