/// The certificate that a server presented in the TLS handshake.
package struct Certificate: Sendable, Hashable {
    /// Distinguished names as OpenSSL writes them: `C = DE, O = Example, CN = api.example.com`.
    package var subject = ""
    package var issuer = ""
    /// Hexadecimal, as the certificate authority assigned it.
    package var serial = ""
    /// Seconds since 1970.
    package var starts: Int64?
    package var expires: Int64?
    /// The subject alternative names without their kind: `api.example.com`, `127.0.0.1`, and IPv6 addresses as RFC 5952
    /// writes them, `2001:db8::1`.
    package var names: [String] = []

    package init() {}

    /// Reads libcurl's description of a certificate, lines such as `Subject:CN = api.example.com`; other lines are
    /// skipped.
    package init(lines: some Sequence<String>) {
        for line in lines {
            guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) else { continue }
            let value = String(line[line.utf8.index(after: colon)...])
            switch line[..<colon] {
            case "Subject": subject = Self.unescaped(value)
            case "Issuer": issuer = Self.unescaped(value)
            case "Serial Number": serial = value
            case "Start date": starts = CookieDate.parse(value)
            case "Expire date": expires = CookieDate.parse(value)
            case "X509v3 Subject Alternative Name": names = Self.names(in: value)
            default: break
            }
        }
    }

    /// A distinguished name with the UTF-8 that OpenSSL writes as `\C3\A4`; other escapes stay.
    private static func unescaped(_ name: String) -> String {
        guard name.utf8.contains(UInt8(ascii: "\\")) else { return name }
        let bytes = Array(name.utf8)
        var plain: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "\\"), index + 2 < bytes.count,
                let byte = UInt8(String(decoding: bytes[index + 1...index + 2], as: UTF8.self), radix: 16), byte >= 0x80
            {
                plain.append(byte)
                index += 3
            } else {
                plain.append(bytes[index])
                index += 1
            }
        }
        return String(validating: plain, as: UTF8.self) ?? name
    }

    /// Reads a list such as `DNS:localhost, IP Address:127.0.0.1`.
    private static func names(in text: String) -> [String] {
        text.utf8.split(separator: UInt8(ascii: ",")).compactMap { part in
            guard let colon = part.firstIndex(of: UInt8(ascii: ":")) else { return nil }
            return canonicalName(String(Substring(part[part.index(after: colon)...])))
        }
    }

    /// A name in the form that `names` has: an IPv6 address as RFC 5952 writes it, any other name as it is.
    package static func canonicalName(_ name: String) -> String { IPv6Text.canonical(name) ?? name }
}
