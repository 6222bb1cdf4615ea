import BatonHTTP

/// Where answers are.
struct CacheTiers: Sendable {
    let memory: MemoryCacheStore
    let disk: (any CacheStore)?

    /// A stored answer that may be used for a request with these headers under that rule, for now.
    ///
    /// Throws where one on disk cannot be read, which is gone then.
    nonisolated(nonsending) func find(
        _ key: CacheKey, _ rule: CacheRule, _ headers: Headers, now: Int64
    ) async throws(CacheStoreError) -> StoredAnswer? {
        if let answer = memory.find(key), Self.isUsable(answer, rule, headers, now) {
            if rule.scope == .disk { await disk?.use(key) }
            return answer
        }
        guard rule.scope == .disk, let disk, let answer = try await disk.answer(for: key) else { return nil }
        return Self.isUsable(answer, rule, headers, now) ? answer : nil
    }

    private static func isUsable(_ answer: StoredAnswer, _ rule: CacheRule, _ headers: Headers, _ now: Int64) -> Bool {
        if rule.policy == .revalidate { return answer.varied.match(headers) }
        if let ttl = rule.ttl, !answer.isKnown(toBeAtMost: ttl, oldAt: now) { return false }
        return answer.varied.match(headers, ignoring: CacheKey.ignored, minding: false)
    }

    nonisolated(nonsending) func forgetAnswers(of url: URLText) async {
        memory.forgetAnswers(of: url)
        await disk?.removeAnswers(of: url)
    }
}
