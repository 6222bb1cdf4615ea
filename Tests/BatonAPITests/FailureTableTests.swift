import BatonAPI
import BatonTesting
import Testing

/// Every kind of failure that a client can meet, caused for real by a server on loopback.
@Suite struct FailureTableTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var kind: String
        /// What the server writes; nil: it closes the connection at once.
        var answer: String?
        var call = APIRequest.get("/")
        /// The beginning of the message, behind the URL where that comes first.
        var messages: [String] = []

        var testDescription: String { kind }
    }

    private static func http(_ status: String, _ body: String, _ headers: String = "") -> String {
        "HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\nContent-Type: application/json\r\n\(headers)\r\n\(body)"
    }

    static let statuses: [Case] = [
        Case(
            kind: "http.bad_request",
            answer: http("400 Bad", #"[{"message":"name is missing"},{"message":"age is missing"}]"#),
            messages: ["name is missing", "age is missing"]),
        Case(
            kind: "http.unauthorized",
            answer: http("401 No", #"{"error":"invalid_token","error_description":"expired"}"#),
            messages: ["invalid_token: expired"]),
        Case(
            kind: "http.forbidden", answer: http("403 No", #"{"error":{"message":"not yours"}}"#),
            messages: ["not yours"]),
        Case(
            kind: "http.not_found", answer: http("404 No", #"{"title":"Not found","detail":"no item 7"}"#),
            messages: ["Not found: no item 7"]),
        Case(kind: "http.conflict", answer: http("409 No", #"{"error_message":"taken"}"#), messages: ["taken"]),
        Case(kind: "http.unprocessable", answer: http("422 No", #"{"errors":["a","b"]}"#), messages: ["a", "b"]),
        Case(
            kind: "http.too_many_requests", answer: http("429 No", #"{"message":"slow down"}"#), messages: ["slow down"]
        ),
        Case(kind: "http.client_error", answer: http("418 No", "teapot")),
        Case(kind: "http.server_error", answer: http("503 No", "")),
        Case(kind: "http.unexpected", answer: http("302 Found", "", "Location: /x\r\n")),
    ]

    @Test(arguments: statuses)
    func `a status has its kind, its body and the server's own words`(_ item: Case) async throws {
        let failure = try await failure(item)
        #expect(failure?.kind.rawValue == item.kind)
        #expect(failure?.serverMessages == item.messages)
        #expect(failure?.status == item.answer.flatMap { Int($0.split(separator: " ")[1]) })
        #expect(failure?.headers["content-type"] == "application/json")
        if let first = item.messages.first { #expect(failure?.message.contains(first) == true) }
    }

    static let others: [Case] = [
        Case(kind: "response.no_data", answer: http("200 OK", "")),
        Case(kind: "response.not_json", answer: http("200 OK", "<html>")),
        Case(kind: "mapping.missing", answer: http("200 OK", "{}")),
        Case(kind: "mapping.type", answer: http("200 OK", #"{"name":5,"age":1}"#)),
        Case(kind: "network.reset", answer: nil),
        Case(kind: "network.protocol", answer: "ICY 200 OK\r\n\r\n"),
        Case(kind: "network.timeout", answer: "", call: .get("/").with(\.timeout, .milliseconds(100))),
        Case(kind: "network.dns", answer: nil, call: .get("http://no-such-host.invalid/")),
        Case(kind: "network.connect", answer: nil, call: .get("http://127.0.0.1:1/")),
        Case(kind: "network.tls", answer: http("200 OK", "plain"), call: .get("https://HOST/")),
        Case(kind: "request.invalid_url", answer: nil, call: .get("http://[/")),
        Case(kind: "request.bad_input", answer: nil, call: APIRequest.get("/").with(\.headers, ["X-A": "a\r\nb: c"])),
    ]

    @Test(.timeLimit(.minutes(5)), arguments: others)
    func `whatever else goes wrong has its kind`(_ item: Case) async throws {
        #expect(try await failure(item)?.kind.rawValue == item.kind)
    }

    private func failure(_ item: Case) async throws -> Failure? {
        let server = RawServer { connection in
            // Who speaks TLS sends no request that could be read.
            if !item.call.path.hasPrefix("https:"), connection.readRequest() == nil { return }
            guard let answer = item.answer else { return }
            if answer.isEmpty { return connection.waitForClose() }
            connection.write(answer)
        }
        defer { server.stop() }
        let client = try APIClient(APIEnvironment(baseURL: server.url))
        var call = item.call
        call.path = call.path.replacing("HOST", with: "127.0.0.1:\(server.port)")
        return await #expect(throws: Failure.self) { _ = try await client.send(Call<Account>(call)) }
    }
}
