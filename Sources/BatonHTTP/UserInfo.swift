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
        return port.utf8.allSatisfy(\.isASCIIDigit) ? nil : port
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
