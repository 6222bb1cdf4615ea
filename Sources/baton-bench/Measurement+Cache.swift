import BatonAPI
import BatonCurl
import BatonFiles
import BatonHTTP
import BatonSystem

extension Measurement {
    /// Time to get responses from the cache in memory, including the cache key of each request.
    static let cacheHits = Measurement(name: "cache-hit", usage: "URL COUNT") { arguments in
        try await requests(arguments, CacheRule(.cacheFirst))
    }

    /// Time to send the same requests one after the other over a persistent connection.
    static let loopback = Measurement(name: "loopback", usage: "URL COUNT") { arguments in
        try await requests(arguments, CacheRule(.networkOnly))
    }

    private static func requests(_ arguments: [String], _ rule: CacheRule) async throws -> Duration {
        guard arguments.count == 2, let count = Int(arguments[1]), count > 0 else {
            throw BenchError("this needs a URL and the number of requests")
        }
        let url = try URLText.parse(arguments[0])
        let engine = CurlEngine(loopCount: 1)
        defer { engine.shutDown() }
        let cache = CachingDispatcher(CurlDispatcher(engine: engine))
        var draft = Request(.get, url, headers: ["Accept": "application/json, */*;q=0.5", "User-Agent": "bench"])
        draft.session = SessionStore()
        draft.cache = rule
        let request = draft
        return try await withTaskExecutorPreference(engine.loop(at: 0)) {
            guard try await cache.send(request).isSuccess else { throw BenchError("\(url.text) has no response") }
            var hits = 0
            let elapsed = try await ContinuousClock().measure {
                for _ in 0..<count where try await cache.send(request).isFromCache { hits += 1 }
            }
            guard hits == (rule.policy == .cacheFirst ? count : 0) else { throw BenchError("\(hits) came from memory") }
            return elapsed
        }
    }

    /// Time to open a cache folder that no run has open, including the time to fill the cache in memory from it.
    ///
    /// The contents of the files are removed from the page cache before, but not the folder entries.
    static let openCache = Measurement(name: "cache-open", usage: "FOLDER ENTRIES") { arguments in
        guard arguments.count == 2, let count = Int(arguments[1]), count > 0 else {
            throw BenchError("cache-open needs a folder and the number of responses")
        }
        let folder = arguments[0]
        let url = try URLText.parse("http://127.0.0.1/items")
        let body = Array(#"{"items": [{"id": 1, "price": 9.50}, {"id": 2, "price": 12}], "total": 2}"#.utf8)
        let first = try DiskCacheStore(folder: folder)
        for number in 0..<count {
            let stored = StoredResponse(
                response: Response(
                    status: 200, headers: ["Content-Type": "application/json", "X-Number": "\(number)"], body: body,
                    url: url),
                requested: 0, received: 0)
            try await first.store(stored, for: CacheKey(bytes: Array("\(number)".utf8), url: url))
        }
        let names = try Folder.names(in: folder)
        guard names.count >= count else { throw BenchError("\(folder) holds \(names.count) files") }
        for name in names { forget("\(folder)/\(name)") }
        let memory = MemoryCacheStore()
        let elapsed = try ContinuousClock().measure { _ = try DiskCacheStore(folder: folder, memory: memory) }
        guard memory.count > 100 else { throw BenchError("memory has \(memory.count) responses") }
        return elapsed
    }

    private static func forget(_ path: String) {
        let number = open(path, O_RDONLY)
        guard number >= 0 else { return }
        fsync(number)
        #if os(Linux)
            posix_fadvise(number, 0, 0, POSIX_FADV_DONTNEED)
        #endif
        close(number)
    }
}
