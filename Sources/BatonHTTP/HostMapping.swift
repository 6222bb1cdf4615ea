/// Entries of `resolve` (`HOST:PORT:ADDRESS`) and `connect_to` (`HOST:PORT:CONNECT-HOST:CONNECT-PORT`), as curl has them.
package enum HostMapping {
    /// The parts between colons; an IPv6 address in brackets is one part, and so is everything behind the last colon
    /// that is looked for.
    package static func parts(_ text: String, count: Int) -> [Substring] {
        var parts: [Substring] = []
        var start = text.startIndex
        var depth = 0
        for index in text.utf8.indices where parts.count < count - 1 {
            switch text.utf8[index] {
            case UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: ":") where depth == 0:
                parts.append(text[start..<index])
                start = text.utf8.index(after: index)
            default: break
            }
        }
        parts.append(text[start...])
        return parts
    }

    /// What is wrong with an entry of `resolve`; nil when nothing is.
    package static func fault(inResolve text: String) -> String? {
        let parts = parts(text, count: 3)
        guard parts.count == 3, !parts[0].isEmpty, !parts[2].isEmpty, !hasForbidden(text) else {
            return "`\(text)` is not `HOST:PORT:ADDRESS`"
        }
        return isPort(parts[1]) ? nil : "`\(parts[1])` in `\(text)` is no port"
    }

    /// What is wrong with an entry of `connect_to`; nil when nothing is. An empty part stands for any, or for the same.
    package static func fault(inConnectTo text: String) -> String? {
        let parts = parts(text, count: 4)
        guard parts.count == 4, !hasForbidden(text) else {
            return "`\(text)` is not `HOST:PORT:CONNECT-HOST:CONNECT-PORT`"
        }
        for port in [parts[1], parts[3]] where !port.isEmpty && !isPort(port) {
            return "`\(port)` in `\(text)` is no port"
        }
        return nil
    }

    private static func isPort(_ text: Substring) -> Bool {
        guard text.utf8.count <= 5, text.utf8.allSatisfy(\.isASCIIDigit), let port = Int(text) else { return false }
        return (1...65535).contains(port)
    }

    private static func hasForbidden(_ text: String) -> Bool {
        text.utf8.contains { $0 <= 0x20 || $0 == 0x7F }
    }
}

/// The URL of a proxy.
package enum ProxyText {
    private static let schemes = ["http", "https", "socks4", "socks4a", "socks5", "socks5h"]

    /// What is wrong with it; nil when nothing is. `HOST:PORT` alone is an HTTP proxy.
    package static func fault(in text: String) -> String? {
        if text.isEmpty || text.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F }) {
            return "`\(text)` is no URL of a proxy"
        }
        var rest = text[...]
        if let (name, end) = scheme(of: text) {
            let scheme = name.lowercased()
            guard schemes.contains(scheme) else {
                return "a proxy cannot be reached by `\(scheme)`; there are \(schemes.joined(separator: ", "))"
            }
            rest = text[end...]
        }
        if let at = rest.utf8.lastIndex(of: UInt8(ascii: "@")) { rest = rest[rest.utf8.index(after: at)...] }
        let host = rest.utf8.prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "/") }
        return host.isEmpty ? "`\(text)` names no proxy" : nil
    }

    /// The password of `http://user:password@host`, as written and percent-decoded.
    package static func passwords(in text: String) -> [String] {
        let start = scheme(of: text)?.end ?? text.startIndex
        guard let at = text.utf8.lastIndex(of: UInt8(ascii: "@")), at >= start else { return [] }
        return UserInfo.passwords(in: String(text[start..<at]))
    }

    private static func scheme(of text: String) -> (name: Substring, end: String.Index)? {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), text[colon...].hasPrefix("://") else {
            return nil
        }
        return (text[..<colon], text.utf8.index(colon, offsetBy: 3))
    }
}
