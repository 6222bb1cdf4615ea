public import BatonHTTP

/// The settings that every request of one API shares.
public struct API: Sendable {
    /// The URL before the requests' paths: an absolute URL, or a path such as `/v1` after the environment's base URL.
    public var base: String?
    /// Headers that replace those of the environment and are replaced by those of a request.
    public var headers: Headers
    /// Credentials that are sent only to the API's own host and to trusted origins; nil: the environment's.
    public var credentials: Credentials?
    /// Parameters that are added to the query of every URL.
    public var query: Parameters
    /// How lists and objects in the query are written.
    public var nested: NestedNames
    /// Parameters that are added to every body that is made of parameters.
    public var parameters: Parameters
    /// Time limit for one exchange; nil: the environment's.
    public var timeout: Duration?
    /// How long nothing may come and go; nil: the environment's.
    public var idleTimeout: Duration?
    /// How dates are written, unless a mapping or the coder names another form.
    public var dates: DateForm
    /// Reads `Decodable` results and writes `Encodable` values; nil: the environment's coder.
    public var coder: (any BodyCoder)?
    /// Cache rule for GET and HEAD requests; nil: the environment's.
    public var cache: CacheRule?
    /// Which failed requests are sent again; nil: as the environment says.
    public var retry: RetryPolicy?
    /// Which redirects are followed; nil: as the environment says.
    public var redirects: RedirectPolicy?
    /// TLS, proxy and the like; what is nil in it is the environment's.
    public var transfer: TransferSettings?

    /// An API with the given settings.
    public init(
        base: String? = nil, headers: Headers = [:], credentials: Credentials? = nil, query: Parameters = [:],
        nested: NestedNames = .repeated, parameters: Parameters = [:], timeout: Duration? = nil,
        idleTimeout: Duration? = nil, dates: DateForm = .rfc3339, cache: CacheRule? = nil,
        retry: RetryPolicy? = nil, redirects: RedirectPolicy? = nil, transfer: TransferSettings? = nil,
        coder: (any BodyCoder)? = nil
    ) {
        self.base = base
        self.headers = headers
        self.credentials = credentials
        self.query = query
        self.nested = nested
        self.parameters = parameters
        self.timeout = timeout
        self.idleTimeout = idleTimeout
        self.dates = dates
        self.cache = cache
        self.retry = retry
        self.redirects = redirects
        self.transfer = transfer
        self.coder = coder
    }

    /// The coder of requests that this API sends in that environment.
    func coder(in environment: APIEnvironment) -> any BodyCoder { coder ?? environment.coder }
}
