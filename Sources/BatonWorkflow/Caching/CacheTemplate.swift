package import BatonDiagnostics
package import BatonHTTP

/// `cache` as written: what a request does with the cache.
package final class CacheTemplate: Sendable {
    package let policy: CachePolicy
    package let ttl: DurationTemplate?
    package let key: TextTemplate?
    package let stores: Bool?
    package let scope: CacheScope
    package let range: SourceRange

    init(
        policy: CachePolicy, ttl: DurationTemplate?, key: TextTemplate?, stores: Bool?, scope: CacheScope,
        range: SourceRange
    ) {
        self.policy = policy
        self.ttl = ttl
        self.key = key
        self.stores = stores
        self.scope = scope
        self.range = range
    }
}

extension RequestTemplate {
    /// What is written for the request itself, or for requests in general where its method changes nothing.
    package var effectiveCache: CacheTemplate? {
        cache.flatMap { $0.isMeant(for: method) ? $0.value : nil }
    }
}

extension Sourced<CacheTemplate> {
    /// Whether it holds for requests of a method: what is not written for the request itself is for those that change
    /// nothing, and `only-if-cached` for all.
    func isMeant(for method: String) -> Bool {
        if layer.goesAnywhere { return true }
        return Method(method).flatMap { CacheRule(value.policy).inherited(by: $0) } != nil
    }
}

extension Workflow {
    /// Whether one of its requests, or of those of the workflows that it calls, says anything about the cache.
    package var usesCache: Bool { uses.called.isEmpty ? uses.hasCache : withCalled.contains(where: \.uses.hasCache) }

    /// Whether one of them keeps responses on disk.
    package var usesDiskCache: Bool {
        uses.called.isEmpty ? uses.hasDiskCache : withCalled.contains(where: \.uses.hasDiskCache)
    }
}
