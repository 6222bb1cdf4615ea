// How this folder works together: where a request goes, as text. `URLReader` reads a `URLText`, with `PercentEncoding` for
// what a URL cannot hold and `InternationalHost` for the host. `HostMapping` reads what settings say of hosts: addresses to
// connect to, proxies and those who need none, sockets. `ASCIISet` has the signs that the grammars of HTTP tell apart.

import BatonValues

/// An absolute `http` or `https` URL in the form that is sent (RFC 3986), with the offsets of its parts.
///
/// Made by `parse`: characters that a URL cannot hold are percent-encoded, existing escapes stay as they are, scheme
/// and host are in lower case, the path is never empty. Dot segments stay: the engine removes them unless `path_as_is`
/// is set.
public struct URLText: Sendable {
    /// The URL without its fragment, which is never sent.
    public let text: String
    /// The text behind `#`.
    public let fragment: String?
    let parts: Parts

    /// Byte offsets in `text`; the scheme starts at 0 and the path ends where the query starts.
    struct Parts: Sendable {
        var schemeEnd: Int32 = 0
        /// Nil when there is no `@`.
        var userInfoEnd: Int32?
        var hostStart: Int32 = 0
        var hostEnd: Int32 = 0
        var pathStart: Int32 = 0
        var pathEnd: Int32 = 0
        var hasQuery = false
        /// The effective port: explicit or the scheme's default.
        var port: UInt16 = 0

        var hostRange: Range<Int> { Int(hostStart)..<Int(hostEnd) }
    }

    /// A placeholder for a response that did not come from a server.
    package static let nowhere = URLText(
        text: "http://nowhere.invalid/", fragment: nil,
        parts: Parts(schemeEnd: 4, hostStart: 7, hostEnd: 22, pathStart: 22, pathEnd: 23, port: 80))

    init(text: String, fragment: String?, parts: Parts) {
        self.text = text
        self.fragment = fragment
        self.parts = parts
    }

    /// `http` or `https`.
    public var scheme: String { parts.schemeEnd == 4 ? "http" : "https" }
    /// Whether the scheme is `https`.
    public var isSecure: Bool { parts.schemeEnd == 5 }
    /// An IPv6 address is in brackets.
    public var host: String { slice(parts.hostStart, parts.hostEnd) }
    /// The effective port: explicit or the scheme's default.
    public var port: Int { Int(parts.port) }
    /// Percent-encoded, never empty.
    public var path: String { slice(parts.pathStart, parts.pathEnd) }
    /// Without the question mark; nil without a query, which differs from an empty one.
    public var query: String? {
        parts.hasQuery ? slice(parts.pathEnd + 1, Int32(text.utf8.count)) : nil
    }
    /// `user:password`, percent-encoded as written.
    public var userInfo: String? {
        parts.userInfoEnd.map { slice(parts.schemeEnd + 3, $0) }
    }
    package var hasUserInfo: Bool { parts.userInfoEnd != nil }
    /// Scheme, host and port.
    public var origin: Origin { Origin(scheme: scheme, host: host, port: port) }
    /// `host:port`, the form in which messages name a server.
    public var hostAndPort: String { "\(host):\(port)" }

    /// Whether scheme, host and port are equal.
    public func hasSameOrigin(as other: URLText) -> Bool {
        parts.schemeEnd == other.parts.schemeEnd && parts.port == other.parts.port
            && text.utf8.hasSameBytes(in: parts.hostRange, as: other.text.utf8, in: other.parts.hostRange)
    }

    func slice(_ start: Int32, _ end: Int32) -> String {
        let range = Int(start)..<Int(end)
        let part = text.utf8.withContiguousStorageIfAvailable { bytes in
            String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
        }
        return part ?? String(decoding: Array(text.utf8)[range], as: UTF8.self)
    }
}

extension String.UTF8View {
    /// Whether byte ranges of two texts are equal.
    fileprivate func hasSameBytes(in range: Range<Int>, as other: Self, in otherRange: Range<Int>) -> Bool {
        guard range.count == otherRange.count else { return false }
        let isSame = withContiguousStorageIfAvailable { bytes in
            other.withContiguousStorageIfAvailable { others in
                let bytes = UnsafeBufferPointer(rebasing: bytes[range])
                let others = UnsafeBufferPointer(rebasing: others[otherRange])
                return bytes.indices.allSatisfy { bytes[$0] == others[$0] }
            }
        }
        return (isSame ?? nil)
            ?? dropFirst(range.lowerBound).prefix(range.count)
            .elementsEqual(other.dropFirst(otherRange.lowerBound).prefix(otherRange.count))
    }
}

extension URLText: Hashable, CustomStringConvertible {
    /// Whether text and fragment are equal.
    public static func == (one: URLText, other: URLText) -> Bool {
        one.text == other.text && one.fragment == other.fragment
    }

    /// Hashes the text.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(text)
    }

    /// The URL with its fragment.
    public var description: String {
        fragment.map { "\(text)#\($0)" } ?? text
    }
}

/// Why a text is not a URL that a request can be sent to.
public struct URLTextError: Error, Sendable, Hashable {
    /// The part of a sentence that follows the URL: "has no host".
    public let message: String
    /// The invalid bytes of the text.
    public let range: Range<Int>

    /// An error with its message and byte range.
    public init(_ message: String, at range: Range<Int>) {
        self.message = message
        self.range = range
    }
}

extension URLText {
    /// Resolves a reference found in a response from this URL to an absolute URL (RFC 3986 section 5.2).
    ///
    /// Dot segments of the reference are removed. The fragment of this URL is not carried over.
    public func resolving(_ reference: String) throws(URLTextError) -> URLText {
        let reference = Reference(reference)
        if reference.hasScheme { return try URLText.parse(reference.withoutDotSegments()) }
        if reference.authority != nil { return try URLText.parse("\(scheme):\(reference.withoutDotSegments())") }
        var target = slice(0, parts.pathStart)
        if reference.path.isEmpty {
            target += path
            if let query = reference.query.map(String.init) ?? query { target += "?\(query)" }
        } else {
            let isAbsolute = reference.path.utf8.first == UInt8(ascii: "/")
            let merged = isAbsolute ? reference.path : folder + reference.path
            target += DotSegments.removed(from: merged)
            if let query = reference.query { target += "?\(query)" }
        }
        if let fragment = reference.fragment { target += "#\(fragment)" }
        return try URLText.parse(target)
    }

    /// The path up to its last slash.
    private var folder: Substring {
        let path = path
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "/" }
        return Substring(path[...slash])
    }

    /// Adds query parameters behind the existing ones; names and values are percent-encoded.
    public func appending(query pairs: some Collection<(String, String)>) throws(URLTextError) -> URLText {
        guard !pairs.isEmpty else { return self }
        var target = text
        var separator = parts.hasQuery ? (query == "" ? "" : "&") : "?"
        for (name, value) in pairs {
            target += separator
            target += PercentEncoding.component(name)
            target += "="
            target += PercentEncoding.component(value)
            separator = "&"
        }
        if let fragment { target += "#\(fragment)" }
        return try URLText.parse(target)
    }

    /// The URL for messages: without `user:password@`.
    package var shown: String { withoutUserInfo.text }

    /// The URL without `user:password@`.
    public var withoutUserInfo: URLText {
        guard let end = parts.userInfoEnd else { return self }
        let removed = end + 1 - (parts.schemeEnd + 3)
        var parts = parts
        parts.userInfoEnd = nil
        parts.hostStart -= removed
        parts.hostEnd -= removed
        parts.pathStart -= removed
        parts.pathEnd -= removed
        let rest = slice(end + 1, Int32(text.utf8.count))
        return URLText(text: "\(scheme)://\(rest)", fragment: fragment, parts: parts)
    }
}

/// The five parts of a URI reference, split as in RFC 3986 appendix B.
private struct Reference {
    var schemeAndColon: Substring
    var authority: Substring?
    var path: Substring
    var query: Substring?
    var fragment: Substring?

    init(_ text: String) {
        var rest = text[...]
        if let hash = rest.utf8.firstIndex(of: UInt8(ascii: "#")) {
            fragment = rest[rest.utf8.index(after: hash)...]
            rest = rest[..<hash]
        }
        if let mark = rest.utf8.firstIndex(of: UInt8(ascii: "?")) {
            query = rest[rest.utf8.index(after: mark)...]
            rest = rest[..<mark]
        }
        schemeAndColon = ""
        if let colon = rest.utf8.firstIndex(of: UInt8(ascii: ":")) {
            let name = rest[..<colon].utf8
            let isName = name.first.map { !$0.isDigit && ASCIISet.alphanumeric.contains($0) } ?? false
            if isName, name.allSatisfy(ASCIISet.scheme.contains) {
                schemeAndColon = rest[...colon]
                rest = rest[rest.utf8.index(after: colon)...]
            }
        }
        if rest.utf8.starts(with: "//".utf8) {
            let start = rest.utf8.index(rest.utf8.startIndex, offsetBy: 2)
            let end = rest[start...].utf8.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
            authority = rest[start..<end]
            rest = rest[end...]
        }
        path = rest
    }

    var hasScheme: Bool { !schemeAndColon.isEmpty }

    func withoutDotSegments() -> String {
        var text = String(schemeAndColon)
        if let authority { text += "//\(authority)" }
        text += DotSegments.removed(from: path)
        if let query { text += "?\(query)" }
        if let fragment { text += "#\(fragment)" }
        return text
    }
}

/// Removes dot segments (RFC 3986 section 5.2.4).
enum DotSegments {
    static func removed(from path: Substring) -> String {
        guard path.utf8.contains(UInt8(ascii: ".")) else { return String(path) }
        var kept: [Substring] = []
        let isAbsolute = path.utf8.first == UInt8(ascii: "/")
        let segments = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        var endsInFolder = false
        for segment in segments.dropFirst(isAbsolute ? 1 : 0) {
            let segment = Substring(segment)
            endsInFolder = segment == "." || segment == ".."
            if segment == ".." { _ = kept.popLast() } else if segment != "." { kept.append(segment) }
        }
        if endsInFolder { kept.append("") }
        return (isAbsolute ? "/" : "") + kept.joined(separator: "/")
    }
}

extension URLText {
    var withoutDotSegments: URLText {
        let path = path
        let kept = DotSegments.removed(from: path[...])
        if kept == path { return self }
        var parts = parts
        parts.pathEnd = parts.pathStart + Int32(kept.utf8.count)
        let text = slice(0, parts.pathStart) + kept + slice(self.parts.pathEnd, Int32(text.utf8.count))
        return URLText(text: text, fragment: fragment, parts: parts)
    }

    /// The URL with `userInfo@` before its host; the text must be percent-encoded already.
    func withUserInfo(_ userInfo: String) -> URLText {
        let bare = withoutUserInfo
        let added = Int32(userInfo.utf8.count) + 1
        let start = bare.parts.schemeEnd + 3
        var parts = bare.parts
        parts.userInfoEnd = start + added - 1
        parts.hostStart += added
        parts.hostEnd += added
        parts.pathStart += added
        parts.pathEnd += added
        let rest = bare.slice(start, Int32(bare.text.utf8.count))
        return URLText(text: "\(scheme)://\(userInfo)@\(rest)", fragment: fragment, parts: parts)
    }
}

extension URLText {
    /// Whether the host is this machine, by its name (RFC 6761 section 6.3) or its address.
    package var isLoopback: Bool {
        let host = host
        if host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}

/// Scheme, host and port (RFC 6454); credentials belong to one origin.
public struct Origin: Sendable, Hashable, CustomStringConvertible {
    /// `http` or `https`.
    public let scheme: String
    /// In lower case; an IPv6 address in brackets.
    public let host: String
    /// The effective port: explicit or the scheme's default.
    public let port: Int

    /// An origin from its parts, in lower case.
    public init(scheme: String, host: String, port: Int) {
        self.scheme = scheme
        self.host = host
        self.port = port
    }

    /// `https://host:443`.
    public var description: String { "\(scheme)://\(host):\(port)" }
}

/// `user:password` before the host of a URL (RFC 3986 section 3.2.1).
package enum UserInfo {
    /// Both parts percent-decoded; a missing password is empty.
    package static func credentials(in text: String) -> (username: String, password: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
        let decoded = parts.map { String(decoding: PercentEncoding.decode(String(Substring($0))), as: UTF8.self) }
        return (decoded.first ?? "", decoded.count > 1 ? decoded[1] : "")
    }

    /// A URL with its password as `***`, so that a name or a report may show it.
    package static func hidden(in url: String) -> String {
        guard let place = password(inURL: url) else { return url }
        return "\(url[..<place.lowerBound])***\(url[place.upperBound...])"
    }

    /// A text that is no valid URL, with all that may be meant as a password as `***`: a `/`, `?` or `#` in a password ends
    /// the host as far as a reader of URLs is concerned.
    package static func hidden(inInvalid text: String) -> String {
        let scheme = text.firstRange(of: "://")
        let start = scheme?.upperBound ?? text.startIndex
        guard let at = text.lastIndex(of: "@"), start < at, let colon = text[start..<at].firstIndex(of: ":"),
            scheme != nil || !text[..<at].contains("/")
        else { return text.contains("://") ? withoutOddPort(hidden(in: text)) : hidden(in: text) }
        return "\(text[...colon])***\(text[at...])"
    }

    /// The text with `***` for a port that is no number: in `http://user:password`, of which the host was forgotten, it is
    /// the password.
    package static func withoutOddPort(_ text: String) -> String {
        guard let port = oddPort(of: text) else { return text }
        return "\(text[..<port.startIndex])***\(text[port.endIndex...])"
    }

    /// A port that is no number; nil for any other.
    static func oddPort(of text: String) -> Substring? {
        let start = text.firstRange(of: "://")?.upperBound ?? text.startIndex
        let authority = text[start...].prefix { !"/?#".contains($0) }
        guard !authority.contains("@"), !authority.hasSuffix("]"), let colon = authority.lastIndex(of: ":") else {
            return nil
        }
        let port = authority[text.index(after: colon)...]
        return port.utf8.allSatisfy(\.isDigit) ? nil : port
    }

    /// The password in a text that may not be a valid URL, as written and percent-decoded.
    package static func passwords(inURL url: String) -> [String] {
        password(inURL: url).map { passwords(in: ":" + url[$0]) } ?? []
    }

    private static func password(inURL url: String) -> Range<String.Index>? {
        guard mayHoldPassword(url) else { return nil }
        let text = url.utf8
        guard let colon = text.firstIndex(of: UInt8(ascii: ":")), url[colon...].hasPrefix("://") else { return nil }
        let start = text.index(colon, offsetBy: 3)
        let end = text[start...].firstIndex { [UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#")].contains($0) }
        let authority = url[start..<(end ?? url.endIndex)]
        guard let at = authority.utf8.lastIndex(of: UInt8(ascii: "@")),
            let password = authority[..<at].utf8.firstIndex(of: UInt8(ascii: ":"))
        else { return nil }
        return text.index(after: password)..<at
    }

    /// A quick test for `@`, which most URLs do not have.
    private static func mayHoldPassword(_ url: String) -> Bool {
        var url = url
        return url.withUTF8 { $0.contains(UInt8(ascii: "@")) }
    }

    /// The password as written and percent-decoded; empty without a password.
    package static func passwords(in text: String) -> [String] {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return [] }
        let written = String(text[text.utf8.index(after: colon)...])
        return written.isEmpty ? [] : [written, credentials(in: text).password]
    }
}
