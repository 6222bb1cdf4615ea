public import BatonHTTP
public import BatonJSON

/// The settings that differ between environments such as local and staging: base URL, headers, credentials, variables.
public struct APIEnvironment: Sendable {
    /// The environment's name in logs and messages.
    public var name: String
    /// The URL before the requests' paths, such as `https://staging.example.com/v1`; nil: every request names a whole URL.
    public var baseURL: String?
    /// Headers that are sent only to the origin of `baseURL` and to trusted origins.
    public var headers: Headers
    /// Credentials that are sent only to the origin of `baseURL` and to trusted origins.
    public var credentials: Credentials?
    /// Further origins that get headers, credentials and kept session headers, such as `https://auth.example.com`.
    public var trusted: [String]
    /// The names of headers that are kept when a response carries them, and sent with later requests.
    public var sessionHeaders: [String]
    /// Values for parameters of requests, by name: `.variable("page_size")`.
    public var variables: [String: JSONValue]
    /// Secret values for parameters of requests, by name: `.secret("PIN")`; logs mask them wherever they occur.
    public var secrets: [String: String]
    /// Time limit for one exchange, redirects included. Nil: 30 seconds, and none for streams and responses that are saved to a
    /// file.
    public var timeout: Duration?
    /// How long nothing may come and go, in whole seconds. Nil: 60 seconds where there is no `timeout`, else only that.
    public var idleTimeout: Duration?
    /// Cache rule for GET and HEAD requests.
    public var cache: CacheRule
    /// Which failed requests are sent again; nil: none.
    public var retry: RetryPolicy?
    /// Which redirects are followed; nil: a redirect is a response like any other.
    public var redirects: RedirectPolicy?
    /// TLS, proxy and the like; nil: the defaults of libcurl.
    public var transfer: TransferSettings?
    /// Reads `Decodable` results and writes `Encodable` values, for APIs without a coder of their own.
    public var coder: any BodyCoder

    /// An environment with the given settings.
    public init(
        _ name: String = "default", baseURL: String? = nil, headers: Headers = [:], credentials: Credentials? = nil,
        trusted: [String] = [], sessionHeaders: [String] = [], variables: [String: JSONValue] = [:],
        secrets: [String: String] = [:], timeout: Duration? = nil, idleTimeout: Duration? = nil,
        cache: CacheRule = CacheRule(.networkOnly),
        retry: RetryPolicy? = nil, redirects: RedirectPolicy? = nil, transfer: TransferSettings? = nil,
        coder: any BodyCoder = .json
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
        self.idleTimeout = idleTimeout
        self.cache = cache
        self.retry = retry
        self.redirects = redirects
        self.transfer = transfer
        self.coder = coder
    }
}

extension APIEnvironment: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Name and base URL: `staging (https://staging.example.com/v1)`; nothing else of it is safe to show.
    public var description: String { name + (baseURL.map { " (\(UserInfo.hidden(in: $0)))" } ?? "") }
    /// As `description`.
    public var debugDescription: String { description }
    /// No children: `dump` shows no secrets.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
