import BatonAPI
import BatonTesting
import Testing

/// Lists of many pages.
@Suite struct PageSequenceTests {
    private let stub = StubDispatcher()

    private func client() throws -> APIClient {
        try APIClient(
            APIEnvironment(baseURL: "http://shop.example", credentials: .bearer("for-the-shop")), dispatcher: stub)
    }

    private static func page(_ items: [Int], link: String? = nil) -> StubDispatcher.Behaviour {
        .fixed(
            .json(
                .array(items.map { .integer($0) }),
                headers: link.map { ["Link": "</first>; rel=first, <\($0)>; rel=\"next\""] } ?? [:]))
    }

    private func items(_ call: APIRequest) async throws -> [Int] {
        var items: [Int] = []
        for try await page in try client().pages(of: Call<[Int]>(call)) { items += page }
        return items
    }

    @Test func `each page leads to the next one, until one leads nowhere`() async throws {
        stub.respond(to: .get, "/items", with: Self.page([1, 2], link: "/more/2?cursor=a%2Fb"))
        stub.respond(to: .get, "/more/2", with: Self.page([3], link: "3"))
        stub.respond(to: .get, "/more/3", with: Self.page([]))
        let items = try await items(
            APIRequest.get("/items", query: ["size": 2]).with(\.headers, ["X-Kind": "all"]))
        #expect(items == [1, 2, 3])
        #expect(
            stub.requests.map(\.url.text) == [
                "http://shop.example/items?size=2", "http://shop.example/more/2?cursor=a%2Fb",
                "http://shop.example/more/3",
            ])
        #expect(stub.requests.allSatisfy { $0.headers["x-kind"] == "all" })
    }

    @Test(arguments: [
        ("http://evil.example/items", "the page behind http://shop.example/items is at http://evil.example"),
        ("/items", "the page behind http://shop.example/items is this page again"),
    ])
    func `no page leads to another origin, or to itself`(_ link: String, _ message: String) async throws {
        stub.respond(to: .get, "/items", with: Self.page([1], link: link))
        let failure = await #expect(throws: Failure.self) { try await items(.get("/items")) }
        #expect(failure?.kind == .badInput)
        #expect(failure?.message.hasPrefix(message) == true, "\(failure?.message ?? "")")
        #expect(stub.requests.count == 1)
    }

    @Test func `the next page may stand in the body`() async throws {
        stub.respond(to: .get, "/a", with: .fixed(.json(["name": "a", "next": "/b"])))
        stub.respond(to: .get, "/b", with: .fixed(.json(["name": "b", "next": .null])))
        let call = Call<String>(.get("/a")) { reply in try reply.mapper("name") }
        var names: [String] = []
        for try await name in try client().pages(of: call, next: { reply in try reply.json["next"]?.stringValue }) {
            names.append(name)
        }
        #expect(names == ["a", "b"])
    }

    @Test func `who leaves the loop asks for no further page`() async throws {
        stub.respond(to: .get, "/items", with: Self.page([1], link: "/more"))
        for try await page in try client().pages(of: Call<[Int]>(.get("/items"))) {
            #expect(page == [1])
            break
        }
        #expect(stub.requests.count == 1)
    }

    @Test func `a failing page ends the loop`() async throws {
        stub.respond(to: .get, "/items", with: Self.page([1], link: "/more"))
        stub.respond(to: .get, "/more", with: .fixed(Sample(status: 500)))
        let failure = await #expect(throws: Failure.self) { try await items(.get("/items")) }
        #expect(failure?.kind == .serverError && stub.requests.count == 2)
    }

    @Test func `a request is shown as a curl line without its secrets`() throws {
        let line = try client().curlCommand(for: Call<Void>(.post("/items", ["name": "lamp"])))
        #expect(line.hasPrefix("curl http://shop.example/items "), "\(line)")
        #expect(line.contains(#"{"name":"lamp"}"#) && line.contains("Authorization: Bearer ***"), "\(line)")
        #expect(!line.contains("for-the-shop"), "\(line)")
    }
}
