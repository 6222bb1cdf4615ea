// How this folder works together: a request carries a `CacheRule`. The cache in BatonAPI asks `StoredUse` what to do
// with a stored response, whose `StoredHead` has what RFC 9111 computes with and whose `VariedHeaders` must fit the
// request. After an exchange `CacheUpdate` says what happens to what is stored. Nothing here reads a clock or a file.

import BatonValues

/// How one request uses the cache.
public struct CacheRule: Sendable, Hashable {
    /// Where responses come from.
    public var policy: CachePolicy
    /// The maximum age of a stored response; nil: no limit, or with `revalidate` as the server says.
    public var ttl: Duration?
    /// Replaces query, body and all headers that are not credentials in the cache key, for requests that differ in
    /// these but want the same response.
    public var key: String?
    /// Whether the response is stored; nil: as the policy says.
    public var stores: Bool?
    /// Whether later runs can use the response.
    public var scope: CacheScope

    /// A rule; only the policy is required.
    public init(
        _ policy: CachePolicy, ttl: Duration? = nil, key: String? = nil, stores: Bool? = nil, scope: CacheScope = .run
    ) {
        self.policy = policy
        self.ttl = ttl
        self.key = key
        self.stores = stores
        self.scope = scope
    }

    /// Whether a response from the server is stored.
    public var storesResponse: Bool { stores ?? policy.storesResponses }

    /// Whether the request does not use the cache at all.
    public var isIdle: Bool { policy == .networkOnly && !storesResponse }

    /// The rule for a second or later attempt: it asks the server, because the stored response was not acceptable.
    ///
    /// `both` asks the server in any case, and `only-if-cached` never.
    public var forLaterAttempt: CacheRule {
        var rule = self
        switch policy {
        case .networkOnly, .both, .onlyIfCached: return self
        case .cacheFirst, .networkFirst: rule.stores = storesResponse
        // The server's directives decide whether the response may be stored, and `networkOnly` does not check them.
        case .revalidate: rule.stores = false
        }
        rule.policy = .networkOnly
        return rule
    }

    /// The rule for a method if it was written for requests in general. Only GET and HEAD, which change nothing, have
    /// responses that may be reused later; a rule that never asks the server applies to every method.
    public func inherited(by method: Method) -> CacheRule? {
        method == .get || method == .head || policy == .onlyIfCached ? self : nil
    }
}

/// How the cache took part in a response that the server did not give to this very request.
public enum CacheUse: Sendable, Hashable {
    /// Nothing was sent: the response was stored that long ago.
    case stored(age: Duration)
    /// The server confirmed with 304 that the response stored that long ago is still valid.
    case revalidated(age: Duration)
    /// The response to an identical request that was already in progress.
    case shared
}

/// Whether a response may come from the cache, and whether responses are stored there.
public enum CachePolicy: String, Sendable, Hashable {
    /// Always asks the server; stores the response only if the rule says so.
    case networkOnly = "network-only"
    /// Uses a stored response without asking the server; otherwise asks the server and stores the response.
    case cacheFirst = "cache-first"
    /// Asks the server, and hands out the stored response in addition to the new one.
    case both
    /// Obeys `Cache-Control`, `ETag` and `Last-Modified` (RFC 9111), as a private cache.
    case revalidate
    /// Never asks the server.
    case onlyIfCached = "only-if-cached"
    /// Asks the server, and uses the stored response where none comes (`network.*`). No policy of workflow files: what is
    /// stored proves nothing of a server that does not answer.
    case networkFirst = "network-first"

    /// The names of the policies of workflow files.
    package static let written = [networkOnly, cacheFirst, both, revalidate, onlyIfCached].map(\.rawValue)

    /// Whether responses are stored by default.
    public var storesResponses: Bool {
        switch self {
        case .cacheFirst, .both, .revalidate, .networkFirst: true
        case .networkOnly, .onlyIfCached: false
        }
    }
}

/// The lifetime of a stored response.
public enum CacheScope: String, Sendable, Hashable, CaseIterable {
    /// As long as the program runs.
    case run
    /// Also on disk, for later runs.
    case disk
}

/// The directives of `Cache-Control` fields (RFC 9111 section 5.2), by their names in lower case.
package struct CacheDirectives: Sendable, Equatable {
    private var values: [String: String?] = [:]
    /// The directives that appear twice with different arguments.
    private var ambiguous: Set<String> = []

    /// Reads all `Cache-Control` fields together. Without any, `Pragma: no-cache` counts too (section 5.4).
    package init(_ headers: Headers) {
        let fields = headers.values("cache-control")
        for field in fields { read(field) }
        if fields.isEmpty, headers.values("pragma").contains(where: { $0.lowercased().contains("no-cache") }) {
            values["no-cache"] = .some(nil)
        }
    }

    package init(_ field: String) { read(field) }

    private mutating func read(_ field: String) {
        for part in Self.split(field) {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = pair[0].trimmingBlanks.lowercased()
            guard !name.isEmpty else { continue }
            let value = pair.count == 2 ? Self.unquoted(pair[1].trimmingBlanks) : nil
            if let old = values[name], old != value { ambiguous.insert(name) }
            if values[name] == nil { values[name] = .some(value) }
        }
    }

    /// Whether the directive is present, with any argument. `no-cache="x"` applies to one field only (section 5.2.2.4),
    /// but a cache may apply it to the whole response, and this one does.
    package func has(_ name: String) -> Bool { values[name] != nil }

    /// The number of seconds of a directive; nil if it is absent.
    package func seconds(_ name: String) -> Int64? {
        guard let value = values[name] else { return nil }
        // A contradictory or invalid number counts as stale (section 4.2.1).
        guard !ambiguous.contains(name), let value else { return 0 }
        return DeltaSeconds.parse(value) ?? 0
    }

    /// The seconds of `max-stale`, which without an argument allows any age (section 5.2.1.2).
    package var maxStale: Int64? {
        guard let value = values["max-stale"] else { return nil }
        guard let value else { return .max }
        return DeltaSeconds.parse(value) ?? 0
    }

    /// Splits at commas outside of quotes.
    private static func split(_ field: String) -> [String] {
        var parts: [String] = []
        var part: [UInt8] = []
        var isQuoted = false
        var isEscaped = false
        for byte in field.utf8 {
            if isEscaped {
                isEscaped = false
            } else if isQuoted, byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isQuoted.toggle()
            } else if byte == UInt8(ascii: ","), !isQuoted {
                parts.append(String(decoding: part, as: UTF8.self))
                part = []
                continue
            }
            part.append(byte)
        }
        parts.append(String(decoding: part, as: UTF8.self))
        return parts
    }

    private static func unquoted(_ text: String) -> String {
        guard text.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") else { return text }
        return String(text.dropFirst().dropLast())
    }
}

/// A number of seconds (RFC 9111 section 1.2.2).
package enum DeltaSeconds {
    /// Nil for text that is not an unsigned number; a number above 2^31 becomes 2^31.
    package static func parse(_ text: String) -> Int64? {
        guard !text.isEmpty, text.utf8.allSatisfy(\.isDigit) else { return nil }
        let limit: Int64 = 1 << 31
        return text.utf8.reduce(0) { $0 >= limit ? limit : min(limit, $0 * 10 + Int64($1 - 0x30)) }
    }
}
