import BatonValues

/// How the client verifies the server's certificate, and which certificate of its own it presents.
public struct TLSOptions: Sendable, Hashable {
    /// A version of TLS.
    public enum Version: String, Sendable, Hashable, CaseIterable, Comparable {
        /// TLS 1.0 (RFC 2246), which RFC 8996 deprecates.
        case tls10 = "1.0"
        /// TLS 1.1 (RFC 4346), which RFC 8996 deprecates.
        case tls11 = "1.1"
        /// TLS 1.2 (RFC 5246).
        case tls12 = "1.2"
        /// TLS 1.3 (RFC 8446).
        case tls13 = "1.3"

        /// The older version is the lesser one.
        public static func < (one: Version, other: Version) -> Bool { one.rawValue < other.rawValue }
    }

    /// False accepts any certificate for any host: whoever is between client and server can read and change everything.
    public var verify: Bool
    /// The path of a PEM file, or of a folder of hashed PEM files, with the authorities that are trusted instead of the
    /// system's; or the PEM itself, a text of several lines.
    public var ca: String?
    /// The path of the client's certificate: PEM, or PKCS#12 if the file name ends in `.p12` or `.pfx`; or the PEM itself,
    /// a text of several lines.
    public var certificate: String?
    /// The path of the private key of `certificate` in PEM, or the PEM itself, a secret; nil where it stands with the
    /// certificate.
    public var key: String?
    /// The password of the private key; a secret.
    public var keyPassword: String?
    /// The only public keys that the server may have: `sha256//` and the SHA-256 of the key in base64, several separated
    /// by `;`, or the path of a file with the key in PEM or DER. It is checked in addition to the certificate.
    public var pin: String?
    /// The oldest version that is spoken; nil: as libcurl decides.
    public var minimumVersion: Version?
    /// The newest version that is spoken; nil: the newest one there is.
    public var maximumVersion: Version?

    /// Verifies certificates with the system's authorities, unless said otherwise.
    public init(
        verify: Bool = true, ca: String? = nil, certificate: String? = nil, key: String? = nil,
        keyPassword: String? = nil, pin: String? = nil, minimumVersion: Version? = nil,
        maximumVersion: Version? = nil
    ) {
        self.verify = verify
        self.ca = ca
        self.certificate = certificate
        self.key = key
        self.keyPassword = keyPassword
        self.pin = pin
        self.minimumVersion = minimumVersion
        self.maximumVersion = maximumVersion
    }

    /// The PEM that stands in place of a path: it has several lines; nil for a path.
    package static func pem(_ value: String) -> String? {
        value.utf8.contains { $0 == 0x0A || $0 == 0x0D } || value.contains("-----BEGIN") ? value : nil
    }

    /// The path, or words for a PEM that stands in its place.
    package static func shown(_ value: String, as name: String) -> String { pem(value) == nil ? value : name }

    /// Whether the client's certificate is PKCS#12 instead of PEM.
    package var hasPKCS12Certificate: Bool {
        guard let certificate, Self.pem(certificate) == nil else { return false }
        let name = certificate.lowercased()
        return name.hasSuffix(".p12") || name.hasSuffix(".pfx")
    }
}

extension TLSOptions: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// What is set, without key and password: `TLSOptions(ca: ca.pem, key: ***)`.
    public var description: String {
        let texts = [
            ("ca", ca.map { Self.shown($0, as: "PEM") }),
            ("certificate", certificate.map { Self.shown($0, as: "PEM") }),
            ("key", key.map { Self.shown($0, as: "***") }), ("keyPassword", keyPassword.map { _ in "***" }),
            ("pin", pin),
            ("minimumVersion", minimumVersion?.rawValue), ("maximumVersion", maximumVersion?.rawValue),
            ("verify", verify ? nil : "false"),
        ]
        return "TLSOptions(\(texts.compactMap { name, text in text.map { "\(name): \($0)" } }.joined(separator: ", ")))"
    }

    /// As `description`.
    public var debugDescription: String { description }
    /// No children: `dump` shows no secrets.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

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

/// Checks the public keys of servers in `TLSOptions.pin`.
package enum PinnedKey {
    /// The mistake in a text such as `sha256//…;sha256//…`; nil for a valid one.
    package static func violation(inHashes text: String) -> String? {
        for part in text.split(separator: ";", omittingEmptySubsequences: false) {
            let hash = String(part.dropFirst(prefix.count))
            if part.hasPrefix(prefix), Base64.decode(hash, .any)?.count == 32 { continue }
            return "`\(part)` is no pinned key"
        }
        return nil
    }

    /// Whether a pin is a hash, not the path of a file. Other programs write one slash, which is a mistake here.
    package static func isHash(_ text: some StringProtocol) -> Bool { text.hasPrefix("sha256/") }

    private static let prefix = "sha256//"

    /// Whether a file contains a public key: a SubjectPublicKeyInfo (RFC 5280 section 4.1) in DER or PEM.
    package static func isPublicKey(_ file: [UInt8]) -> Bool {
        let text = String(decoding: file, as: UTF8.self)
        guard let start = text.firstRange(of: "-----BEGIN PUBLIC KEY-----")?.upperBound,
            let end = text[start...].firstRange(of: "-----END PUBLIC KEY-----")?.lowerBound
        else { return isSequence(file) }
        let base64 = text[start..<end].filter { !$0.isWhitespace }
        return Base64.decode(base64, .any).map(isSequence) ?? false
    }

    /// Whether all bytes together are one DER sequence (X.690 section 8.1): a tag, a length and that many bytes.
    private static func isSequence(_ bytes: [UInt8]) -> Bool {
        guard bytes.count > 2, bytes[0] == 0x30 else { return false }
        if bytes[1] < 0x80 { return bytes.count == 2 + Int(bytes[1]) }
        let digits = Int(bytes[1] & 0x7F)
        guard 1...3 ~= digits, bytes.count > 2 + digits else { return false }
        return bytes.count == 2 + digits + bytes[2..<2 + digits].reduce(0) { $0 << 8 | Int($1) }
    }
}
