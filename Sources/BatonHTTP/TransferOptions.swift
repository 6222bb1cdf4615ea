package import BatonSystem

/// How a request is sent and its answer received, apart from what is in the request itself.
package struct TransferOptions: Sendable, Hashable {
    /// For the whole exchange, redirects included.
    package var timeout: Duration = .seconds(30)
    /// For name look-up, connection and TLS handshake together; nil leaves only `timeout`.
    package var connectTimeout: Duration?
    /// Nil: a redirect is an answer like any other.
    package var redirects: RedirectPolicy?
    package var authentication: Authentication?
    /// Whether gzip, deflate, br and zstd are asked for and undone.
    package var isCompressed = true
    /// The most decoded bytes that a body may have; nil: 64 MB in memory, any number in a file.
    package var maxResponse: Int?
    /// The most bytes of headers, interim answers included.
    package var maxHeaders = 256 << 10
    /// Bytes a second, in each direction.
    package var limitRate: Int64?
    /// Leaves `/../` and `/./` in the path.
    package var pathAsIs = false
    /// Whether the answer shall tell the server's certificate; costs a connection of its own.
    package var wantsCertificate = false
    /// Takes credentials from the user's `.netrc` where the request has none.
    package var netrc = false
    /// Streams the decoded body to this place instead of into memory; the file appears when all of it has arrived.
    package var savePlace: FilePlace?
    /// Whether the SHA-256 of a saved body is wanted: it costs some time for each byte.
    package var hashesSavedBody = false
    package var connection: ConnectionOptions = .standard

    package init() {}

    package static let standard = TransferOptions()

    /// The most decoded bytes of a body in memory where nobody says otherwise: 64 MB.
    package static let maxResponseInMemory = 64_000_000
}
