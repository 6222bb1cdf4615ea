public import BatonAPI
import BatonHTTP

/// Checks what every `CacheStore` must do; usable with any test library.
///
/// ```swift
/// #expect(await CacheStoreConformance.violations { MyStore() } == [])
/// ```
public enum CacheStoreConformance {
    /// Sentences about the errors of a store; empty for a store that passes all checks.
    ///
    /// - Parameter make: returns a new, empty store with space for 100 kB at each call.
    public static func violations(_ make: () async throws -> any CacheStore) async -> [String] {
        var found: [String] = []
        let checks: [(String, (any CacheStore) async throws -> Bool)] = [
            ("an empty store gives a response", isEmptyAtFirst), ("a response does not come back as it was", givesBack),
            ("a body of any bytes does not come back as it was", givesBackBytes),
            ("a later response does not take the place of an earlier one", replaces),
            ("two keys share a response", keepsApart),
            ("removing one response does not remove it, and only it", removes),
            ("removing a URL does not remove its responses, and only these", removesURL),
            ("removing everything leaves something", removesAll),
            ("what was removed cannot be stored again", storesAgain),
            ("a response that is larger than the store stays, or the one before it does", refusesTooMuch),
            ("reading while others write gives a response that nobody wrote", isWholeAtAnyTime),
        ]
        for (sentence, check) in checks {
            do {
                if try await !check(try await make()) { found.append(sentence) }
            } catch {
                found.append("\(sentence): \(error)")
            }
        }
        return found
    }

    private static func key(_ text: String, url: String = "http://cache.example/") throws -> CacheKey {
        CacheKey(bytes: Array(text.utf8), url: try URLText.parse(url))
    }

    private static func response(_ text: String, url: String = "http://cache.example/") throws -> StoredResponse {
        let response = Response(status: 200, body: Array(text.utf8), url: try URLText.parse(url))
        return StoredResponse(response: response, requested: 1, received: 2)
    }

    private static func isEmptyAtFirst(_ store: any CacheStore) async throws -> Bool {
        try await store.response(for: try key("a")) == nil
    }

    private static func givesBack(_ store: any CacheStore) async throws -> Bool {
        let url = try URLText.parse("https://cache.example/a?b=c")
        var response = Response(
            status: 203, httpVersion: .http2,
            headers: ["Content-Type": "text/plain", "X-Twice": "1", "x-twice": "2", "X-Empty": ""],
            body: Array("grüße".utf8), url: url)
        response.redirects = [Response.Redirect(status: 302, url: try URLText.parse("https://cache.example/old"))]
        let first = StoredResponse(response: response, method: .head, requested: 1_000_001, received: 2_000_002)
        try await store.store(first, for: try key("a"))
        guard let back = try await store.response(for: try key("a")) else { return false }
        return back.response.status == 203 && back.response.httpVersion == .http2
            && back.response.headers == response.headers && back.response.body == response.body
            && back.response.size == response.size && back.response.url == url
            && back.response.redirects == response.redirects && back.method == .head
            && back.requested == 1_000_001 && back.received == 2_000_002
    }

    private static func givesBackBytes(_ store: any CacheStore) async throws -> Bool {
        let url = try URLText.parse("http://cache.example/")
        for (name, body) in [("all", [UInt8](UInt8.min...UInt8.max)), ("none", [])] {
            let response = Response(status: 200, body: body, url: url)
            try await store.store(StoredResponse(response: response, requested: 1, received: 2), for: try key(name))
            guard try await store.response(for: try key(name))?.response.body == body else { return false }
        }
        return true
    }

    private static func replaces(_ store: any CacheStore) async throws -> Bool {
        try await store.store(try response("first"), for: try key("a"))
        try await store.store(try response("second"), for: try key("a"))
        return try await texts(store, ["a"]) == ["second"]
    }

    private static func keepsApart(_ store: any CacheStore) async throws -> Bool {
        try await store.store(try response("first"), for: try key("a"))
        try await store.store(try response("second"), for: try key("b"))
        return try await texts(store, ["a", "b"]) == ["first", "second"]
    }

    private static func removes(_ store: any CacheStore) async throws -> Bool {
        try await store.store(try response("first"), for: try key("a"))
        try await store.store(try response("second"), for: try key("b"))
        await store.remove(try key("a"))
        return try await texts(store, ["a", "b"]) == [nil, "second"]
    }

    private static func removesURL(_ store: any CacheStore) async throws -> Bool {
        let (one, other) = ("http://cache.example/one", "http://cache.example/one/other")
        for name in ["a", "b"] { try await store.store(try response(name, url: one), for: try key(name, url: one)) }
        try await store.store(try response("c", url: other), for: try key("c", url: other))
        await store.removeResponses(of: try URLText.parse(one))
        let left = try await texts(store, ["a", "b"], url: one) + texts(store, ["c"], url: other)
        return left == [nil, nil, "c"]
    }

    private static func removesAll(_ store: any CacheStore) async throws -> Bool {
        for name in ["a", "b"] { try await store.store(try response(name), for: try key(name)) }
        await store.removeAll()
        return try await texts(store, ["a", "b"]) == [nil, nil]
    }

    private static func storesAgain(_ store: any CacheStore) async throws -> Bool {
        try await store.store(try response("first"), for: try key("a"))
        await store.removeAll()
        try await store.store(try response("second"), for: try key("a"))
        return try await texts(store, ["a"]) == ["second"]
    }

    private static func refusesTooMuch(_ store: any CacheStore) async throws -> Bool {
        try await store.store(try response("small"), for: try key("a"))
        let large = try response(String(repeating: "x", count: 50_000_000))
        let key = try key("a")
        do throws(CacheStoreError) {
            try await store.store(large, for: key)
        } catch {
            guard error.isTooLarge else { return false }
        }
        let left = try await store.response(for: key)
        return left == nil || left?.response.size == 50_000_000
    }

    private static func isWholeAtAnyTime(_ store: any CacheStore) async throws -> Bool {
        let key = try key("a")
        let url = try URLText.parse("http://cache.example/")
        return await withTaskGroup(of: Bool.self) { group in
            for letter in UInt8(ascii: "a")...UInt8(ascii: "h") {
                group.addTask {
                    for _ in 0..<20 {
                        let response = Response(
                            status: 200, body: [UInt8](repeating: letter, count: 5000), url: url)
                        let stored = StoredResponse(response: response, requested: 1, received: 2)
                        guard (try? await store.store(stored, for: key)) != nil else { return false }
                        guard case .success(let found) = await Self.look(store, key) else { return false }
                        guard let body = found?.response.body else { continue }
                        guard body.count == 5000, Set(body).count == 1 else { return false }
                    }
                    return true
                }
            }
            return await group.reduce(true) { $0 && $1 }
        }
    }

    private static func look(_ store: any CacheStore, _ key: CacheKey) async -> Result<StoredResponse?, CacheStoreError>
    {
        do throws(CacheStoreError) {
            return .success(try await store.response(for: key))
        } catch {
            return .failure(error)
        }
    }

    /// The bodies of responses, by the names of their keys.
    private static func texts(
        _ store: any CacheStore, _ names: [String], url: String = "http://cache.example/"
    ) async throws -> [String?] {
        var texts: [String?] = []
        for name in names {
            let stored = try await store.response(for: try key(name, url: url))
            texts.append(stored.map { String(decoding: $0.response.body, as: UTF8.self) })
        }
        return texts
    }
}
