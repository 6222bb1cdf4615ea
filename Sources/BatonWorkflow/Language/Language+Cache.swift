extension Language {
    static let cacheKey = Key(
        "cache", .any,
        "Whether answers come from the cache: a policy, or `{ policy, ttl, key, store, scope }`.")

    /// `cache` written as a map.
    package static let cache = Context(
        "`cache`",
        [
            Key(
                "policy", .plainText,
                "`network-only`, `cache-first`, `both`, `revalidate` or `only-if-cached`."),
            Key("ttl", .duration, "How old a stored answer may be."),
            Key(
                "key", .text,
                "Stands for query, body and headers, where these differ between requests that want the same."),
            Key("store", .boolean, "Whether a new answer is stored; as the policy has it unless written."),
            Key("scope", .plainText, "`run`, or `disk` for later runs too; `run` unless written."),
        ],
        foreign: [
            "max_age": "ttl", "max-age": "ttl", "expires": "ttl", "expiry": "ttl", "duration": "ttl",
            "mode": "policy", "strategy": "policy", "type": "policy", "id": "key", "name": "key", "save": "store",
            "write": "store", "persist": "scope", "storage": "scope",
        ])

    /// `cache` of baton.yaml.
    package static let projectCache = Context(
        "`cache` of baton.yaml",
        [
            Key("memory", .text, "How much the answers in memory may take together; `1MB` unless written."),
            Key("disk", .text, "How much the answers in `.baton/cache` may take together; `100MB` unless written."),
        ],
        foreign: ["ram": "memory", "size": "memory", "policy": "environments", "folder": "disk"])
}
