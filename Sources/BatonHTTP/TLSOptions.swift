/// How the client verifies the server's certificate, and which certificate of its own it presents.
package struct TLSOptions: Sendable, Hashable {
    package enum Version: String, Sendable, Hashable, CaseIterable {
        case tls10 = "1.0"
        case tls11 = "1.1"
        case tls12 = "1.2"
        case tls13 = "1.3"
    }

    /// False accepts any certificate for any host.
    package var verify = true
    /// A PEM file, or a folder of hashed PEM files, with the authorities that are trusted instead of the system's.
    package var ca: String?
    /// The client's certificate: PEM, or PKCS#12 if the file name ends in `.p12` or `.pfx`.
    package var certificate: String?
    package var key: String?
    package var keyPassword: String?
    /// `sha256//` and the base64 hash of the server's public key, several separated by `;`, or a file with the key.
    package var pin: String?
    package var minimumVersion: Version?
    package var maximumVersion: Version?

    package init() {}

    /// Whether the client's certificate is PKCS#12 instead of PEM.
    package var hasPKCS12Certificate: Bool {
        guard let name = certificate?.lowercased() else { return false }
        return name.hasSuffix(".p12") || name.hasSuffix(".pfx")
    }
}
