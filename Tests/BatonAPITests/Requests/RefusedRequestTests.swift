import BatonAPI
import BatonTesting
import Testing

/// What cannot be meant is refused before anything is sent.
@Suite struct RefusedRequestTests {
    @Test(arguments: ["http://shop.example?x=1", "http://shop.example/v1#top"])
    func `a base URL behind which no path can stand`(_ base: String) {
        let failure = #expect(throws: Failure.self) { try APIClient(APIEnvironment(baseURL: base)) }
        #expect(failure?.kind == .invalidURL)
        #expect(failure?.message.hasSuffix("has a query or a fragment, and paths cannot stand behind it") == true)
    }

    @Test(arguments: [Duration.zero, .seconds(-1)]) func `no time at all`(_ timeout: Duration) throws {
        let client = try APIClient(
            APIEnvironment(baseURL: "http://shop.example", timeout: timeout), dispatcher: StubDispatcher())
        let failure = #expect(throws: Failure.self) { try client.request(for: Call<Void>(.get("/"))) }
        #expect(failure?.kind == .badInput)
        #expect(failure?.message == "`timeout` is \(timeout), and must be more than 0")
    }

    private final class Nest: Encodable, Sendable {
        let inner: Nest?
        init(_ depth: Int) { inner = depth == 0 ? nil : Nest(depth - 1) }
    }

    @Test func `a body that is nested too deeply`() throws {
        #expect(throws: Never.self) { try JSONValue.encoding(Nest(100)) }
        let failure = #expect(throws: Failure.self) { try JSONValue.encoding(Nest(3000)) }
        #expect(failure?.kind == .badInput && failure?.message.contains("more than 128 levels deep") == true)
    }

    @Test func `a number that no Double can hold`() async throws {
        struct Price: Decodable, Sendable { var value: Double }
        let stub = StubDispatcher()
        stub.respond(to: .get, "/", with: .fixed(Sample(body: Array(#"{"value": 1e400}"#.utf8))))
        let client = try APIClient(APIEnvironment(baseURL: "http://shop.example"), dispatcher: stub)
        let failure = await #expect(throws: Failure.self) { try await client.send(Call<Price>(.get("/"))) }
        #expect(failure?.kind == .mappingType && failure?.message.contains("a number that a `Double` can hold") == true)
    }

    @Test func `a redirect that is not followed says where it leads, and how to follow it`() async throws {
        let stub = StubDispatcher()
        stub.respond(to: .get, "/", with: .fixed(Sample(status: 302, headers: ["Location": "/new"])))
        let client = try APIClient(APIEnvironment(baseURL: "http://shop.example"), dispatcher: stub)
        let failure = await #expect(throws: Failure.self) { try await client.send(Call<Void>(.get("/"))) }
        #expect(
            failure?.message
                == "http://shop.example/ answered 302, a redirect to `/new`; redirects are followed where `redirects` says so"
        )
    }
}
