import BatonAPI
import RunningDemo
import Synchronization
import TemporaryFolders
import Testing

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
}
