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
