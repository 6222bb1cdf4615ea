import BatonHTTP
package import BatonLanguage

extension Language {
    /// `cache` written as a map.
    package enum Cache {
        package static let policy = Key(
            "policy", .plainText, "`network-only`, `cache-first`, `both`, `revalidate` or `only-if-cached`.",
            values: Values(CachePolicy.written), example: "policy: cache-first")
        package static let ttl = Key(
            "ttl", .duration, "How old a stored response may be.", example: "ttl: 10m")
        package static let key = Key(
            "key", .text, "Stands for query, body and headers, where these differ between requests that want the same.",
            example: "key: items")
        package static let store = Key(
            "store", .boolean, "Whether a new response is stored; as the policy has it unless written.")
        package static let scope = Key(
            "scope", .plainText, "`run`, or `disk` for later runs too; `run` unless written.",
            values: .all(of: CacheScope.self), example: "scope: disk")
        package static let map = Map("`cache`", [policy, ttl, key, store, scope])
    }
}

extension Language {
    /// `cache` of baton.yaml.
    package enum ProjectCache {
        package static let memory = Key(
            "memory", .text, "How much the responses in memory may take together; `1MB` unless written.",
            example: "memory: 2MB")
        package static let disk = Key(
            "disk", .text, "How much the responses in `.baton/cache` may take together; `100MB` unless written.",
            example: "disk: 100MB")
        package static let map = Map("`cache` of baton.yaml", [memory, disk])
    }
}
