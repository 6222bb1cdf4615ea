import BatonAPI
import BatonTesting
import RunningDemo
import Synchronization
import Testing

import class TemporaryFolders.TemporaryFolder

/// The fourth style: what is stored is shown at once, and what the server says now comes after it.
///
/// | the style | here |
/// | --- | --- |
/// | policies: network only, cache first, both | `CacheRule` |
/// | with both, the completion is called twice: stored, then fresh | `values(of:)` |
/// | a time to live, a key, memory before disk | `ttl`, `key`, `MemoryCacheStore`, `DiskCacheStore` |
/// | files that end in `.apicache` | `DiskCacheStore` |
@Suite struct CacheThenNetwork {
    // The application: a counter that shows its last number until the server has told the next.
    struct Count: Decodable, Equatable, Sendable { var count: Int }

    struct ReadCount: Endpoint {
        typealias Output = Count
        var name: String
        var rule: CacheRule
        var request: APIRequest { .get("/count/\(name)").with(\.cache, rule) }
    }

    private func client(_ folder: String? = nil) async throws -> APIClient {
        let environment = APIEnvironment(baseURL: try await Demo.baseURL())
        guard let folder else { return try APIClient(environment) }
        return try APIClient(
            environment,
            dispatcher: CachingDispatcher(CurlDispatcher.shared, disk: try DiskCacheStore(folder: folder)))
    }

    @Test func `network only asks each time, cache first asks once`() async throws {
        let client = try await client()
        for expected in 1...2 {
            let count = try await client.send(ReadCount(name: "seed-network", rule: CacheRule(.networkOnly)))
            #expect(count.count == expected)
        }
        for _ in 1...2 {
            let count = try await client.send(
                ReadCount(name: "seed-first", rule: CacheRule(.cacheFirst, ttl: .seconds(60))))
            #expect(count.count == 1)
        }
    }

    @Test func `both gives the stored value, and then the fresh one`() async throws {
        let client = try await client()
        let endpoint = ReadCount(name: "seed-both", rule: CacheRule(.both, ttl: .seconds(60)))
        var rounds: [[Int]] = []
        for _ in 1...3 {
            var seen: [Int] = []
            for try await count in client.values(of: endpoint) { seen.append(count.count) }
            rounds.append(seen)
        }
        #expect(rounds == [[1], [1, 2], [2, 3]])
    }

    @Test func `the completion is called twice, and told which value it gets`() async throws {
        let client = try await client()
        let endpoint = ReadCount(name: "seed-twice", rule: CacheRule(.both, ttl: .seconds(60)))
        _ = try await client.send(endpoint)
        let seen = await withCheckedContinuation { continuation in
            let values = Mutex<[String]>([])
            client.values(of: endpoint) { result, source in
                let all = values.withLock { values in
                    values.append("\((try? result.get().count) ?? 0) \(source == .fresh ? "fresh" : "stored")")
                    return values
                }
                if source == .fresh { continuation.resume(returning: all) }
            }
        }
        #expect(seen == ["1 stored", "2 fresh"])
    }

    @Test func `the next launch finds what this one stored on disk`() async throws {
        let folder = try TemporaryFolder()
        let rule = CacheRule(.cacheFirst, ttl: .seconds(60), scope: .disk)
        let first = try await client(folder.path).send(ReadCount(name: "seed-disk", rule: rule))
        let second = try await client(folder.path).send(ReadCount(name: "seed-disk", rule: rule))
        #expect(first == second && first.count == 1)
    }

    // MARK: - What else such libraries offer

    /// A server that counts to three.
    private let counter = StubDispatcher()

    init() {
        let answers = (1...3).map { number in StubDispatcher.Behaviour.fixed(.json(["count": .integer(number)])) }
        counter.respond(to: .get, "/count/{name}", with: answers[0], answers[1], answers[2])
    }

    private func client(_ cache: CachingDispatcher) throws -> APIClient {
        try APIClient(APIEnvironment(baseURL: "https://count.example"), dispatcher: cache)
    }

    private func count(_ client: APIClient, _ rule: CacheRule, _ path: RequestPath = "/count/a") async throws -> Int {
        try await client.send(Call<Count>(.get(path).with(\.cache, rule))).count
    }

    @Test func `a response that is older than its time to live is asked for again`() async throws {
        let client = try client(CachingDispatcher(counter))
        let expired = CacheRule(.cacheFirst, ttl: .zero)
        #expect(try await count(client, expired) == 1)
        #expect(try await count(client, CacheRule(.cacheFirst, ttl: .seconds(3600))) == 1)
        #expect(try await count(client, expired) == 2)
    }

    @Test func `two requests that differ in their query share a response under one key`() async throws {
        let client = try client(CachingDispatcher(counter))
        let rule = CacheRule(.cacheFirst, key: "count")
        #expect(try await count(client, rule, "/count/a?nonce=1") == 1)
        #expect(try await count(client, rule, "/count/a?nonce=2") == 1)
        #expect(try await count(client, CacheRule(.cacheFirst), "/count/a?nonce=2") == 2)
    }

    @Test func `memory keeps to its limit, and forgets what was not used`() async throws {
        let memory = MemoryCacheStore(limit: 10_000)
        counter.respond(
            to: .get, "/count/{name}",
            with: .fixed(.json(["count": 1, "more": .string(String(repeating: "x", count: 1000))])))
        let client = try client(CachingDispatcher(counter, memory: memory))
        for number in 1...20 { _ = try await count(client, CacheRule(.cacheFirst), "/count/\(number)") }
        #expect(memory.cost <= 10_000 && memory.count > 1 && memory.count < 20)
        let sent = counter.requests.count
        _ = try await count(client, CacheRule(.cacheFirst), "/count/20")
        #expect(counter.requests.count == sent)
        _ = try await count(client, CacheRule(.cacheFirst), "/count/1")
        #expect(counter.requests.count == sent + 1)
    }

    private static let onDisk = CacheRule(.cacheFirst, scope: .disk)

    private func files(_ folder: TemporaryFolder) throws -> [String] {
        try folder.names().filter { $0.hasSuffix(".apicache") }
    }

    @Test func `a response on disk is a file that ends in apicache, until the store is cleared`() async throws {
        let folder = try TemporaryFolder()
        let disk = try DiskCacheStore(folder: folder.path)
        _ = try await count(client(CachingDispatcher(counter, disk: disk)), Self.onDisk)
        #expect(try files(folder).count == 1)
        await disk.removeAll()
        #expect(try files(folder).isEmpty)
        let next = try client(CachingDispatcher(counter, disk: disk))
        #expect(try await count(next, Self.onDisk) == 2)
    }

    @Test func `a file that was damaged is left out, and the server is asked`() async throws {
        let folder = try TemporaryFolder()
        for expected in 1...2 {
            let disk = try DiskCacheStore(folder: folder.path)
            #expect(try await count(client(CachingDispatcher(counter, disk: disk)), Self.onDisk) == expected)
            try folder.write(try #require(try files(folder).first), "damaged")
        }
    }

    @Test func `a change of a resource takes away what is stored of it`() async throws {
        counter.respond(to: .put, "/count/a", with: .fixed(Sample(status: 204)))
        let client = try client(CachingDispatcher(counter))
        for _ in 1...2 { #expect(try await count(client, CacheRule(.cacheFirst)) == 1) }
        try await client.send(.put("/count/a", ["count": 0]))
        #expect(try await count(client, CacheRule(.cacheFirst)) == 2)
    }

    @Test func `a server that has nothing new confirms the stored response by its tag`() async throws {
        counter.respond(
            to: .get, "/count/a", with: .fixed(.json(["count": 1], headers: ["ETag": "\"one\""])),
            .fixed(Sample(status: 304)))
        let client = try client(CachingDispatcher(counter))
        for _ in 1...2 { #expect(try await count(client, CacheRule(.revalidate)) == 1) }
        #expect(counter.requests.map { $0.headers["if-none-match"] } == [nil, "\"one\""])
    }

    @Test func `equal requests at the same time are sent once`() async throws {
        counter.respond(to: .get, "/count/a", with: .delayed(.milliseconds(50), .fixed(.json(["count": 1]))))
        let client = try client(CachingDispatcher(counter))
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 1...10 { group.addTask { try await count(client, CacheRule(.cacheFirst)) } }
            for try await number in group { #expect(number == 1) }
        }
        #expect(counter.requests.count == 1)
    }
}
