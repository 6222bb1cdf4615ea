import BatonFoundation
import BatonTesting
import Foundation
import HTTPTypes
import Testing

/// The transport that README.md shows, called as a generated client calls it.
@Suite struct ClientTransportTests {
    private let stub = StubDispatcher()

    /// Sends one request to the server that the generated client was made for.
    private func send(
        _ request: HTTPRequest, _ body: HTTPBody? = nil, to server: String = "https://api.example/v1",
        _ environment: APIEnvironment
    ) async throws -> (HTTPResponse, [UInt8]) {
        let transport = BatonTransport(client: try APIClient(environment, dispatcher: stub))
        let (head, body) = try await transport.send(
            request, body: body, baseURL: try #require(URL(string: server)), operationID: "addPet")
        return (head, try await Array(collecting: try #require(body), upTo: 1000))
    }

    private func request(_ method: HTTPRequest.Method, _ path: String, _ fields: HTTPFields = [:]) -> HTTPRequest {
        HTTPRequest(method: method, scheme: nil, authority: nil, path: path, headerFields: fields)
    }

    private func token(_ token: String) -> StubDispatcher.Behaviour {
        .fixed(.json(["access_token": .string(token), "token_type": "Bearer"]))
    }

    @Test func `an expired token is renewed, and body, status and headers arrive`() async throws {
        stub.respond(to: .post, "/token", with: token("old"), token("new"))
        stub.respond(
            to: .post, "/v1/pets", with: .fixed(Sample(status: 401)),
            .fixed(.json(["id": 7], status: 201, headers: ["Location": "/v1/pets/7"])))
        let oauth2 = OAuth2(.tokenURL("https://api.example/token"), clientID: "shop", clientSecret: "shop-7c1f")
        let (head, body) = try await send(
            request(
                .post, "/pets?notify=a%2Fb", [.contentType: "application/json; charset=utf-8", .accept: "text/json"]),
            HTTPBody(chunks: [[UInt8](#"{"name":"#.utf8)[...], [UInt8](#""Rex"}"#.utf8)[...]]),
            APIEnvironment(baseURL: "https://api.example", credentials: .oauth2(oauth2)))

        #expect(head.status.code == 201)
        #expect(head.headerFields[.location] == "/v1/pets/7")
        #expect(String(decoding: body, as: UTF8.self) == #"{"id":7}"#)

        let sent = stub.requests.filter { $0.url.path == "/v1/pets" }
        #expect(sent.map { $0.headers["authorization"] } == ["Bearer old", "Bearer new"])
        for request in sent {
            #expect(request.url.text == "https://api.example/v1/pets?notify=a%2Fb")
            #expect(request.headers.values("content-type") == ["application/json; charset=utf-8"])
            #expect(request.headers.values("accept") == ["text/json"])
            #expect(request.body.bytes == Array(#"{"name":"Rex"}"#.utf8))
        }
    }

    @Test func `a failed attempt is sent again, and any status is a response`() async throws {
        stub.respond(to: .get, "/v1/pets/7", with: .fixed(Sample(status: 503)), .fixed(Sample(status: 404)))
        let (head, body) = try await send(
            request(.get, "/pets/7"), to: "https://api.example/v1/",
            APIEnvironment(baseURL: "https://api.example", retry: RetryPolicy(attempts: 1, every: .zero)))
        #expect(head.status == .notFound)
        #expect(body.isEmpty)
        #expect(stub.requests.count == 2)
    }

    @Test func `another server than that of the environment gets no credentials`() async throws {
        stub.respond(to: .get, "/pets", with: .fixed(Sample()))
        _ = try await send(
            request(.get, "/pets"), to: "https://other.example",
            APIEnvironment(baseURL: "https://api.example", credentials: .bearer("t0ken-1")))
        #expect(stub.requests.map { $0.headers["authorization"] } == [nil])
    }
}

extension RequestBody {
    fileprivate var bytes: [UInt8]? { if case .bytes(let bytes, _) = self { bytes } else { nil } }
}
