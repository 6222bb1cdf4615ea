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

extension Language {
    /// `cache` written as a map.
    package enum Cache {
        package static let policy = Key(
            "policy", .plainText, "The policy.",
            values: Values(CachePolicy.written), example: "policy: cache-first")
        package static let ttl = Key(
            "ttl", .duration, "How old a stored response may be.",
            unlessWritten: "any age; with `revalidate`, as the server says", example: "ttl: 10m")
        package static let key = Key(
            "key", .text,
            "Stands for query, body and headers, where these differ between requests that want the same; method, path and credentials still count.",
            example: "key: items")
        package static let store = Key(
            "store", .boolean, "Whether a new response is stored.", unlessWritten: "as the policy has it")
        package static let scope = Key(
            "scope", .plainText, "How long a response is kept: for the run, or in `.baton/cache` for later ones too.",
            unlessWritten: "`run`",
            values: .all(of: CacheScope.self), example: "scope: disk")
        package static let map = Map("`cache`", [policy, ttl, key, store, scope], rules: [.all([policy])])
    }
}
