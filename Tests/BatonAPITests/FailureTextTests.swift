import BatonAPI
import BatonTesting
import Logging
import Testing

/// What a failure says where it is printed.
@Suite struct FailureTextTests {
    private func failure(
        _ sample: Sample, change: (inout APIEnvironment) -> Void = { _ in }, call: APIRequest = .get("/x")
    ) async throws -> Failure {
        let stub = StubDispatcher()
        stub.respond(to: .get, "/x", with: .fixed(sample))
        var environment = APIEnvironment(baseURL: "http://shop.example")
        change(&environment)
        let client = try APIClient(environment, dispatcher: stub)
        return try #require(await #expect(throws: Failure.self) { try await client.send(Call<JSONValue>(call)) })
    }

    private static func text(_ text: String, _ type: String = "text/plain", status: Int = 500) -> Sample {
        .text(text, status: status, headers: ["Content-Type": type])
    }

    @Test(arguments: [
        (
            Sample.json(["message": "later"], status: 503),
            "http.server_error: http://shop.example/x answered 503: later"
        ),
        (
            text(" down for\n maintenance \n"),
            "http.server_error: http://shop.example/x answered 500: down for  maintenance"
        ),
        (
            text("no", "Text/Plain; charset=utf-8", status: 404),
            "http.not_found: http://shop.example/x answered 404: no"
        ),
        (text("<p>no</p>", "text/html"), "http.server_error: http://shop.example/x answered 500"),
        (text("  \n"), "http.server_error: http://shop.example/x answered 500"),
        (text(#""no""#), "http.server_error: http://shop.example/x answered 500"),
        (
            text("red \u{1B}[31mtext\u{7} \u{202E}end\u{1B}]0;title\u{7}"),
            "http.server_error: http://shop.example/x answered 500: red text#x07 #x202Eend"
        ),
    ])
    func `a failure shows kind, message and what the server said where that is asked for, on one line`(
        _ sample: Sample, _ text: String
    ) async throws {
        let failure = try await failure(sample)
        #expect(String(reflecting: failure) == text)
    }

    @Test(arguments: [
        (text("no disk"), "http.server_error: http://shop.example/x answered 500: …"),
        (text("<p>no</p>", "text/html"), "http.server_error: http://shop.example/x answered 500"),
        (
            Sample(status: 302, headers: ["Location": "/login?code=c-1815"]),
            "http.unexpected: http://shop.example/x answered 302, a redirect to …; redirects are followed where `redirects` says so"
        ),
        (text("hello", status: 200), "response.not_json: the body is not JSON: …"),
    ])
    func `a failure prints nothing of the response`(_ sample: Sample, _ text: String) async throws {
        let failure = try await failure(sample)
        #expect("\(failure)" == text)
    }

    @Test func `a value that does not fit is not printed`() async throws {
        let stub = StubDispatcher()
        stub.respond(to: .get, "/x", with: .fixed(.json(["name": 1815, "on": "never"])))
        let client = try APIClient(APIEnvironment(baseURL: "http://shop.example"), dispatcher: stub)
        struct Named: Decodable, Sendable { var name: String }
        let decoded = await #expect(throws: Failure.self) { try await client.send(.get("/x"), as: Named.self) }
        #expect(decoded.map { "\($0)" } == "mapping.type: `$.name` should be a string, and is …")
        #expect(decoded.map { $0.message } == "`$.name` should be a string, and is 1815")
        let mapped = await #expect(throws: Failure.self) {
            try await client.send(Call<Timestamp>(.get("/x")) { reply in try reply.mapper("on") })
        }
        #expect(mapped.map { "\($0)" } == "mapping.format: `$.on` should be a date of RFC 3339, and is …")
    }

    @Test func `text of the server is one of its messages, and of bounded length`() async throws {
        let failure = try await failure(Self.text(String(repeating: "é", count: 100_000)))
        #expect(failure.serverMessages == [String(repeating: "é", count: 1000) + "…"])
        #expect(String(reflecting: failure).hasSuffix("é…"))
        let long = Failure(.badInput, String(repeating: "é", count: 100_000))
        #expect("\(long)".utf8.count <= 4000)
        #expect("\(long)".hasSuffix("é…"))
        #expect(long.message.utf8.count == 200_000)
    }

    @Test func `a mapping failure shows nothing else of the response`() async throws {
        let failure = try await failure(Self.text("hello", status: 200))
        #expect(failure.kind == .notJSON)
        #expect(!"\(failure)".contains("hello"), "\(failure)")
    }

    @Test func `secrets that the request has are masked, also where the text is cut through them`() async throws {
        let said = "bad token s3cr3t-token, key l0cal-key, cookie c00kie-value, proxy QWRhOnA0c3N3MHJk"
        let failure = try await failure(
            Self.text(said), change: { $0.secrets = ["KEY": "l0cal-key"] },
            call: .get("/x").with(\.credentials, .bearer("s3cr3t-token"))
                .with(\.headers, ["Cookie": "sid=c00kie-value", "Proxy-Authorization": "Basic QWRhOnA0c3N3MHJk"]))
        let text =
            "http.server_error: http://shop.example/x answered 500: bad token ***, key ***, cookie ***, proxy ***"
        #expect(String(reflecting: failure) == text)
        #expect(failure.serverMessage == "bad token ***, key ***, cookie ***, proxy ***")
        let cut = try await self.failure(
            Self.text(String(repeating: "a", count: 995) + "l0cal-key"), change: { $0.secrets = ["KEY": "l0cal-key"] })
        let shown = String(reflecting: cut)
        #expect(!shown.contains("l0cal"), "\(shown)")
        #expect(shown.hasSuffix("a***"))
    }

    @Test func `a failure of the way to the server is masked, too`() async throws {
        let stub = StubDispatcher()
        stub.respond(
            to: .get, "/x", with: .failure(Failure(.reset, "lost while l0cal-key was sent", cause: "l0cal-key")))
        let client = try APIClient(
            APIEnvironment(baseURL: "http://shop.example", secrets: ["KEY": "l0cal-key"]), dispatcher: stub)
        let failure = await #expect(throws: Failure.self) { try await client.send(Call<Void>(.get("/x"))) }
        #expect(failure.map { "\($0)" } == "network.reset: lost while *** was sent (***)")
    }

    @Test func `the failure of a reply masks what the outcome's request has`() async throws {
        let stub = StubDispatcher()
        stub.respond(to: .get, "/x", with: .fixed(Self.text("no l0cal-key", status: 403)))
        let client = try APIClient(
            APIEnvironment(baseURL: "http://shop.example", secrets: ["KEY": "l0cal-key"]), dispatcher: stub)
        let text = await client.send(
            OutcomeCall(.get("/x")) { result in
                if case .success(let reply) = result, let failure = reply.failure {
                    String(reflecting: failure)
                } else {
                    ""
                }
            })
        #expect(text == "http.forbidden: http://shop.example/x answered 403: no ***")
    }
}
