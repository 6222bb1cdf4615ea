/// The cookies of one session (RFC 6265), as a value: changes to a copy do not affect the original.
package struct CookieJar: Sendable, Hashable {
    /// Oldest first.
    package private(set) var cookies: [Cookie] = []

    /// RFC 6265 section 6.1 asks for at least 50 per domain and 3000 in all; higher limits would only help a hostile
    /// server.
    package static let limitPerDomain = 150
    package static let limit = 3000

    package init() {}

    package var isEmpty: Bool { cookies.isEmpty }

    /// Stores the cookies that a response from that URL sets, and removes those that it expires.
    package mutating func receive(_ headers: Headers, from url: URLText, now: Int64) {
        guard headers.contains("set-cookie") else { return }
        for octets in headers.octets("set-cookie") {
            guard var cookie = Cookie.parse(Headers.text(of: octets), from: url, now: now) else { continue }
            cookie.isLatin1 = String(validating: octets, as: UTF8.self) == nil
            store(cookie, now: now)
        }
    }

    /// Replaces the cookie of the same name, domain and path; an expired cookie only removes it.
    package mutating func store(_ cookie: Cookie, now: Int64) {
        let index = cookies.firstIndex {
            $0.name == cookie.name && $0.domain == cookie.domain && $0.path == cookie.path
        }
        if cookie.isExpired(at: now) {
            if let index { cookies.remove(at: index) }
        } else if let index {
            cookies[index] = cookie
        } else {
            makeRoom(for: cookie, now: now)
            cookies.append(cookie)
        }
    }

    private mutating func makeRoom(for cookie: Cookie, now: Int64) {
        if cookies.count >= Self.limit { cookies.removeAll { $0.isExpired(at: now) } }
        if cookies.count >= Self.limit { cookies.removeFirst() }
        guard cookies.count >= Self.limitPerDomain else { return }
        guard cookies.count(where: { $0.domain == cookie.domain }) >= Self.limitPerDomain else { return }
        if let oldest = cookies.firstIndex(where: { $0.domain == cookie.domain }) { cookies.remove(at: oldest) }
    }

    /// The cookies that a request to that URL carries: longer paths first, then older ones first.
    package func cookies(for url: URLText, now: Int64) -> [Cookie] {
        guard !cookies.isEmpty else { return [] }
        let host = url.host
        let path = url.path
        let matching = cookies.filter { $0.matches(host: host, path: path, isSecure: url.isSecure, at: now) }
        guard matching.count > 1 else { return matching }
        return matching.enumerated().sorted { one, other in
            let lengths = (one.element.path.utf8.count, other.element.path.utf8.count)
            return lengths.0 != lengths.1 ? lengths.0 > lengths.1 : one.offset < other.offset
        }.map(\.element)
    }

    /// The value of the `Cookie` header; nil when no cookie matches.
    package func header(for url: URLText, now: Int64) -> String? {
        let matching = cookies(for: url, now: now)
        guard !matching.isEmpty else { return nil }
        return matching.lazy.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
    }
}

/// Public suffixes: domains below which anyone can register a domain, such as `co.uk` and `github.io`. No server may
/// set cookies for all of them.
///
/// The list is the one of libpsl, which is loaded if libcurl was built with it.
enum PublicSuffixes {
    private typealias List = @convention(c) (UnsafePointer<CChar>?) -> OpaquePointer?
    private typealias Contains = @convention(c) (OpaquePointer?, UnsafePointer<CChar>?, CInt) -> CInt

    /// Only the rules of registries and companies, without the default rule: a name in neither list, such as
    /// `localhost`, is not a public suffix.
    private static let listedOnly: CInt = 1 | 2 | 4

    private struct Library: @unchecked Sendable {
        let list: OpaquePointer
        let contains: Contains
    }

    /// The newest list on this machine; read-only once loaded.
    private static let library: Library? = {
        guard let contains = LoadedFunction.named("psl_is_public_suffix2", Contains.self),
            let list = LoadedFunction.named("psl_latest", List.self)?(nil)
        else { return nil }
        return Library(list: list, contains: contains)
    }()

    static var areKnown: Bool { library != nil }

    /// False without libpsl.
    ///
    /// - Parameter domain: in lower case.
    static func contains(_ domain: String) -> Bool {
        guard let library else { return false }
        return library.contains(library.list, domain, listedOnly) != 0
    }
}
