import BatonHTTP
package import BatonLanguage

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

extension Language {
    /// `cache` of baton.yaml.
    package enum ProjectCache {
        package static let memory = Key(
            "memory", .text, "The most bytes of all responses in memory.", takes: "size", unlessWritten: "`1MB`",
            example: "memory: 2MB")
        package static let disk = Key(
            "disk", .text, "The most bytes of all responses in `.baton/cache`.", takes: "size",
            unlessWritten: "`100MB`",
            example: "disk: 100MB")
        package static let map = Map("`cache` of baton.yaml", [memory, disk])
    }
}
