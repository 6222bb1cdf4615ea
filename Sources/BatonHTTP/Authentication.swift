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

    /// Whether an authenticated connection acts for the user and so must not be shared with other credentials.
    public var belongsToConnection: Bool {
        switch self {
        case .ntlm, .negotiate: true
        case .basic, .digest: false
        }
    }
}
