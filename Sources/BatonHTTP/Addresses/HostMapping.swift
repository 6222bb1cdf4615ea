import BatonSystem
import BatonValues

/// Entries of `resolve` (`HOST:PORT:ADDRESS`) and `connect_to` (`HOST:PORT:CONNECT-HOST:CONNECT-PORT`), as in curl.
package enum HostMapping {
    /// Splits an entry at its colons into at most `count` parts; an IPv6 address in brackets stays whole, and the last
    /// part keeps its colons.
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

    /// The error in an entry of `resolve`; nil if it is valid.
    package static func violation(inResolve text: String) -> String? {
        let parts = parts(text, count: 3)
        guard parts.count == 3, HostText.isHost(parts[0]), !parts[2].isEmpty, !hasForbidden(text) else {
            return "`\(text)` is not `HOST:PORT:ADDRESS`"
        }
        if !PortText.isPort(parts[1]) { return "`\(parts[1])` in `\(text)` is no port" }
        if HostText.isAddress(parts[2]) { return nil }
        return "`\(parts[2])` in `\(text)` is no IP address: to go to another host write `connect_to`"
    }

    /// The error in an entry of `connect_to`; nil if it is valid. An empty part matches any value, or keeps the
    /// original one.
    package static func violation(inConnectTo text: String) -> String? {
        let parts = parts(text, count: 4)
        guard parts.count == 4, !hasForbidden(text) else {
            return "`\(text)` is not `HOST:PORT:CONNECT-HOST:CONNECT-PORT`"
        }
        for port in [parts[1], parts[3]] where !port.isEmpty && !PortText.isPort(port) {
            return "`\(port)` in `\(text)` is no port"
        }
        for host in [parts[0], parts[2]] where !host.isEmpty && !HostText.isHost(host) {
            return "`\(host)` in `\(text)` is no host"
        }
        return nil
    }

    private static func hasForbidden(_ text: String) -> Bool {
        text.utf8.contains { $0 <= 0x20 || $0 == 0x7F }
    }
}

private enum PortText {
    static func isPort(_ text: some StringProtocol) -> Bool {
        guard text.utf8.count <= 5, text.utf8.allSatisfy(\.isDigit), let port = Int(text) else { return false }
        return (1...65535).contains(port)
    }
}

/// Hosts as options of a request write them: names, IPv4 addresses, and IPv6 addresses in brackets.
private enum HostText {
    /// Whether the text may be a host. Names are not checked further, because resolving them does.
    static func isHost(_ text: Substring) -> Bool {
        if text.utf8.first == UInt8(ascii: "[") { return HostAddress.isIPv6(text) }
        return !text.isEmpty && text.utf8.allSatisfy { !"[]/@?#\\".utf8.contains($0) }
    }

    /// Whether the text is an IP address; an IPv6 address may be in brackets.
    static func isAddress(_ text: Substring) -> Bool {
        HostAddress.isIPv4(text) || HostAddress.isIPv6(text) || IPv6Text.isAddress(text.utf8)
    }
}

/// The path of a Unix domain socket.
package enum UnixSocketText {
    /// The most bytes of a path in a socket address, without the terminating zero.
    private static let longest = 107

    /// The error in a path; nil if it is valid.
    package static func violation(in path: String) -> String? {
        if path.isEmpty { return "`unix_socket` is empty" }
        if path.utf8.contains(0) { return "`unix_socket` has a NUL byte in its path" }
        let count = path.utf8.count
        if count <= longest { return nil }
        return "the path of `unix_socket` has \(count) bytes, and that of a socket has at most \(longest)"
    }
}

/// The URL of a proxy.
package enum ProxyText {
    private static let schemes = ["http", "https", "socks4", "socks4a", "socks5", "socks5h"]

    /// The error in a proxy URL; nil if it is valid. `HOST:PORT` alone is an HTTP proxy.
    package static func violation(in text: String) -> String? {
        if text.isEmpty || text.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F }) {
            return "`\(shown(text))` is no URL of a proxy"
        }
        var rest = text[...]
        if let (name, end) = scheme(of: text) {
            let scheme = name.lowercased()
            guard schemes.contains(scheme) else {
                return "a proxy cannot be reached by `\(scheme)`; there are \(schemes.joined(separator: ", "))"
            }
            rest = text[end...]
        }
        if let at = rest.utf8.lastIndex(of: UInt8(ascii: "@")) {
            if endsEarly(rest[..<at]) {
                return
                    "`\(shown(text))` has a `/`, `?` or `#` in its user name or password, which is to be percent-encoded"
            }
            rest = rest[rest.utf8.index(after: at)...]
        }
        rest = rest.prefix { $0 != "/" }
        let isBracketed = rest.utf8.first == UInt8(ascii: "[")
        let end = rest.utf8.firstIndex(of: UInt8(ascii: isBracketed ? "]" : ":"))
            .map { isBracketed ? rest.utf8.index(after: $0) : $0 }
        let host = rest[..<(end ?? rest.endIndex)]
        let port = rest[host.endIndex...]
        if host.isEmpty { return "`\(shown(text))` names no proxy" }
        if !HostText.isHost(host) { return "`\(host)` is no host of a proxy" }
        if port.isEmpty || port.utf8.first == UInt8(ascii: ":") && PortText.isPort(port.dropFirst()) { return nil }
        let number = port.utf8.first == UInt8(ascii: ":") ? port.dropFirst() : port
        // What is no number may be a password, of which the host was forgotten.
        return number == port || number.utf8.allSatisfy(\.isDigit)
            ? "`\(number)` is no port of the proxy `\(host)`" : "the port of the proxy `\(host)` is no number"
    }

    /// Whether TLS is spoken with the proxy itself.
    package static func isSecure(_ text: String) -> Bool { text.lowercased().hasPrefix("https://") }

    /// The text without its password, also where it is no URL: all before the last `@` may be one then.
    package static func shown(_ text: String) -> String {
        guard let userInfo = userInfo(in: text) else { return UserInfo.withoutOddPort(text) }
        let hidden = UserInfo.hidden(in: text)
        let isPlain = scheme(of: text) != nil && !endsEarly(userInfo[...]) && userInfo.contains(":")
        return isPlain ? hidden : withoutUserInfo(text, "***@")
    }

    /// The text without user name and password.
    package static func withoutUserInfo(_ text: String, _ replacement: String = "") -> String {
        guard let userInfo = userInfo(in: text) else { return text }
        let start = scheme(of: text)?.end ?? text.startIndex
        let at = text.utf8.index(start, offsetBy: userInfo.utf8.count)
        return text[..<start] + replacement + text[text.utf8.index(after: at)...]
    }

    /// Whether a URL's authority would end within this user info.
    private static func endsEarly(_ userInfo: Substring) -> Bool {
        userInfo.utf8.contains { "/?#".utf8.contains($0) }
    }

    /// The password of `http://user:password@host`, as written and percent-decoded; of `http://user:password` too.
    package static func passwords(in text: String) -> [String] {
        userInfo(in: text).map { UserInfo.passwords(in: $0) } ?? UserInfo.oddPort(of: text).map { [String($0)] } ?? []
    }

    /// `user:password`; nil for a URL without.
    package static func userInfo(in text: String) -> String? {
        let start = scheme(of: text)?.end ?? text.startIndex
        guard let at = text.utf8.lastIndex(of: UInt8(ascii: "@")), at >= start else { return nil }
        return String(text[start..<at])
    }

    private static func scheme(of text: String) -> (name: Substring, end: String.Index)? {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), text[colon...].hasPrefix("://") else {
            return nil
        }
        return (text[..<colon], text.utf8.index(colon, offsetBy: 3))
    }
}

/// The hosts that are reached without a proxy, as `no_proxy` lists them, between commas or spaces: `*` for all, a name for
/// itself and its subdomains, with or without a dot before it, an IP address in any of its forms, and a network such as
/// `10.0.0.0/8` or `fd00::/8`.
package struct ProxyExceptions: Sendable {
    private enum Entry {
        case all
        case domain(String)
        case network(Address, bits: Int)
    }

    private struct Address {
        let bytes: [UInt8]

        /// An IPv6 address may be in brackets.
        init?(_ text: some StringProtocol) {
            let isBracketed = text.hasPrefix("[") && text.hasSuffix("]")
            let bare = isBracketed ? String(text.dropFirst().dropLast()) : String(text)
            var four = in_addr()
            var six = in6_addr()
            if !isBracketed, inet_pton(AF_INET, bare, &four) == 1 {
                bytes = withUnsafeBytes(of: four) { Array($0) }
            } else if inet_pton(AF_INET6, bare, &six) == 1 {
                bytes = withUnsafeBytes(of: six) { Array($0) }
            } else {
                return nil
            }
        }

        func hasPrefix(_ bits: Int, of network: Address) -> Bool {
            guard bytes.count == network.bytes.count else { return false }
            return (0..<bits).allSatisfy { bit in
                (bytes[bit / 8] ^ network.bytes[bit / 8]) & (0x80 >> UInt8(bit % 8)) == 0
            }
        }
    }

    private let entries: [Entry]

    /// Entries that can match no host are left out.
    package init(_ text: String) {
        entries = Self.parts(text).compactMap(Self.entry)
    }

    private static func parts(_ text: String) -> [Substring] {
        text.split { $0 == "," || $0 == " " || $0 == "\t" }
    }

    /// Why an entry can match no host; nil where each can.
    package static func violation(in text: String) -> String? {
        parts(text).first { entry($0) == nil }.map {
            "`\($0)` names no host: `*`, `example.com`, `.example.com`, `127.0.0.1`, `::1` and `10.0.0.0/8` do, without scheme and port"
        }
    }

    /// Whether the host of a URL is among them.
    package func contains(host: String) -> Bool {
        let host = host.hasSuffix(".") ? String(host.dropLast()) : host
        let address = Address(host)
        return entries.contains { entry in
            switch entry {
            case .all: true
            case .network(let network, let bits): address?.hasPrefix(bits, of: network) ?? false
            case .domain(let name): host == name || host.hasSuffix(".\(name)")
            }
        }
    }

    private static func entry(_ text: Substring) -> Entry? {
        if text == "*" { return .all }
        if let address = Address(text) { return .network(address, bits: address.bytes.count * 8) }
        if let slash = text.firstIndex(of: "/") {
            let digits = text[text.index(after: slash)...]
            guard let address = Address(text[..<slash]), digits.utf8.allSatisfy(\.isDigit), let bits = Int(digits),
                bits <= address.bytes.count * 8
            else { return nil }
            return .network(address, bits: bits)
        }
        var name = text.lowercased()[...]
        if name.hasPrefix(".") { name.removeFirst() }
        if name.hasSuffix(".") { name.removeLast() }
        guard !name.isEmpty, !name.hasPrefix("."),
            name.utf8.allSatisfy({ $0 > 0x20 && !"*:/@?#[]\\".utf8.contains($0) }),
            let host = try? InternationalHost.ascii(String(name))
        else { return nil }
        return .domain(host)
    }
}

/// IPv6 addresses as URLs write them (RFC 3986 section 3.2.2, RFC 6874).
enum IPv6Text {
    /// Whether the text between the brackets is an address; a zone may follow it as `%25eth0`.
    static func isAddress(_ bytes: some Collection<UInt8>) -> Bool {
        let text = String(decoding: bytes, as: UTF8.self)
        let parts = text.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false)
        if parts.count > 1 {
            let zone = parts[1].utf8
            guard zone.starts(with: "25".utf8), zone.count > 2,
                zone.dropFirst(2).allSatisfy(ASCIISet.unreserved.contains)
            else { return false }
        }
        var address = in6_addr()
        return inet_pton(AF_INET6, String(parts[0]), &address) == 1
    }

    /// The address as RFC 5952 writes it, `2001:db8::1`; nil for a text that is no IPv6 address.
    static func canonical(_ text: String) -> String? {
        var address = in6_addr()
        guard text.utf8.contains(UInt8(ascii: ":")), inet_pton(AF_INET6, text, &address) == 1 else { return nil }
        var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        guard inet_ntop(AF_INET6, &address, &buffer, socklen_t(buffer.count)) != nil else { return nil }
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

/// Hosts of URLs that are IP addresses.
package enum HostAddress {
    /// Whether the host is four decimal numbers (RFC 3986 section 3.2.2).
    package static func isIPv4(_ host: some StringProtocol) -> Bool {
        var address = in_addr()
        return inet_pton(AF_INET, String(host), &address) == 1
    }

    /// Whether the host is an IPv6 address in brackets.
    package static func isIPv6(_ host: some StringProtocol) -> Bool {
        host.hasPrefix("[") && host.hasSuffix("]") && IPv6Text.isAddress(host.utf8.dropFirst().dropLast())
    }
}
