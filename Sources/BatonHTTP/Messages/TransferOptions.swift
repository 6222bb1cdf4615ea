package import BatonFiles

/// How a request is sent and its response received.
public struct TransferOptions: Sendable, Hashable {
    /// The limit for the whole exchange, redirects included.
    public var timeout: Duration = .seconds(30)
    /// How long nothing may come and go, in whole seconds, at least one; nil leaves only `timeout`.
    public var idleTimeout: Duration?
    /// The limit for name lookup, connection and TLS handshake together; nil leaves only `timeout`.
    public var connectTimeout: Duration?
    /// Nil to return a redirect like any other response.
    public var redirects: RedirectPolicy?
    /// An authentication scheme that needs more than a header.
    public var authentication: Authentication?
    /// Whether gzip, deflate, br and zstd are accepted and decoded.
    public var isCompressed = true
    /// Whether an `Accept-Encoding` header is added if the request has none; compressed bodies are decoded either way.
    package var offersEncodings = true
    /// The most decoded bytes that a body may have; nil: 64 MB in memory, no limit in a file.
    public var maxResponse: Int?
    /// The most bytes of all headers, interim responses included.
    public var maxHeaders = 256 << 10
    /// Bytes per second, in each direction.
    public var limitRate: Int64?
    /// Keeps `/../` and `/./` in the path.
    public var pathAsIs = false
    /// Whether the response reports the server's certificate. This costs a new connection.
    public var wantsCertificate = false
    /// Whether the response reports the request headers that were sent. Costs time.
    package var wantsSentHeaders = false
    /// Whether credentials are read from the user's `.netrc` if the request has none.
    public var netrc = false
    /// Streams the decoded body to this file instead of into memory; the file appears when the whole body has arrived.
    package var savePlace: FilePlace?
    /// Whether the SHA-256 of a saved body is computed. Costs time for each byte.
    public var hashesSavedBody = false
    /// Whether the response is read as a stream of events, as it arrives.
    package var readsStream = false
    /// What the connection is made with: TLS, proxy, addresses and protocol version.
    public var connection: ConnectionOptions = .standard

    /// The defaults.
    public init() {}

    /// The defaults.
    public static let standard = TransferOptions()

    /// The default limit for the decoded bytes of a body in memory: 64 MB.
    public static let maxResponseInMemory = 64_000_000
}

/// How redirects are followed.
public struct RedirectPolicy: Sendable, Hashable {
    /// The most redirects that are followed; one more fails.
    public var maximum: Int
    /// Whether credentials are sent to another origin too.
    public var keepsCredentials: Bool
    /// Whether any redirect is followed; false only for `.never`.
    package private(set) var follows = true

    /// Follows ten redirects and sends no credentials to another origin, by default.
    public init(maximum: Int = 10, keepsCredentials: Bool = false) {
        self.maximum = maximum
        self.keepsCredentials = keepsCredentials
    }

    /// Follows nothing: a redirect is a response like any other. Takes away the policy of an API or an environment.
    public static let never: RedirectPolicy = {
        var policy = RedirectPolicy(maximum: 0)
        policy.follows = false
        return policy
    }()
}
