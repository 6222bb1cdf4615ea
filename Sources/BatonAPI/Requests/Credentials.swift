/// The credentials of a request.
public enum Credentials: Sendable, Hashable {
    /// Takes away what API or environment say.
    case none
    /// RFC 6750.
    case bearer(String)
    /// RFC 7617.
    case basic(username: String, password: String)
    /// RFC 7616.
    case digest(username: String, password: String)
    /// Windows' own; it authenticates the connection.
    case ntlm(username: String, password: String)
    /// A header such as `X-Api-Key`, beside other credentials.
    case apiKey(header: String, value: String)
    /// A parameter of the URL, beside other credentials.
    case apiKeyInQuery(name: String, value: String)

    /// Whether it stands beside other credentials.
    var isKey: Bool {
        switch self {
        case .apiKey, .apiKeyInQuery: true
        case .none, .bearer, .basic, .digest, .ntlm: false
        }
    }

    /// Everything in it that must never be shown.
    var secrets: [String] {
        switch self {
        case .none: []
        case .bearer(let token): [token]
        case .basic(_, let password), .digest(_, let password), .ntlm(_, let password): [password]
        case .apiKey(_, let value), .apiKeyInQuery(_, let value): [value]
        }
    }
}
