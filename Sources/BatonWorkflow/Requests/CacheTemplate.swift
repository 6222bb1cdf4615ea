package import BatonDiagnostics
package import BatonHTTP
package import BatonLanguage

/// `cache` of a request, as written.
package final class CacheTemplate: Sendable {
    package let policy: CachePolicy
    package let ttl: DurationTemplate?
    package let key: TextTemplate?
    package let stores: Bool?
    package let scope: CacheScope
    package let range: SourceRange

    package init(
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
    /// The `cache` that applies to the request, which is no stream: its own, or an inherited one where that is meant for its method.
    package var effectiveCache: CacheTemplate? {
        stream != nil ? nil : cache.flatMap { $0.isMeant(for: method) ? $0.value : nil }
    }
}

extension Sourced<CacheTemplate> {
    /// Whether the setting applies to requests of a method. An inherited setting applies only to safe methods, except
    /// `only-if-cached`, which applies to all.
    package func isMeant(for method: String) -> Bool {
        if layer.goesAnywhere { return true }
        return Method(method).flatMap { CacheRule(value.policy).inherited(by: $0) } != nil
    }
}
