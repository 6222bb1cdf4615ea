package import BatonFiles

/// How a request is sent and its response received, apart from what is in the request itself.
public struct TransferOptions: Sendable, Hashable {
    /// For the whole exchange, redirects included.
    public var timeout: Duration = .seconds(30)
    /// For name look-up, connection and TLS handshake together; nil leaves only `timeout`.
    public var connectTimeout: Duration?
    /// Nil: a redirect is a response like any other.
    public var redirects: RedirectPolicy?
    /// Schemes that need more than a header.
    public var authentication: Authentication?
    /// Whether gzip, deflate, br and zstd are asked for and undone.
    public var isCompressed = true
    /// Whether `Accept-Encoding` says so, where no such header is written; what comes compressed is undone all the same.
    package var offersEncodings = true
    /// The most decoded bytes that a body may have; nil: 64 MB in memory, any number in a file.
    public var maxResponse: Int?
    /// The most bytes of headers, interim responses included.
    public var maxHeaders = 256 << 10
    /// Bytes a second, in each direction.
    public var limitRate: Int64?
    /// Leaves `/../` and `/./` in the path.
    public var pathAsIs = false
    /// Whether the response shall tell the server's certificate; costs a connection of its own.
    public var wantsCertificate = false
    /// Whether the response reports the request headers that were sent. Costs time.
    package var wantsSentHeaders = false
    /// Takes credentials from the user's `.netrc` where the request has none.
    public var netrc = false
    /// Streams the decoded body to this place instead of into memory; the file appears when all of it has arrived.
    package var savePlace: FilePlace?
    /// Whether the SHA-256 of a saved body is wanted: it costs some time for each byte.
    public var hashesSavedBody = false
    package var connection: ConnectionOptions = .standard

    /// What holds where nobody says otherwise.
    public init() {}

    /// What holds where nobody says otherwise.
    public static let standard = TransferOptions()

    /// The most decoded bytes of a body in memory where nobody says otherwise: 64 MB.
    public static let maxResponseInMemory = 64_000_000
}
