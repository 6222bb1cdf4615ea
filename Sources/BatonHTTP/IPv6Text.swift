import BatonSystem

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
