import BatonAPI
import BatonTesting
import MainActorScreen
import Testing

/// A target whose declarations belong to the main actor, and actors that call a client.
@Suite struct MainActorTests {
    private let stub = StubDispatcher()
    private let client: APIClient

    init() throws {
        stub.respond(to: .get, "/me", with: .fixed(.json(["name": "Ada"])))
        stub.respond(to: .get, "/settings", with: .fixed(.json(["theme": "dark"])))
        stub.respond(to: .get, "/items/7", with: .fixed(.json(["name": "Engine"])))
        stub.respond(to: .post, "/login", with: .fixed(.json(["name": "Ada"])))
        client = try APIClient(
            APIEnvironment(baseURL: "http://shop.example"), dispatcher: stub, interceptors: [Stamp()])
    }

    @Test @MainActor func `endpoints under default isolation work as elsewhere`() async throws {
        let screen = Screen(client)
        try await screen.load()
        #expect(screen.shown == ["Ada", "Ada", "dark", "Engine", "Ada", "Ada"])
        #expect(stub.requests.allSatisfy { $0.headers["x-screen"] == "1" })
    }

    @Test @MainActor func `a completion comes back to the main actor by a task`() async {
        let screen = Screen(client)
        await screen.loadLater()
        #expect(screen.shown == ["Ada"])
    }

    private actor Cart {
        private var names: [String] = []
        private let client: APIClient

        init(_ client: APIClient) { self.client = client }

        func load() async throws(Failure) -> [String] {
            names.append(try await client.send(MainActorScreen.Profile()).name)
            for try await user in client.values(of: MainActorScreen.Profile()) { names.append(user.name) }
            return names
        }
    }

    @Test func `an actor keeps its state while it waits for a client`() async throws {
        #expect(try await Cart(client).load() == ["Ada", "Ada"])
    }

    /// Belongs to whichever actor calls it.
    private final class Basket {
        private(set) var names: [String] = []
        private let client: APIClient

        init(_ client: APIClient) { self.client = client }

        func load(isolation: isolated (any Actor)? = #isolation) async throws(Failure) {
            names.append(try await client.send(MainActorScreen.Profile()).name)
            for try await user in client.values(of: MainActorScreen.Profile()) { names.append(user.name) }
        }
    }

    @Test @MainActor func `a class on its caller's actor keeps its state while it waits for a client`() async throws {
        let basket = Basket(client)
        try await basket.load()
        #expect(basket.names == ["Ada", "Ada"])
    }
}
