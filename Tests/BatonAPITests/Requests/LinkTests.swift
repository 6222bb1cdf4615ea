import BatonAPI
import BatonTesting
import Testing

/// Links of responses, such as to the next page.
@Suite struct LinkTests {
    private func response() throws -> Response {
        Response(status: 200, url: try URLText.parse("https://shop.example/api/v1/items?page=1"))
    }

    @Test(arguments: [
        ("/api/v1/items?page=2", "https://shop.example/api/v1/items?page=2"),
        ("?page=2", "https://shop.example/api/v1/items?page=2"),
        ("goods/2", "https://shop.example/api/v1/goods/2"),
        ("https://other.example/next", "https://other.example/next"),
        ("//other.example/next", "https://other.example/next"),
    ])
    func `a link is resolved against the URL of its response`(_ link: String, _ url: String) throws {
        let client = try APIClient(APIEnvironment(baseURL: "https://shop.example/api/v1"), dispatcher: StubDispatcher())
        let call = Call<Void>(.get(try .link(link, in: response())))
        #expect(try client.request(for: call).url.text == url)
    }

    @Test(arguments: [
        ("", "the link in https://shop.example/api/v1/items?page=1 is empty"),
        ("ftp://other.example/", "the link `ftp://other.example/` in https://shop.example/api/v1/items?page=1 has"),
    ])
    func `what is no link is refused`(_ link: String, _ message: String) throws {
        let failure = try #require(
            #expect(throws: Failure.self) { try RequestPath.link(link, in: response()) })
        #expect(failure.kind == .invalidURL && failure.message.hasPrefix(message), "\(failure.message)")
    }

    @Test func `a base URL without a scheme says so`() {
        let failure = #expect(throws: Failure.self) { try APIClient(APIEnvironment(baseURL: "localhost:8080")) }
        #expect(failure?.message == "the base URL `localhost:8080` does not begin with http:// or https://")
    }
}
