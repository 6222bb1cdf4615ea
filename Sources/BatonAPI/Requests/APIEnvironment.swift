public import BatonHTTP
public import BatonJSON

/// Where requests go and what goes with them: the one place that switches everything from local to staging.
public struct APIEnvironment: Sendable {
    /// For logs and messages.
    public var name: String
    /// What paths stand after, such as `https://staging.example.com/v1`.
    public var baseURL: String
    /// Go only to the origin of `baseURL` and to trusted ones.
    public var headers: Headers
    /// Go only to the origin of `baseURL` and to trusted ones.
    public var credentials: Credentials?
    /// Further origins that get headers, credentials and kept session headers, such as `https://auth.example.com`.
    public var trusted: [String]
    /// The names of headers that are kept when a response carries them, and sent with later requests.
    public var sessionHeaders: [String]
    /// What parameters of requests name: `.variable("page_size")`.
    public var variables: [String: JSONValue]
    /// What parameters of requests name, `.secret("PIN")`, and what is masked in logs however it gets there.
    public var secrets: [String: String]
    /// For one exchange, redirects included.
    public var timeout: Duration
    /// What GET and HEAD requests do with the client's cache.
    public var cache: CacheRule

    /// Describes an environment; only its base URL has to be said.
    public init(
        _ name: String = "default", baseURL: String, headers: Headers = [:], credentials: Credentials? = nil,
        trusted: [String] = [], sessionHeaders: [String] = [], variables: [String: JSONValue] = [:],
        secrets: [String: String] = [:], timeout: Duration = .seconds(30), cache: CacheRule = CacheRule(.networkOnly)
    ) {
        self.name = name
        self.baseURL = baseURL
        self.headers = headers
        self.credentials = credentials
        self.trusted = trusted
        self.sessionHeaders = sessionHeaders
        self.variables = variables
        self.secrets = secrets
        self.timeout = timeout
        self.cache = cache
    }
}
