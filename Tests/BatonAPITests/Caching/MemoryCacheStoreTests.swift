import BatonTesting
import Testing

@testable import BatonAPI

@Suite struct MemoryCacheStoreTests {
    private static func key(_ name: String) throws -> CacheKey {
        CacheKey(bytes: Array(name.utf8), url: try URLText.parse("http://a.example/"))
    }

    private static func response(_ size: Int) throws -> StoredResponse {
        let response = Response(
            status: 200, body: [UInt8](repeating: 1, count: size), url: try URLText.parse("http://a.example/"))
        return StoredResponse(response: response, requested: 0, received: 0)
    }

    @Test func `a memory store does what every cache store does`() async {
        #expect(await CacheStoreConformance.violations { MemoryCacheStore(limit: 100_000) } == [])
    }

    @Test func `the least recently used response leaves, never the newest`() async throws {
        let store = MemoryCacheStore(limit: 4000)
        for name in ["a", "b", "c"] { try await store.store(Self.response(600), for: Self.key(name)) }
        #expect(store.count == 3)
        for name in ["a", "a", "c"] { _ = try await store.response(for: Self.key(name)) }
        try await store.store(Self.response(600), for: Self.key("d"))
        #expect(try await store.response(for: Self.key("b")) == nil)
        for name in ["a", "c", "d"] { #expect(try await store.response(for: Self.key(name)) != nil) }
        #expect(store.cost <= 4000)
    }

    @Test func `the bytes of all stored responses stay below the limit`() async throws {
        let store = MemoryCacheStore(limit: 10_000)
        for number in 0..<100 {
            try await store.store(Self.response(number * 30), for: Self.key("\(number)"))
            #expect(store.cost <= 10_000)
        }
        #expect(store.count > 1)
    }

    @Test func `a response larger than the store is not kept and evicts nothing`() async throws {
        let store = MemoryCacheStore(limit: 2000)
        try await store.store(Self.response(100), for: Self.key("a"))
        try await store.store(Self.response(5000), for: Self.key("b"))
        #expect(try await store.response(for: Self.key("a")) != nil)
        #expect(try await store.response(for: Self.key("b")) == nil)
        #expect(MemoryCacheStore(limit: -5).limit == 0)
    }

    @Test func `what was read from a file that has changed meanwhile is not filled in`() throws {
        let store = MemoryCacheStore()
        let before = store.fileChanges
        store.forget(file: "a")
        #expect(try !store.fill(Self.response(1), file: "b", unlessChangedSince: before))
        #expect(store.count == 0)
        #expect(try store.fill(Self.response(1), file: "b", unlessChangedSince: store.fileChanges))
        #expect(store.find(file: "b") != nil)
    }
}
