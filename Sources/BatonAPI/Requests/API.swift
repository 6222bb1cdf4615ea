public import BatonHTTP

/// What every request of one API carries, written once.
public struct API: Sendable {
    /// What paths stand after: an absolute URL, or a path such as `/v1` after the environment's.
    public var base: String?
    /// Stronger than those of the environment, weaker than those of a request.
    public var headers: Headers
    /// Go only to the API's own host and to trusted origins; nil: the environment's.
    public var credentials: Credentials?
    /// Part of every URL.
    public var query: Parameters
    /// Part of every body that is made of parameters.
    public var parameters: Parameters
    /// For one exchange; nil: the environment's.
    public var timeout: Duration?
    /// How dates are written in responses, where a mapping says nothing else.
    public var dates: DateForm
    /// For GET and HEAD requests; nil: the environment's.
    public var cache: CacheRule?

    /// Says what all requests of an API share.
    public init(
        base: String? = nil, headers: Headers = [:], credentials: Credentials? = nil, query: Parameters = [:],
        parameters: Parameters = [:], timeout: Duration? = nil, dates: DateForm = .rfc3339, cache: CacheRule? = nil
    ) {
        self.base = base
        self.headers = headers
        self.credentials = credentials
        self.query = query
        self.parameters = parameters
        self.timeout = timeout
        self.dates = dates
        self.cache = cache
    }
}
