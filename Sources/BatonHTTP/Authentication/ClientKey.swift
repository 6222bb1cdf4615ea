/// The private key of an OAuth 2.0 client, which proves who it is without a secret: `private_key_jwt` (RFC 7523, OpenID
/// Connect Core 1.0 section 9).
///
/// The program signs, with whatever has its key: swift-crypto, a key store, a hardware module.
///
/// ```swift
/// let key = try P256.Signing.PrivateKey(pemRepresentation: pem)
/// let clientKey = ClientKey("ES256", id: "2026-11") { try Array(key.signature(for: $0).rawRepresentation) }
/// ```
/// Make one and keep it: tokens are shared by configurations with the same key.
public final class ClientKey: Sendable, Hashable {
    /// The name of the signature's algorithm (RFC 7518 section 3.1): `ES256`, `RS256`, `EdDSA`.
    public let algorithm: String
    /// The key's identifier, by which the server finds the public key; nil where it knows only one.
    public let id: String?
    package let sign: @Sendable ([UInt8]) async throws -> [UInt8]

    /// - Parameter sign: signs these bytes. The signature has the form of RFC 7518: with elliptic curves both numbers one
    ///   after the other, not DER. An error ends the request with `request.bad_input`; it is the failure's `underlying`.
    public init(
        _ algorithm: String, id: String? = nil, sign: @escaping @Sendable (_ message: [UInt8]) async throws -> [UInt8]
    ) {
        self.algorithm = algorithm
        self.id = id
        self.sign = sign
    }

    /// Whether both are the same key of the program.
    public static func == (left: ClientKey, right: ClientKey) -> Bool { left === right }

    /// Adds the identity of the key.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
