import BatonFiles
import BatonTesting
import BatonValues
import Testing

@testable import BatonAPI

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

@Suite struct DiskCacheStoreTests {
    private let home = CacheFolder()

    private static func key(_ name: String) throws -> CacheKey {
        CacheKey(bytes: Array(name.utf8), url: try URLText.parse("http://a.example/secret-path"))
    }

    private static func response(_ text: String) throws -> StoredResponse {
        let response = Response(
            status: 200, headers: ["X-A": "1"], body: Array(text.utf8), url: try URLText.parse("http://a.example/x"))
        return StoredResponse(response: response, requested: 0, received: 0)
    }

    @Test func `a disk store does what every cache store does, with memory and without`() async throws {
        #expect(
            await CacheStoreConformance.violations { try DiskCacheStore(folder: home.fresh(), limit: 400_000) } == [])
        #expect(
            await CacheStoreConformance.violations {
                try DiskCacheStore(
                    folder: home.fresh(), limit: 400_000, memory: MemoryCacheStore(limit: 100_000))
            } == [])
    }

    @Test func `a later run finds what an earlier one left`() async throws {
        let path = home.fresh()
        try await DiskCacheStore(folder: path).store(Self.response("hello"), for: Self.key("a"))
        let memory = MemoryCacheStore()
        let later = try DiskCacheStore(folder: path, memory: memory)
        #expect(memory.count == 1)
        let found = try #require(await later.response(for: Self.key("a")))
        #expect(found.response.body == Array("hello".utf8))
        #expect(found.isFromDisk)
        #expect(try await later.response(for: Self.key("b")) == nil)
    }

    @Test func `memory is filled with what was used last, up to its bound`() async throws {
        let path = home.fresh()
        let first = try DiskCacheStore(folder: path)
        for name in ["a", "b", "c"] {
            try await first.store(Self.response(String(repeating: name, count: 1000)), for: Self.key(name))
        }
        _ = try await first.response(for: Self.key("a"))
        let memory = MemoryCacheStore(limit: 2000)
        let later = try DiskCacheStore(folder: path, memory: memory)
        #expect(memory.count == 1)
        home.removeFiles(in: path)
        #expect(try await later.response(for: Self.key("a")) != nil)
        #expect(try await later.response(for: Self.key("c")) == nil)
    }

    @Test func `files are for the user alone and say nothing of the request but its URL's response`() async throws {
        let path = home.fresh()
        try await DiskCacheStore(folder: path).store(Self.response("hello"), for: Self.key("Bearer s3cret"))
        #expect(home.mode(of: path) == 0o700)
        let names = home.names(in: path)
        #expect(names.count == 3)
        for name in names { #expect(home.mode(of: "\(path)/\(name)") == 0o600, "\(name)") }
        let file = try #require(names.first { $0.hasSuffix(".apicache") })
        let text = String(decoding: try FileReading.bytes(of: "\(path)/\(file)"), as: UTF8.self)
        #expect(!text.contains("s3cret") && !text.contains("secret-path"))
        #expect(text.hasPrefix("apicache 1\n") && text.hasSuffix("\nhello"))
    }

    struct Damage: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let apply: @Sendable ([UInt8]) -> [UInt8]
    }

    @Test(arguments: [
        Damage(testDescription: "nothing is left") { _ in [] },
        Damage(testDescription: "half is left") { Array($0.prefix($0.count / 2)) },
        Damage(testDescription: "the last byte is missing") { Array($0.dropLast()) },
        Damage(testDescription: "a byte more") { $0 + [0] },
        Damage(testDescription: "one bit of the body") { Array($0.dropLast()) + [$0[$0.count - 1] ^ 1] },
        Damage(testDescription: "one bit of the digest") { bytes in
            var bytes = bytes
            bytes[12] ^= 1
            return bytes
        },
        Damage(testDescription: "another version of the form") { Array("apicache 2\n".utf8) + $0.dropFirst(11) },
        Damage(testDescription: "something else") { _ in Array("<html>".utf8) },
    ])
    func `a damaged file is a miss and is removed`(_ damage: Damage) async throws {
        let path = home.fresh()
        let store = try DiskCacheStore(folder: path)
        try await store.store(Self.response("hello"), for: Self.key("a"))
        let name = try #require(home.names(in: path).first { $0.hasSuffix(".apicache") })
        let bytes = try FileReading.bytes(of: "\(path)/\(name)")
        try AtomicFile.write("\(path)/\(name)", damage.apply(bytes))
        let key = try Self.key("a")
        let error = await #expect(throws: CacheStoreError.self) { try await store.response(for: key) }
        #expect(error?.message == "its file was cut or changed, and is removed")
        #expect(!home.names(in: path).contains(name))
        #expect(try await store.response(for: key) == nil)
        try await store.store(Self.response("again"), for: Self.key("a"))
        #expect(try await store.response(for: Self.key("a")) != nil)
    }

    @Test func `a file damaged before the store was opened is reported once`() async throws {
        let path = home.fresh()
        let key = try Self.key("a")
        try await DiskCacheStore(folder: path).store(Self.response("hello"), for: key)
        let name = try #require(home.names(in: path).first { $0.hasSuffix(".apicache") })
        try AtomicFile.write("\(path)/\(name)", [1, 2, 3])
        let store = try DiskCacheStore(folder: path, memory: MemoryCacheStore())
        #expect(!home.names(in: path).contains(name))
        await #expect(throws: CacheStoreError.self) { try await store.response(for: key) }
        #expect(try await store.response(for: key) == nil)
    }

    @Test func `a file under another name or another key is no response`() async throws {
        let path = home.fresh()
        let store = try DiskCacheStore(folder: path)
        try await store.store(Self.response("of a"), for: Self.key("a"))
        try await store.store(Self.response("of b"), for: Self.key("b"))
        let files = home.names(in: path).filter { $0.hasSuffix(".apicache") }
        let bytes = try FileReading.bytes(of: "\(path)/\(files[0])")
        try AtomicFile.write("\(path)/\(files[1])", bytes)
        let found = [
            try? await store.response(for: Self.key("a")), try? await store.response(for: Self.key("b")),
        ].compactMap { $0 }
        #expect(found.count == 1)
        try AtomicFile.write("\(path)/key", [UInt8](repeating: 7, count: 32))
        let other = try DiskCacheStore(folder: path)
        #expect(try await other.response(for: Self.key("a")) == nil)
        #expect(try await other.response(for: Self.key("b")) == nil)
    }

    @Test func `a key that was cut is made anew`() async throws {
        let path = home.fresh()
        _ = try DiskCacheStore(folder: path)
        try AtomicFile.write("\(path)/key", [1, 2])
        let store = try DiskCacheStore(folder: path)
        try await store.store(Self.response("x"), for: Self.key("a"))
        #expect(try await DiskCacheStore(folder: path).response(for: Self.key("a")) != nil)
    }

    @Test func `beyond the limit goes what was used longest ago`() async throws {
        let path = home.fresh()
        let store = try DiskCacheStore(folder: path, limit: 20_000)
        for number in 0..<40 {
            try await store.store(Self.response(String(repeating: "x", count: 1000)), for: Self.key("\(number)"))
        }
        let files = try PrivateFolder(path).files(where: CacheFile.isName)
        #expect(files.reduce(0) { $0 + $1.size } <= 20_000)
        #expect(files.count > 5)
        #expect(try await store.response(for: Self.key("39")) != nil)
        #expect(try await store.response(for: Self.key("0")) == nil)
        let smaller = try DiskCacheStore(folder: path, limit: 5000)
        #expect(try PrivateFolder(path).files(where: CacheFile.isName).reduce(0) { $0 + $1.size } <= 5000)
        #expect(smaller.limit == 5000)
    }

    @Test func `a response read from memory counts as used on disk as well`() async throws {
        let disk = try DiskCacheStore(folder: home.fresh(), limit: 20_000)
        let memory = MemoryCacheStore()
        let tiers = CacheTiers(memory: memory, disk: disk)
        let rule = CacheRule(.cacheFirst, stores: true, scope: .disk)
        for number in 0..<17 {
            let stored = try Self.response(String(repeating: "x", count: 1000))
            try await disk.store(stored, for: Self.key("\(number)"))
            memory.keep(stored, for: try Self.key("\(number)"))
            #expect(try await tiers.find(Self.key("0"), rule, Headers(), now: 0) != nil)
        }
        try await disk.store(Self.response(String(repeating: "y", count: 4000)), for: Self.key("large"))
        #expect(try await disk.response(for: Self.key("0")) != nil)
        #expect(try await disk.response(for: Self.key("1")) == nil)
    }

    @Test func `on disk counts when a response was used last, not how often`() async throws {
        let disk = try DiskCacheStore(folder: home.fresh(), limit: 20_000)
        let text = String(repeating: "x", count: 4000)
        for name in ["a", "b", "c"] { try await disk.store(Self.response(text), for: Self.key(name)) }
        _ = try await disk.response(for: Self.key("c"))
        for _ in 1...5 { _ = try await disk.response(for: Self.key("a")) }
        // There is room for four: `b` was never used, then `c` was used before `a`.
        for name in ["d", "e"] { try await disk.store(Self.response(text), for: Self.key(name)) }
        #expect(try await disk.response(for: Self.key("a")) != nil)
        #expect(try await disk.response(for: Self.key("b")) == nil)
        for name in ["f", "g"] { try await disk.store(Self.response(text), for: Self.key(name)) }
        #expect(try await disk.response(for: Self.key("c")) == nil)
        #expect(try await disk.response(for: Self.key("a")) != nil)
    }

    @Test func `uses through a client count, also where memory has the response`() async throws {
        let stub = StubDispatcher()
        for name in ["a", "b", "c", "d", "e"] {
            stub.respond(to: .get, "/\(name)", with: .fixed(.text(String(repeating: name, count: 4000))))
        }
        let disk = try DiskCacheStore(folder: home.fresh(), limit: 20_000)
        func client(_ memory: MemoryCacheStore) throws -> APIClient {
            try APIClient(
                APIEnvironment(
                    baseURL: "http://a.example", cache: CacheRule(.cacheFirst, ttl: .seconds(3600), scope: .disk)),
                dispatcher: CachingDispatcher(stub, memory: memory, disk: disk))
        }
        let first = try client(MemoryCacheStore())
        for name in ["a", "b", "c"] { _ = try await first.response(to: Call<Void>(.get("/\(name)"))) }
        _ = try await first.response(to: Call<Void>(.get("/c")))
        for _ in 1...5 { _ = try await first.response(to: Call<Void>(.get("/a"))) }
        for name in ["d", "e"] { _ = try await first.response(to: Call<Void>(.get("/\(name)"))) }
        // A later program, whose memory is empty.
        let later = try client(MemoryCacheStore())
        #expect(try await later.response(to: Call<Void>(.get("/a"))).isFromCache)
        #expect(try await later.response(to: Call<Void>(.get("/b"))).isFromCache == false)
    }

    @Test func `a client says which response its cache could not keep, and logs it`() async throws {
        let stub = StubDispatcher()
        stub.respond(to: .get, "/large", with: .fixed(.text(String(repeating: "x", count: 5001))))
        let disk = try DiskCacheStore(folder: home.fresh(), limit: 20_000)
        #expect(disk.largest == 5000)
        let log = InterceptorTests.Log()
        let client = try APIClient(
            APIEnvironment(baseURL: "http://a.example"),
            dispatcher: CachingDispatcher(stub, memory: MemoryCacheStore(limit: 1000), disk: disk),
            interceptors: [LoggingInterceptor(InterceptorTests.logger(log))])
        let toDisk = APIRequest.get("/large").with(\.cache, CacheRule(.cacheFirst, scope: .disk))
        let message = "a response of 5001 bytes is more than a quarter of the 20000 bytes for all"
        #expect(try await client.response(to: Call<Void>(toDisk)).cacheProblem == message)
        #expect(log.lines.contains("warning: GET http://a.example/large is not cached: \(message)"))
        let toMemory = APIRequest.get("/large").with(\.cache, CacheRule(.cacheFirst))
        #expect(
            try await client.response(to: Call<Void>(toMemory)).cacheProblem
                == "a response of 5001 bytes is more than the 1000 bytes of the memory")
        let plain = try await client.response(to: Call<Void>(.get("/large")))
        #expect(plain.cacheProblem == nil)
    }

    @Test func `a response above a quarter of the limit is refused in words`() async throws {
        let disk = try DiskCacheStore(folder: home.fresh(), limit: 20_000)
        let key = try Self.key("a")
        try await disk.store(Self.response("small"), for: key)
        let large = try Self.response(String(repeating: "x", count: 5001))
        do throws(CacheStoreError) {
            try await disk.store(large, for: key)
            Issue.record("it was kept")
        } catch {
            #expect(error.isTooLarge)
            #expect(error.message == "a response of 5001 bytes is more than a quarter of the 20000 bytes for all")
        }
        #expect(try await disk.response(for: key) == nil)
    }

    @Test func `runs that begin at once take one key`() async throws {
        for _ in 0..<30 {
            let path = home.fresh()
            let keys = try await withThrowingTaskGroup(of: [UInt8].self) { group in
                for _ in 0..<4 { group.addTask { try DiskCacheStore.key(in: PrivateFolder(making: path)) } }
                return try await group.reduce(into: Set<[UInt8]>()) { $0.insert($1) }
            }
            #expect(keys.count == 1)
        }
    }

    @Test func `a file that is being written is not taken for a leftover`() async throws {
        let path = home.fresh()
        let folder = try PrivateFolder(making: path)
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                while !Task.isCancelled {
                    folder.removeLeftovers()
                    await Task.yield()
                }
            }
            for number in 0..<300 {
                #expect(throws: Never.self) { try folder.write("\(number % 10)", [1, 2, 3]) }
                await Task.yield()
            }
            group.cancelAll()
        }
        #expect(home.names(in: path).sorted() == [".gitignore"] + (0..<10).map(String.init))
    }

    @Test func `two runs at once share a folder`() async throws {
        let path = home.fresh()
        async let first = DiskCacheStore(folder: path)
        async let second = DiskCacheStore(folder: path)
        let (one, other) = try await (first, second)
        await withTaskGroup(of: Void.self) { group in
            for store in [one, other] {
                for number in 0..<20 {
                    group.addTask {
                        try? await store.store(Self.response("\(number)"), for: Self.key("\(number)"))
                        _ = try? await store.response(for: Self.key("\((number + 7) % 20)"))
                    }
                }
            }
        }
        for number in 0..<20 {
            for store in [one, other] {
                let found = try await store.response(for: Self.key("\(number)"))
                #expect(found.map { String(decoding: $0.response.body, as: UTF8.self) } == "\(number)")
            }
        }
        #expect(home.names(in: path).count == 22)
    }

    @Test func `a cache folder that cannot be made is an error with its reason`() throws {
        let path = home.fresh()
        try AtomicFile.write(path, [1])
        let error = #expect(throws: CacheStoreError.self) { try DiskCacheStore(folder: path) }
        #expect(error?.message == "`\(path)` cannot be a folder: a file is in its place")
    }

    @Test func `a link in the place of a file leads nowhere`() async throws {
        let path = home.fresh()
        let store = try DiskCacheStore(folder: path)
        try await store.store(Self.response("hello"), for: Self.key("a"))
        let name = try #require(home.names(in: path).first { $0.hasSuffix(".apicache") })
        let elsewhere = home.fresh()
        try AtomicFile.write(elsewhere, try FileReading.bytes(of: "\(path)/\(name)"))
        unlink("\(path)/\(name)")
        symlink(elsewhere, "\(path)/\(name)")
        #expect(try await store.response(for: Self.key("a")) == nil)
    }

    @Test func `stored responses can be listed and cleared`() async throws {
        let path = home.fresh()
        #expect(try CacheContents(folder: path) == nil)
        let store = try DiskCacheStore(folder: path)
        try await store.store(Self.response("hello"), for: Self.key("a"))
        let contents = try #require(try CacheContents(folder: path))
        #expect(contents.items().map(\.url) == ["http://a.example/x"])
        #expect(contents.items().map(\.status) == [200])
        #expect(contents.clear().count == 1)
        #expect(contents.items().isEmpty)
        #expect(home.names(in: path) == [".gitignore", "key"])
    }
}

/// Folders for caches, which go away with all that is in them.
final class CacheFolder: Sendable {
    private let folder = TemporaryFolder()

    deinit {
        for name in folder.names {
            let path = folder.file(name)
            for inner in names(in: path) { unlink("\(path)/\(inner)") }
            rmdir(path)
        }
    }

    /// The path of a folder that is not there yet.
    func fresh() -> String { folder.file(Identifiers.randomHex(bytes: 6)) }

    func names(in path: String) -> [String] { (try? Folder.names(in: path)) ?? [] }

    func removeFiles(in path: String) {
        for name in names(in: path) where name.hasSuffix(".apicache") { unlink("\(path)/\(name)") }
    }

    func mode(of path: String) -> UInt32 {
        var status = stat()
        return stat(path, &status) == 0 ? UInt32(status.st_mode & 0o777) : 0
    }
}
