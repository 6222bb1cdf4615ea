/// An authentication scheme, with its credentials, that a plain header cannot express.
public enum Authentication: Sendable, Hashable {
    /// Basic authentication (RFC 7617).
    case basic(username: String, password: String)
    /// Digest authentication (RFC 7616).
    case digest(username: String, password: String)
    /// Windows' NTLM; it authenticates the connection, not the request.
    case ntlm(username: String, password: String)
    /// SPNEGO (RFC 4559): Kerberos, with the ticket of the user's session.
    case negotiate
    /// A signature of the request for Amazon Web Services (AWS Signature Version 4); each hop of a redirect to the same
    /// origin gets its own.
    case aws(AWSSignature)
    /// An access token of an OAuth 2.0 server, sent as a Bearer token (RFC 6750). `AuthenticatingDispatcher` gets the
    /// token; the engine itself refuses such a request.
    case oauth2(OAuth2)
    /// A scheme of one's own, whose credential `AuthenticatingDispatcher` gets; the engine itself refuses such a request.
    case custom(AnyAuthenticator)

    /// Whether an authenticated connection acts for the user and so must not be shared with other credentials.
    public var belongsToConnection: Bool {
        switch self {
        case .ntlm, .negotiate: true
        case .basic, .digest, .aws, .oauth2, .custom: false
        }
    }
}

extension Authentication: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The scheme, without what is secret.
    public var description: String {
        switch self {
        case .basic: "basic"
        case .digest: "digest"
        case .ntlm: "ntlm"
        case .negotiate: "negotiate"
        case .aws(let signature): "\(signature)"
        case .oauth2(let oauth2): "\(oauth2)"
        case .custom(let authenticator): "\(type(of: authenticator.value))"
        }
    }

    /// As `description`.
    public var debugDescription: String { description }
    /// No children: `dump` shows no secrets.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
