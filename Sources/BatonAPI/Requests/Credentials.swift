/// The credentials of a request.
public enum Credentials: Sendable, Hashable {
    /// No credentials: removes those of API and environment.
    case none
    /// Bearer token (RFC 6750).
    case bearer(String)
    /// Basic authentication (RFC 7617).
    case basic(username: String, password: String)
    /// Digest authentication (RFC 7616).
    case digest(username: String, password: String)
    /// NTLM, of Windows; it authenticates the connection.
    case ntlm(username: String, password: String)
    /// SPNEGO (RFC 4559): Kerberos, with the ticket of the user's session; it authenticates the connection.
    case negotiate
    /// A signature of each request for Amazon Web Services (AWS Signature Version 4).
    case aws(AWSSignature)
    /// An access token of an OAuth 2.0 server (RFC 6749), which is asked for when a request needs it.
    case oauth2(OAuth2)
    /// A scheme of one's own; `.custom(_:)` makes it.
    case authenticator(AnyAuthenticator)
    /// A header such as `X-Api-Key`, which may be sent beside other credentials.
    case apiKey(header: String, value: String)
    /// A parameter of the URL, which may be sent beside other credentials.
    case apiKeyInQuery(name: String, value: String)

    /// A scheme of one's own, whose credential is got when a request needs it, shared by all requests with an equal
    /// authenticator, and renewed once for all of them. Responses to such requests are never cached.
    public static func custom(_ authenticator: some Authenticator) -> Credentials {
        .authenticator(AnyAuthenticator(authenticator))
    }

    /// The scheme; nothing of it is secret.
    private var scheme: String {
        switch self {
        case .none: "none"
        case .bearer: "bearer(***)"
        case .basic(let username, _): "basic(\(username), ***)"
        case .digest(let username, _): "digest(\(username), ***)"
        case .ntlm(let username, _): "ntlm(\(username), ***)"
        case .negotiate: "negotiate"
        case .aws: "aws(***)"
        case .oauth2(let oauth2): "oauth2(\(oauth2.clientID ?? ""), ***)"
        case .authenticator(let authenticator): "custom(\(type(of: authenticator.value)))"
        case .apiKey(let header, _): "apiKey(\(header): ***)"
        case .apiKeyInQuery(let name, _): "apiKeyInQuery(\(name)=***)"
        }
    }

    /// Whether it is an API key, which may be sent beside other credentials.
    var isKey: Bool {
        switch self {
        case .apiKey, .apiKeyInQuery: true
        case .none, .bearer, .basic, .digest, .ntlm, .negotiate, .aws, .oauth2, .authenticator: false
        }
    }

    /// The parts that must be masked.
    var secrets: [String] {
        switch self {
        case .none, .negotiate: []
        case .authenticator(let authenticator): authenticator.value.secrets
        case .bearer(let token): [token]
        case .basic(_, let password), .digest(_, let password), .ntlm(_, let password): [password]
        case .aws(let signature): signature.secrets
        case .oauth2(let oauth2): oauth2.secrets
        case .apiKey(_, let value), .apiKeyInQuery(_, let value): [value]
        }
    }
}

extension Credentials: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The scheme, without what is secret.
    public var description: String { scheme }
    /// The scheme, without what is secret.
    public var debugDescription: String { scheme }
    /// No children: `dump` shows no secrets.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
