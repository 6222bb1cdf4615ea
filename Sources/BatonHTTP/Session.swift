/// What a client remembers between requests: cookies, and headers that responses carried and that are sent back.
public struct Session: Sendable {
    package var jar = CookieJar()
    package var kept: KeptHeaders

    /// The names of headers that are kept when a response carries them (`session.headers` of the project file).
    public var keptNames: [String] {
        get { kept.names }
        set { kept.names = newValue }
    }

    /// Keeps headers of these names of responses from these origins.
    public init(keeping names: [String] = [], from trusted: Set<Origin> = []) {
        kept = KeptHeaders(names, from: trusted)
    }

    /// Whether a request gets nothing from it.
    public var isEmpty: Bool { jar.isEmpty && kept.isEmpty }

    /// The headers that go back to an origin.
    public func keptHeaders(for origin: Origin) -> Headers { kept[origin] }

    /// Everything in it that may go with a request to some URL, as one text: two sessions with the same send the same.
    package var identity: String {
        let cookies = jar.cookies.map {
            "\($0.domain)\t\($0.isHostOnly)\t\($0.path)\t\($0.isSecure)\t\($0.name)=\($0.value)"
        }
        return (cookies + kept.lines).joined(separator: "\n")
    }

    /// The values of cookies and kept headers: whoever sees one can be taken for the client.
    package var secrets: [String] {
        jar.cookies.flatMap { [$0.value, CookieHeader.unquoted($0.value)] } + kept.values
    }

    /// Takes over what a response from that URL sets.
    public mutating func receive(_ headers: Headers, from url: URLText, now: Int64) {
        jar.receive(headers, from: url, now: now)
        kept.receive(headers, from: url)
    }

    /// Adds cookies and kept headers for that URL to headers that do not name them already.
    public func addHeaders(to headers: inout Headers, for url: URLText, now: Int64) {
        kept.add(to: &headers, for: url)
        jar.add(to: &headers, for: url, now: now)
    }
}

extension CookieJar {
    /// Adds the cookies for that URL to those that the headers carry already; of one name, these win.
    func add(to headers: inout Headers, for url: URLText, now: Int64) {
        guard !isEmpty else { return }
        let written = headers["cookie"]
        let names = CookieHeader.names(in: written ?? "")
        let added = cookies(for: url, now: now).filter { !names.contains($0.name) }
        guard !added.isEmpty else { return }
        let text = added.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
        headers.set("Cookie", written.map { "\($0); \(text)" } ?? text, isCredential: true)
    }
}

package enum CookieHeader {
    /// What stands between the name and the attributes of a `Set-Cookie` header, whatever it is worth.
    package static func value(ofSetCookie header: String) -> String {
        let pair = header.utf8.prefix { $0 != UInt8(ascii: ";") }
        guard let equals = pair.firstIndex(of: UInt8(ascii: "=")) else { return "" }
        return String(Substring(pair[pair.index(after: equals)...].drop { $0 == 0x20 }))
    }

    /// What the cookies of a `Cookie` header hold.
    package static func values(in header: String) -> [String] {
        header.split(separator: ";").map { pair in
            let value = pair.firstIndex(of: "=").map { pair[pair.index(after: $0)...] } ?? pair
            return String(value.drop { $0 == " " })
        }
    }

    /// Without the quotes that may stand around it (RFC 6265 section 4.1.1) and that a server may leave out.
    package static func unquoted(_ value: String) -> String {
        let bytes = value.utf8
        guard bytes.count >= 2, bytes.first == UInt8(ascii: "\""), bytes.last == UInt8(ascii: "\"") else {
            return value
        }
        return String(value.dropFirst().dropLast())
    }

    /// A `Cookie` header's value, or a `Set-Cookie` header's, with `***` for what cookies hold: their names and
    /// attributes may be seen.
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

    /// The names in a `Cookie` header's value.
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
