/// How the client says who it is, where a plain header does not do.
public enum Authentication: Sendable, Hashable {
    case basic(username: String, password: String)
    case digest(username: String, password: String)
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
