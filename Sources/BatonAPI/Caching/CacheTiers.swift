import BatonHTTP

/// The two stores of a cache: in memory and on disk.
struct CacheTiers: Sendable {
    let memory: MemoryCacheStore
    let disk: (any CacheStore)?

    /// The stored response that the rule allows for a request with these headers, at this moment.
    /// Throws when the response on disk cannot be read; the store has removed it then.
    nonisolated(nonsending) func find(
        _ key: CacheKey, _ rule: CacheRule, _ headers: Headers, now: Int64
    ) async throws(CacheStoreError) -> StoredResponse? {
        if let stored = memory.find(key), Self.isUsable(stored, rule, headers, now) {
            if rule.scope == .disk { await disk?.use(key) }
            return stored
        }
        guard rule.scope == .disk, let disk, let stored = try await disk.response(for: key) else { return nil }
        return Self.isUsable(stored, rule, headers, now) ? stored : nil
    }

    private static func isUsable(_ stored: StoredResponse, _ rule: CacheRule, _ headers: Headers, _ now: Int64) -> Bool
    {
        if rule.policy == .revalidate { return stored.varied.match(headers) }
        if let ttl = rule.ttl, !stored.isKnown(toBeAtMost: ttl, oldAt: now) { return false }
        return stored.varied.match(headers, ignoring: CacheKey.ignored, minding: false)
    }

    nonisolated(nonsending) func forgetResponses(of url: URLText) async {
        memory.forgetResponses(of: url)
        await disk?.removeResponses(of: url)
    }
}
