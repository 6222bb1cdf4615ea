/// How the client says who it is, where a plain header does not do.
public enum Authentication: Sendable, Hashable {
    /// RFC 7617.
    case basic(username: String, password: String)
    /// RFC 7616.
    case digest(username: String, password: String)
    /// Windows' own; it authenticates the connection.
    case ntlm(username: String, password: String)
    /// Kerberos, with the ticket that the user's session has.
    case negotiate

    /// Whether a connection, once authenticated, stands for the user: it must not be used by anybody else.
    public var belongsToConnection: Bool {
        switch self {
        case .ntlm, .negotiate: true
        case .basic, .digest: false
        }
    }
}
