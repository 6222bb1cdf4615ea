import BatonSystem

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
    package static func fault(in text: String) -> String? {
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
            guard let address = Address(text[..<slash]), digits.utf8.allSatisfy(\.isASCIIDigit), let bits = Int(digits),
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
