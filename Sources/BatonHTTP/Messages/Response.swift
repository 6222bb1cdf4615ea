import BatonValues

/// The response of a server, after the redirects that were followed.
public struct Response: Sendable {
    /// The status code.
    public var status: Int
    /// The HTTP version of the response.
    public var httpVersion: HTTPVersion
    /// The headers of the last response, in order.
    public var headers: Headers
    /// The fields behind the body (RFC 9110 section 6.5), in order. Nothing but the caller reads them.
    public var trailers = Headers()
    /// The interim responses that came before the last response, such as 103 Early Hints (RFC 8297), 64 at most.
    public var interim: [Interim] = []
    /// Decoded (`Content-Encoding` is removed); empty when the body was saved to a file.
    public var body: [UInt8]
    /// The number of decoded bytes, also of a body that was saved to a file.
    public var size: Int
    /// The SHA-256, in hexadecimal digits, of a body that was saved to a file, if the request asked for it.
    public var savedDigest: String?
    /// The URL of the last hop.
    public var url: URLText
    /// The redirects that were followed, in order.
    public var redirects: [Redirect] = []
    /// How long each phase took.
    public var timings = Timings()
    /// The number of bytes sent, headers and bodies, over all hops.
    public var requestBytes = 0
    /// The server's IP address; empty without a connection, as with a stub.
    public var remoteAddress = ""
    /// The server's port; 0 without a connection.
    public var remotePort = 0
    /// Whether a connection of an earlier request was reused.
    public var isReusedConnection = false
    /// Whether the body is read as UTF-8 whatever encoding it names.
    package var ignoresCharset = false
    /// The server's certificate, if the request asked for it and used TLS.
    package var certificate: Certificate?
    /// The headers sent to the URL of the request itself, of the last authentication round, if the request asked for
    /// them.
    package var sentHeaders: Headers?
    /// The events of a body that was read as a stream.
    package var events: StreamedEvents?
    /// How often a request of an idempotent method was sent again because its reused connection had been closed.
    public var silentRepeats = 0
    /// How the cache took part; nil for a response that the server gave to this very request.
    public var cacheUse: CacheUse?
    /// Why the response is not kept where its cache rule says, in one sentence without a full stop: it is too large, or the
    /// disk cannot be written. Nil for one that is kept, and for one that is not to be kept.
    public var cacheProblem: String?

    /// A response with a status below 200, which another one follows (RFC 9110 section 15.2).
    public struct Interim: Sendable, Equatable {
        /// 100 to 199.
        public var status: Int
        /// In order.
        public var headers: Headers

        /// A response from its parts, for stubs.
        public init(status: Int, headers: Headers = Headers()) {
            self.status = status
            self.headers = headers
        }
    }

    /// A response from its parts, for stubs.
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

    /// Whether the response was stored: the server was not asked, or only confirmed that the stored response is still
    /// valid.
    public var isFromCache: Bool {
        switch cacheUse {
        case .stored, .revalidated: true
        case .shared, nil: false
        }
    }

    /// How often the request was sent to get this response, without redirects and authentication rounds.
    public var attempts: Int { silentRepeats + 1 }
}

extension Response {
    /// One redirect that was followed.
    public struct Redirect: Sendable, Hashable {
        /// The status code.
        public var status: Int
        /// The URL that the response came from.
        public var url: URLText

        /// A redirect from its parts.
        public init(status: Int, url: URLText) {
            self.status = status
            self.url = url
        }
    }

    /// The time of each phase, in microseconds; with redirects followed, the sum of all hops.
    ///
    /// The first three are 0 on a reused connection.
    public struct Timings: Sendable, Hashable {
        /// Name lookup.
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
        /// The whole exchange.
        public var total: Int64 = 0

        /// All phases 0.
        public init() {}

        /// Adds phase by phase.
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

extension Response: CustomStringConvertible, CustomDebugStringConvertible {
    /// Status, URL and size; neither headers nor body, which may hold secrets.
    public var description: String { "\(status) \(url.shown), \(size) bytes" }
    /// As `description`.
    public var debugDescription: String { description }
}

extension Response {
    /// The body as text in the encoding of its byte order mark, its `Content-Type`, or its own declaration in HTML and
    /// XML, otherwise in UTF-8; U+FFFD stands for invalid bytes. JSON is always read as UTF-8 (RFC 8259, 8.1).
    package var bodyText: String { String(decoding: bodyInUTF8, as: UTF8.self) }

    /// The bytes of `bodyText`; of a body in UTF-8 those that came behind the byte order mark, valid or not.
    package var bodyInUTF8: [UInt8] {
        guard let (charset, mark) = charset else { return body }
        if charset == .utf8 { return mark == 0 ? body : Array(body.dropFirst(mark)) }
        return charset.repairedUTF8(of: body.dropFirst(mark)) ?? body
    }

    /// Whether the body is decoded from another encoding than UTF-8.
    package var isInOtherCharset: Bool { charset.map { $0.charset != .utf8 } ?? false }

    /// The encoding, and the length of the byte order mark; nil where nothing tells.
    private var charset: (charset: Charset, mark: Int)? {
        if ignoresCharset { return nil }
        let type = headers.first("content-type")
        // Nearly every response of an API.
        if type == "application/json" { return nil }
        let essence = type.map(MediaType.essence) ?? ""
        let kind = MediaType.known(essence: essence)
        if kind == .json || kind == .multipart { return nil }
        let told = type.flatMap(MediaType.charset)
        let isText = essence.isEmpty || essence.hasPrefix("text/")
        guard told != nil || kind == .xml || isText else { return nil }
        if body.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
        if body.starts(with: [0xFE, 0xFF]) { return (.utf16BE, 2) }
        if body.starts(with: [0xFF, 0xFE]) { return (.utf16LE, 2) }
        if let charset = told.flatMap(Charset.init(label:)) { return (charset, 0) }
        let declared = Charset(label: Charset.declaredLabel(in: body, isHTML: essence == "text/html"))
        return declared.flatMap { $0.isUTF16 ? nil : ($0, 0) }
    }
}
