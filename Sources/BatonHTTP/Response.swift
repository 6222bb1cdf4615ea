/// What a server answered, after redirects that were to be followed.
public struct Response: Sendable {
    /// The status code.
    public var status: Int
    /// What was spoken.
    public var httpVersion: HTTPVersion
    /// Of the last response, in their order.
    public var headers: Headers
    /// Decoded (`Content-Encoding` is undone); empty when the body went to a file.
    public var body: [UInt8]
    /// Decoded bytes, also of a body that went to a file.
    public var size: Int
    /// The SHA-256 in hexadecimal digits of a body that went to a file, where it was asked for.
    public var savedDigest: String?
    /// Of the last hop.
    public var url: URLText
    /// The responses that were followed on the way, first to last.
    public var redirects: [Redirect] = []
    /// How long each phase took.
    public var timings = Timings()
    /// Everything that was sent, headers and body, over all hops.
    public var requestBytes = 0
    /// Empty where nothing was connected, as with a stub.
    public var remoteAddress = ""
    /// The server's; 0 where nothing was connected.
    public var remotePort = 0
    /// Whether a kept connection was used.
    public var isReusedConnection = false
    /// The server's, where the request asked for it and TLS was spoken.
    package var certificate: Certificate?
    /// What went out to the URL of the request itself, of several rounds the last, where the request asked for it.
    package var sentHeaders: Headers?
    /// Requests of an idempotent method that were sent again because a kept connection had been closed.
    public var silentRepeats = 0
    /// Nil for a response that the server gave to this very request.
    public var cacheUse: CacheUse?

    /// A response as a stub gives it.
    public init(
        status: Int, httpVersion: HTTPVersion = .http11, headers: Headers = Headers(), body: [UInt8] = [],
        url: URLText
    ) {
        self.status = status
        self.httpVersion = httpVersion
        self.headers = headers
        self.body = body
        self.url = url
        size = body.count
    }

    /// Whether the status is 2xx.
    public var isSuccess: Bool { status >= 200 && status < 300 }

    /// Whether no server was asked, or one that only said that the stored response still holds.
    public var isFromCache: Bool {
        switch cacheUse {
        case .stored, .revalidated: true
        case .shared, nil: false
        }
    }

    /// How often the request went out to get this response, redirects and authentication rounds not counted.
    public var attempts: Int { silentRepeats + 1 }
}

extension Response {
    /// One response that sent the client on.
    public struct Redirect: Sendable, Hashable {
        /// The status code.
        public var status: Int
        /// The address that the response came from.
        public var url: URLText

        /// One hop.
        public init(status: Int, url: URLText) {
            self.status = status
            self.url = url
        }
    }

    /// How long each phase took, in microseconds; with redirects followed, the sum of all hops.
    ///
    /// The first three are 0 on a reused connection.
    public struct Timings: Sendable, Hashable {
        /// Name look-up.
        public var dns: Int64 = 0
        /// TCP connection.
        public var connect: Int64 = 0
        /// TLS handshake.
        public var tls: Int64 = 0
        /// From the connection to the last byte sent.
        public var send: Int64 = 0
        /// From the last byte sent to the first byte of the response.
        public var wait: Int64 = 0
        /// From the first byte of the response to the last.
        public var receive: Int64 = 0
        /// The whole.
        public var total: Int64 = 0

        /// Nothing has taken time yet.
        public init() {}

        /// Adds up phase by phase.
        public static func + (one: Timings, other: Timings) -> Timings {
            var sum = one
            sum.dns += other.dns
            sum.connect += other.connect
            sum.tls += other.tls
            sum.send += other.send
            sum.wait += other.wait
            sum.receive += other.receive
            sum.total += other.total
            return sum
        }
    }
}
