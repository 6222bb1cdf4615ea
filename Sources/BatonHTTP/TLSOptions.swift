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
