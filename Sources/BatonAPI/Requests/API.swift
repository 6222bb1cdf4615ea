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
    /// Parameters that are added to every body that is made of parameters.
    public var parameters: Parameters
    /// Time limit for one exchange; nil: the environment's.
    public var timeout: Duration?
    /// How dates are written, unless a mapping or the coder names another form.
    public var dates: DateForm
    /// Reads `Decodable` results and writes `Encodable` values; nil: the environment's coder.
    public var coder: (any BodyCoder)?
    /// Cache rule for GET and HEAD requests; nil: the environment's.
    public var cache: CacheRule?

    /// An API with the given settings.
    public init(
        base: String? = nil, headers: Headers = [:], credentials: Credentials? = nil, query: Parameters = [:],
        parameters: Parameters = [:], timeout: Duration? = nil, dates: DateForm = .rfc3339, cache: CacheRule? = nil,
        coder: (any BodyCoder)? = nil
    ) {
        self.base = base
        self.headers = headers
        self.credentials = credentials
        self.query = query
        self.parameters = parameters
        self.timeout = timeout
        self.dates = dates
        self.cache = cache
        self.coder = coder
    }

    /// The coder of requests that this API sends in that environment.
    func coder(in environment: APIEnvironment) -> any BodyCoder { coder ?? environment.coder }
}
