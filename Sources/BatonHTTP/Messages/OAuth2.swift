/// How an access token is asked for (OAuth 2.0, RFC 6749): where, by which grant and as which client.
///
/// Equal values share one token: it is asked for once, and again when it expires.
public struct OAuth2: Sendable, Hashable {
    /// Where tokens are asked for.
    public enum Provider: Sendable, Hashable {
        /// The URL of the token endpoint (RFC 6749 section 3.2).
        case tokenURL(String)
        /// The issuer, whose discovery document names the token endpoint: OpenID Connect Discovery 1.0, or else
        /// RFC 8414. The document must name exactly this issuer.
        case issuer(String)
    }

    /// What the client shows in exchange for a token.
    public enum Grant: Sendable, Hashable {
        /// Only the client's own credentials (RFC 6749 section 4.4).
        case clientCredentials
        /// A user's name and password (RFC 6749 section 4.3).
        case password(username: String, password: String)
        /// A refresh token that was issued before (RFC 6749 section 6).
        case refreshToken(String)
    }

    /// How a client with a secret proves who it is.
    public enum ClientAuthentication: String, Sendable, Hashable, CaseIterable {
        /// Basic authentication: `client_secret_basic`.
        case header
        /// `client_id` and `client_secret` in the form: `client_secret_post`.
        case body
        /// A JSON Web Token that is signed with the secret by HMAC-SHA256: `client_secret_jwt` (RFC 7523).
        case jwt
    }

    /// A further parameter of the token request, such as `resource` (RFC 8707).
    public struct Parameter: Sendable, Hashable {
        /// The name of the parameter.
        public var name: String
        /// The value of the parameter.
        public var value: String

        /// A parameter with its value.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// Where tokens are asked for.
    public var provider: Provider
    /// What the client shows in exchange for a token.
    public var grant: Grant
    /// The client's identifier; nil where the server knows no clients.
    public var clientID: String?
    /// The client's secret; nil for a public client, which only says its identifier.
    public var clientSecret: String?
    /// How the client proves who it is; without meaning for a public client.
    public var clientAuthentication: ClientAuthentication
    /// The client's private key, by which it proves who it is instead of by a secret; nil for a client without.
    public var clientKey: ClientKey?
    /// The scopes that are asked for; none leaves the choice to the server.
    public var scopes: [String]
    /// The API that the token is for, in the parameter `audience`.
    public var audience: String?
    /// Further parameters of the token request.
    public var parameters: [Parameter]
    /// Whether the server may be asked over plain HTTP. Without it that is refused, except on the loopback interface,
    /// because credentials and tokens could be read on the way.
    public var allowsHTTP: Bool

    /// The configuration of a token; only the provider is always needed.
    public init(
        _ provider: Provider, grant: Grant = .clientCredentials, clientID: String? = nil, clientSecret: String? = nil,
        clientAuthentication: ClientAuthentication = .header, clientKey: ClientKey? = nil, scopes: [String] = [],
        audience: String? = nil,
        parameters: [Parameter] = [], allowsHTTP: Bool = false
    ) {
        self.provider = provider
        self.grant = grant
        self.clientID = clientID
        self.clientSecret = clientSecret
        self.clientAuthentication = clientAuthentication
        self.clientKey = clientKey
        self.scopes = scopes
        self.audience = audience
        self.parameters = parameters
        self.allowsHTTP = allowsHTTP
    }

    /// The parts that must be masked.
    package var secrets: [String] {
        var secrets = clientSecret.map { [$0] } ?? []
        switch grant {
        case .clientCredentials: break
        case .password(_, let password): secrets.append(password)
        case .refreshToken(let token): secrets.append(token)
        }
        return secrets
    }
}

extension OAuth2: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The client; nothing else of it is safe to show.
    public var description: String { "OAuth2(\(clientID ?? "no client"))" }
    /// As `description`.
    public var debugDescription: String { description }
    /// No children: `dump` shows no secrets.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

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
