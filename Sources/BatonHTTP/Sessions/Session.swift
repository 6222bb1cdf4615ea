// How this folder works together: a `Session` is a value: a `CookieJar` with each `Cookie` by RFC 6265, and `KeptHeaders`.
// It adds to the headers of a request what its URL may have, and receives the headers of a response. A `SessionStore`
// shares one between requests that are under way.

/// State that a client keeps between requests: cookies, and response headers that are sent back.
public struct Session: Sendable {
    package var jar = CookieJar()
    package var kept: KeptHeaders

    /// Whose session it is, in the app's own words, such as a user's id; nil where nobody is signed in, or the app does not
    /// say.
    ///
    /// A cache keeps responses for the owner instead of for the credentials of each request, which may change with every
    /// response: another owner must have another name.
    public var owner: String?

    /// The names of response headers that are kept (`session.headers` of the project file).
    public var keptNames: [String] {
        get { kept.names }
        set { kept.names = newValue }
    }

    /// Keeps headers of these names from responses of these origins.
    public init(keeping names: [String] = [], from trusted: Set<Origin> = []) {
        kept = KeptHeaders(names, from: trusted)
    }

    /// Whether the session adds nothing to any request.
    public var isEmpty: Bool { jar.isEmpty && kept.isEmpty }

    /// The headers that are sent back to an origin.
    public func keptHeaders(for origin: Origin) -> Headers { kept[origin] }

    /// All cookies and kept headers as one text: sessions with equal identities add the same to every request.
    package var identity: String {
        let cookies = jar.cookies.map {
            "\($0.domain)\t\($0.isHostOnly)\t\($0.path)\t\($0.isSecure)\t\($0.name)=\($0.value)"
        }
        return (cookies + kept.lines).joined(separator: "\n")
    }

    /// The values of cookies and kept headers: with any of them, another client could act as this one.
    package var secrets: [String] {
        jar.cookies.flatMap { [$0.value, CookieHeader.unquoted($0.value)] } + kept.values
    }

    /// Stores what a response from that URL sets.
    public mutating func receive(_ headers: Headers, from url: URLText, now: Int64) {
        jar.receive(headers, from: url, now: now)
        kept.receive(headers, from: url)
    }

    /// Adds cookies and kept headers for that URL, except those that the request already has.
    public func addHeaders(to headers: inout Headers, for url: URLText, now: Int64) {
        kept.add(to: &headers, for: url)
        jar.add(to: &headers, for: url, now: now)
    }
}

extension CookieJar {
    /// Adds the cookies for that URL to those in the headers; a cookie in the headers replaces one of the same name.
    func add(to headers: inout Headers, for url: URLText, now: Int64) {
        guard !isEmpty else { return }
        let written = headers["cookie"]
        let names = CookieHeader.names(in: written ?? "")
        let added = cookies(for: url, now: now).filter { !names.contains($0.name) }
        guard !added.isEmpty else { return }
        let pairs = (written.map { [Array($0.utf8)] } ?? []) + added.map(\.octets)
        if written != nil { headers.remove("Cookie") }
        headers.append("Cookie", octets: Array(pairs.joined(separator: Array("; ".utf8))), isCredential: true)
    }
}

package enum CookieHeader {
    /// The value in a `Set-Cookie` header, before the attributes; empty without one. The header need not be valid.
    package static func value(ofSetCookie header: String) -> String {
        let pair = header.utf8.prefix { $0 != UInt8(ascii: ";") }
        guard let equals = pair.firstIndex(of: UInt8(ascii: "=")) else { return "" }
        return String(Substring(pair[pair.index(after: equals)...].drop { $0 == 0x20 }))
    }

    /// The values of the cookies in a `Cookie` header.
    package static func values(in header: String) -> [String] {
        header.split(separator: ";").map { pair in
            let value = pair.firstIndex(of: "=").map { pair[pair.index(after: $0)...] } ?? pair
            return String(value.drop { $0 == " " })
        }
    }

    /// The value without the quotes around it, which are optional (RFC 6265 section 4.1.1).
    package static func unquoted(_ value: String) -> String {
        let bytes = value.utf8
        guard bytes.count >= 2, bytes.first == UInt8(ascii: "\""), bytes.last == UInt8(ascii: "\"") else {
            return value
        }
        return String(value.dropFirst().dropLast())
    }

    /// The value of a `Cookie` or `Set-Cookie` header with `***` in place of the cookies' values; names and attributes
    /// stay visible.
    package static func hidden(in value: String, isSetting: Bool) -> String {
        var pieces = value.split(separator: ";", omittingEmptySubsequences: false).map(String.init)
        for index in pieces.indices where index == 0 || !isSetting {
            let piece = pieces[index]
            if let equals = piece.firstIndex(of: "=") {
                if piece[equals...].dropFirst().contains(where: { $0 != " " }) {
                    pieces[index] = "\(piece[...equals])***"
                }
            } else if piece.contains(where: { $0 != " " }) {
                pieces[index] = "***"
            }
        }
        return pieces.joined(separator: ";")
    }

    /// The names of the cookies in a `Cookie` header.
    static func names(in value: String) -> Set<String> {
        guard !value.isEmpty else { return [] }
        let pairs = value.utf8.split(separator: UInt8(ascii: ";"))
        return Set(
            pairs.compactMap { pair in
                let name = pair.prefix { $0 != UInt8(ascii: "=") }.drop { $0 == 0x20 || $0 == 0x09 }
                return name.isEmpty ? nil : String(Substring(name))
            })
    }
}

/// All cookies and kept headers of a session, to be stored and restored later.
///
/// What is written holds secrets: with it, another program could act as this client. Keep it where only the user can read
/// it, such as a keychain or a file of mode 0600.
extension Session: Codable {
    private enum Key: String, CodingKey { case version, cookies, headers, keeps, origins, owner }

    private static let version = 1

    /// Reads a session that was written by `encode(to:)`.
    ///
    /// Throws `DecodingError` for another version, and for cookies and headers that could not be sent.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let version = try container.decode(Int.self, forKey: .version)
        guard version == Self.version else {
            throw DecodingError.dataCorruptedError(
                forKey: .version, in: container,
                debugDescription: "this program reads version \(Self.version) of a session, not \(version)")
        }
        let origins = try container.decode([WrittenOrigin].self, forKey: .origins)
        self.init(
            keeping: try container.decode([String].self, forKey: .keeps), from: Set(origins.map(\.origin)))
        owner = try container.decodeIfPresent(String.self, forKey: .owner)
        for written in try container.decode([WrittenCookie].self, forKey: .cookies) {
            guard let cookie = written.cookie else {
                throw DecodingError.dataCorruptedError(
                    forKey: .cookies, in: container, debugDescription: "a cookie has a character that cannot be sent")
            }
            jar.store(cookie, now: .min)
        }
        for written in try container.decode([WrittenHeader].self, forKey: .headers) {
            guard Headers([Headers.Field(written.name, written.value)]).violation == nil else {
                throw DecodingError.dataCorruptedError(
                    forKey: .headers, in: container, debugDescription: "a header has a character that cannot be sent")
            }
            kept.restore(written.name, written.value, for: written.origin.origin)
        }
    }

    /// Writes the cookies, those without a lifetime too, and the kept headers with the origins that sent them.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(Self.version, forKey: .version)
        try container.encode(jar.cookies.map(WrittenCookie.init), forKey: .cookies)
        try container.encode(
            kept.entries.map { origin, field in
                WrittenHeader(origin: WrittenOrigin(origin), name: field.name, value: field.value)
            }, forKey: .headers)
        try container.encode(kept.names, forKey: .keeps)
        try container.encode(kept.origins.map(WrittenOrigin.init), forKey: .origins)
        try container.encodeIfPresent(owner, forKey: .owner)
    }
}

private struct WrittenOrigin: Codable {
    var scheme: String
    var host: String
    var port: Int

    init(_ origin: Origin) { (scheme, host, port) = (origin.scheme, origin.host, origin.port) }

    var origin: Origin { Origin(scheme: scheme, host: host, port: port) }
}

private struct WrittenHeader: Codable {
    var origin: WrittenOrigin
    var name: String
    var value: String
}

private struct WrittenCookie: Codable {
    var name: String
    var value: String
    var domain: String
    var isHostOnly: Bool
    var path: String
    var expires: Int64?
    var isSecure: Bool
    var isHTTPOnly: Bool
    var sameSite: String?

    init(_ cookie: Cookie) {
        (name, value, domain, isHostOnly) = (cookie.name, cookie.value, cookie.domain, cookie.isHostOnly)
        (path, expires, isSecure, isHTTPOnly) = (cookie.path, cookie.expires, cookie.isSecure, cookie.isHTTPOnly)
        sameSite = cookie.sameSite
    }

    /// Nil for a cookie that could not be sent as it is.
    var cookie: Cookie? {
        let isClean = ControlBytes.first(in: name + value) == nil && !(name + value).utf8.contains(UInt8(ascii: ";"))
        guard isClean, !name.isEmpty, !name.utf8.contains(UInt8(ascii: "=")), !domain.isEmpty,
            path.utf8.first == UInt8(ascii: "/")
        else { return nil }
        var cookie = Cookie(name, value, domain: domain)
        (cookie.isHostOnly, cookie.path, cookie.expires) = (isHostOnly, path, expires)
        (cookie.isSecure, cookie.isHTTPOnly, cookie.sameSite) = (isSecure, isHTTPOnly, sameSite)
        return cookie
    }
}

/// Response headers that are kept, and sent back only to the origin that sent them.
package struct KeptHeaders: Sendable {
    /// The names that are kept, in any case of letters.
    package var names: [String]
    /// The only origins whose headers are kept.
    private let trusted: Set<Origin>
    private var fields: [Origin: Headers] = [:]

    init(_ names: [String] = [], from trusted: Set<Origin> = []) {
        self.names = names
        self.trusted = trusted
    }

    package var isEmpty: Bool { fields.isEmpty }

    package subscript(origin: Origin) -> Headers { fields[origin] ?? Headers() }

    /// One line per kept header, with its origin.
    var lines: [String] {
        fields.sorted { $0.key.description < $1.key.description }.flatMap { origin, headers in
            headers.map { "\(origin)\t\($0.name): \($0.value)" }
        }
    }

    /// Every kept header, with the origin that it is sent to.
    var entries: [(Origin, Headers.Field)] {
        fields.sorted { $0.key.description < $1.key.description }.flatMap { origin, headers in
            headers.map { (origin, $0) }
        }
    }

    /// The origins whose headers are kept, in order.
    var origins: [Origin] { trusted.sorted { $0.description < $1.description } }

    /// Keeps a header of an earlier launch as if it came from that origin; one that would not be kept is left out.
    mutating func restore(_ name: String, _ value: String, for origin: Origin, note: ((String) -> Void)? = nil) {
        guard trusted.contains(origin), names.contains(where: { $0.lowercased() == name.lowercased() }) else { return }
        note?(value)
        fields[origin, default: Headers()].set(name, value, isCredential: true)
    }

    package var values: [String] { fields.values.flatMap { $0.map(\.value) } }

    /// Keeps the wanted headers of a response from that URL, for its origin.
    ///
    /// - Parameter note: called with every value that is kept, before any request can send it.
    mutating func receive(_ headers: Headers, from url: URLText, note: ((String) -> Void)? = nil) {
        guard !names.isEmpty else { return }
        let origin = url.origin
        guard trusted.contains(origin) else { return }
        for name in names {
            guard let value = headers.first(name) else { continue }
            note?(value)
            fields[origin, default: Headers()].set(name, value, isCredential: true)
        }
    }

    /// Adds the headers kept for the origin of that URL, except those that the request already has.
    func add(to headers: inout Headers, for url: URLText) {
        guard !fields.isEmpty, let kept = fields[url.origin] else { return }
        for field in kept where !headers.contains(field.name) {
            headers.append(field.name, field.value, isCredential: true)
        }
    }
}
