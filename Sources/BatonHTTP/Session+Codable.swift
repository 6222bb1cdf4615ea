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
            guard Headers([Headers.Field(written.name, written.value)]).fault == nil else {
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
