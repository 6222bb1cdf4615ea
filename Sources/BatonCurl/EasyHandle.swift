import BatonHTTP
import CLibCurl

/// A libcurl easy handle with the memory that its requests are written from; reused within one pool.
///
/// The options that all requests of a pool share are set once. Of the others only those that differ from the previous
/// request are set. After rarely used options the handle is reset (`curl_easy_reset`) before its next request.
final class EasyHandle {
    private(set) var easy: UnsafeMutableRawPointer
    unowned let pool: ConnectionPool
    let calls: LoopCalls
    private(set) var transfer: Transfer?
    /// The same object as `transfer`, for callbacks: none of them outlives it, so they need not count references for
    /// each line that arrives.
    private(set) var calledBack: Unmanaged<Transfer>?
    /// The persistence of the transfer's origin.
    private(set) var persistence: Persistence?
    var reader: BodyReader?
    /// The socket that libcurl last waited for on behalf of the transfer; nil while it has not had to wait.
    var socket: Int32?
    /// The handle's index in the loop's active handles.
    var activeIndex = 0

    private var watchesTLSEnd = false
    private let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
    private var lines = HeaderLines()
    private var bodyBytes = ByteBuffer()
    private var applied = Applied()

    /// The options that were last set.
    private struct Applied {
        var method = ""
        var kind = Kind.get
        var timeout = -1
        var connectTimeout = -1
        var proxy: ProxyInUse??
        var hasTLS = false
        var mayReuse = true
        /// libcurl's own.
        var bufferSize = 16 << 10
        var mustReset = false
    }

    /// How libcurl sends the request; the method's name is set separately.
    private enum Kind {
        case get
        case head
        case post
    }

    /// Nil when memory is exhausted.
    init?(pool: ConnectionPool) {
        guard let easy = curl_easy_init() else { return nil }
        self.easy = easy
        self.pool = pool
        calls = pool.loop.calls
        errorText[0] = 0
        setUp()
    }

    /// Takes a new handle of libcurl and keeps the memory; false, with the old one, when memory is exhausted.
    func renew() -> Bool {
        guard let new = curl_easy_init() else { return false }
        curl_easy_cleanup(easy)
        easy = new
        setUp()
        return true
    }

    deinit {
        curl_easy_cleanup(easy)
        errorText.deallocate()
        lines.deallocate()
        bodyBytes.deallocate()
    }

    private func setUp() {
        let me = Unmanaged.passUnretained(self).toOpaque()
        set(CURLOPT_PRIVATE, pointer: me)
        set(CURLOPT_ERRORBUFFER, pointer: errorText)
        set(CURLOPT_WRITEDATA, pointer: me)
        set(CURLOPT_HEADERDATA, pointer: me)
        set(CURLOPT_PREREQDATA, pointer: me)
        Self.setCallbacks(easy)
        // Chunked bodies are passed on undecoded, because `ChunkReader` is stricter about them.
        set(CURLOPT_HTTP_TRANSFER_DECODING, 0)
        pool.setOptions(of: self)
        applied = Applied()
    }

    func set(_ option: CURLoption, _ value: Int) { _ = baton_easy_set_long(easy, option, value) }
    /// Sets an option to the path of a file, or the other one to the PEM that stands in its place.
    func set(_ option: CURLoption, or blob: CURLoption, _ value: String) {
        guard let pem = TLSOptions.pem(value) else { return set(option, value) }
        let bytes = Array(pem.utf8)
        _ = bytes.withUnsafeBytes { baton_easy_set_blob(easy, blob, $0.baseAddress, $0.count) }
    }

    func set(_ option: CURLoption, offset value: Int64) { _ = baton_easy_set_offset(easy, option, curl_off_t(value)) }
    func set(_ option: CURLoption, _ value: String?) {
        if let value {
            // Without `withCString`, Swift would first copy the string to an array.
            value.withCString { _ = baton_easy_set_text(easy, option, $0) }
        } else {
            _ = baton_easy_set_text(easy, option, nil)
        }
    }
    /// The text in capitals, as far as these are characters up to U+00FF.
    private static func capitals(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { scalar in
                    let mapped = scalar.properties.uppercaseMapping.unicodeScalars
                    guard let capital = mapped.first, mapped.count == 1, capital.value <= 0xFF else { return scalar }
                    return capital
                }))
    }

    /// Sets a text of characters up to U+00FF as a byte for each of them.
    private func setLatin1(_ option: CURLoption, _ value: String) {
        let bytes = value.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } + [0]
        bytes.withUnsafeBytes { bytes in
            _ = baton_easy_set_text(easy, option, bytes.baseAddress?.assumingMemoryBound(to: CChar.self))
        }
    }
    func set(_ option: CURLoption, pointer: UnsafeRawPointer?) { _ = baton_easy_set_pointer(easy, option, pointer) }

    /// The `EasyHandle` of a libcurl handle; nil for a handle that libcurl made for itself.
    static func of(_ easy: UnsafeMutableRawPointer?) -> EasyHandle? {
        guard let easy, let pointer = baton_easy_get_private(easy) else { return nil }
        return Unmanaged<EasyHandle>.fromOpaque(pointer).takeUnretainedValue()
    }

    /// libcurl's own message about the last failure.
    var detail: String {
        errorText[0] == 0 ? "" : String(cString: errorText)
    }
}

extension EasyHandle {
    /// Whether the transfer was not allowed to reuse a connection.
    var hasOwnConnection: Bool { !applied.mayReuse }

    /// How many connections were made for the transfer so far; 0 if it reused one.
    var connectionCount: Int { baton_easy_get_long(easy, CURLINFO_NUM_CONNECTS) }

    /// Makes the handle ready for the transfer.
    ///
    /// - Parameter mayReuse: false for a new connection. Options that authenticate the connection apply to that one
    ///   only.
    func prepare(_ transfer: Transfer, _ persistence: Persistence, mayReuse: Bool) {
        // A challenge stays in the handle, even one that no credentials were sent for: libcurl would answer it at the
        // next server.
        if applied.mustReset || transfer.request.hasCredentials {
            curl_easy_reset(easy)
            setUp()
        }
        self.transfer = transfer
        self.persistence = persistence
        if mayReuse != applied.mayReuse {
            set(CURLOPT_FRESH_CONNECT, mayReuse ? 0 : 1)
            applied.mayReuse = mayReuse
        }
        calledBack = Unmanaged.passUnretained(transfer)
        socket = nil
        errorText[0] = 0
        set(
            CURLOPT_URL,
            (transfer.request.url.hasUserInfo ? transfer.request.url.withoutUserInfo : transfer.request.url).text)
        setMethod(transfer.request.method, plan: transfer.plan)
        setHeaders(transfer.headers, transfer.request.options, plan: transfer.plan)
        setLimits(transfer)
        setBufferSize(transfer.request)
        let proxy = pool.proxy(for: transfer.request.url)
        if !applied.hasTLS, transfer.request.url.isSecure || proxy?.isSecure == true {
            pool.setTLS(of: self)
            applied.hasTLS = true
        }
        if applied.proxy != .some(proxy) {
            applied.proxy = proxy
            pool.setProxy(of: self, proxy)
        }
        setCredentials(transfer.request)
        if transfer.request.progress != nil {
            setProgressCallback()
            applied.mustReset = true
        }
    }

    /// For a body that ends with its connection: over TLS, a connection that ends without close_notify is an incomplete
    /// response (RFC 9112 section 9.8), and libcurl does not tell the two apart.
    func watchTLSEnd() {
        watchesTLSEnd = true
        applied.mustReset = true
        setProgressCallback()
    }

    func noteTLSEnd() {
        guard watchesTLSEnd, let transfer, let hasEnded = OpenSSL.hasReceivedEnd(easy) else { return }
        transfer.hasTLSEnd = hasEnded
    }

    /// Drops everything that belonged to the transfer.
    func release() {
        if reader != nil { reader = nil }
        // libcurl gives up after five repeats, and up to 8.17 it counts those of all the handle's requests since its
        // last reset.
        if transfer?.hasLostConnection == true { applied.mustReset = true }
        watchesTLSEnd = false
        calledBack = nil
        persistence = nil
        transfer = nil
    }

    private func setMethod(_ method: Method, plan: BodyPlan?) {
        let kind: Kind = method == .head ? .head : plan != nil || method.announcesEmptyBody ? .post : .get
        if kind != applied.kind {
            switch kind {
            case .get: set(CURLOPT_HTTPGET, 1)
            case .head: set(CURLOPT_NOBODY, 1)
            case .post: set(CURLOPT_POST, 1)
            }
            applied.kind = kind
        }
        let isImplied = kind == .get && method == .get || kind == .post && method == .post || kind == .head
        let name = isImplied ? "" : method.rawValue
        if applied.method != name {
            set(CURLOPT_CUSTOMREQUEST, isImplied ? nil : name)
            applied.method = name
        }
        if kind == .post { setBody(plan) }
    }

    private func setBody(_ plan: BodyPlan?) {
        guard let plan, plan.length != 0 else {
            set(CURLOPT_POSTFIELDSIZE_LARGE, offset: 0)
            return set(CURLOPT_POSTFIELDS, pointer: bodyBytes.start)
        }
        let length = plan.length
        if let length, length <= 60 << 10, plan.source == nil, plan.pieces.allSatisfy(\.isBytes) {
            bodyBytes.removeAll()
            for case .bytes(let bytes) in plan.pieces { bodyBytes.append(bytes) }
            set(CURLOPT_POSTFIELDSIZE_LARGE, offset: length)
            return set(CURLOPT_POSTFIELDS, pointer: bodyBytes.start)
        }
        reader = BodyReader(plan)
        set(CURLOPT_POSTFIELDS, pointer: nil)
        // Without a length, libcurl sends chunks.
        set(CURLOPT_POSTFIELDSIZE_LARGE, offset: length ?? -1)
        setBodyCallbacks()
        applied.mustReset = true
    }

    private func setHeaders(_ headers: Headers, _ options: TransferOptions, plan: BodyPlan?) {
        lines.removeAll()
        if options.isCompressed, options.offersEncodings, !headers.contains("accept-encoding") {
            // A range of an encoded body cannot be decoded.
            lines.append(headers.contains("range") ? "Accept-Encoding: identity" : CurlLibrary.acceptEncoding)
        }
        lines.append(headers)
        // Without this line libcurl would add an Accept header of its own.
        if !headers.contains("accept") { lines.append("Accept:") }
        if plan != nil || applied.kind == .post {
            if !headers.contains("content-type") {
                if let type = plan?.contentType {
                    lines.append("Content-Type: ", type)
                } else {
                    lines.append("Content-Type:")
                }
            }
            if let plan, plan.length.map({ $0 > 1 << 20 }) ?? true { lines.append("Expect:") }
        }
        set(CURLOPT_HTTPHEADER, pointer: lines.list())
        if headers.contains("connection"), headers.connectionOptions.contains("close") {
            // No further request may be sent on the connection (RFC 9112, section 9.6), even if the response does not
            // say that it closes. libcurl checks the response only.
            set(CURLOPT_FORBID_REUSE, 1)
            applied.mustReset = true
        }
    }

    private func setLimits(_ transfer: Transfer) {
        if applied.timeout != transfer.timeout {
            set(CURLOPT_TIMEOUT_MS, transfer.timeout)
            applied.timeout = transfer.timeout
        }
        let connectTimeout = transfer.request.options.connectTimeout.map { $0.wholeMilliseconds } ?? Int(Int32.max)
        if applied.connectTimeout != connectTimeout {
            set(CURLOPT_CONNECTTIMEOUT_MS, connectTimeout)
            applied.connectTimeout = connectTimeout
        }
        setRareOptions(transfer.request.options, isSecure: transfer.request.url.isSecure)
    }

    /// Makes the buffer so large that all of a read over HTTP/2 fits: libcurl before 8.1 waits for ever for the end of a
    /// stream that was read together with more headers or data than its buffer takes.
    private func setBufferSize(_ request: Request) {
        let version = request.options.connection.httpVersion
        let mayBeHTTP2 =
            version == .http2PriorKnowledge || request.url.isSecure && (version == .automatic || version == .http2)
        var size = mayBeHTTP2 ? min(request.options.maxHeaders, 8 << 20) + (64 << 10) : 16 << 10
        // libcurl fills the buffer up to 100 times before it looks at the rate: so much is what a second may bring.
        if !mayBeHTTP2, let rate = request.options.limitRate { size = min(size, max(1024, Int(clamping: rate / 100))) }
        if applied.bufferSize != size {
            set(CURLOPT_BUFFERSIZE, size)
            applied.bufferSize = size
        }
    }

    private func setRareOptions(_ options: TransferOptions, isSecure: Bool) {
        if let rate = options.limitRate {
            set(CURLOPT_MAX_RECV_SPEED_LARGE, offset: rate)
            set(CURLOPT_MAX_SEND_SPEED_LARGE, offset: rate)
            applied.mustReset = true
        }
        if let idle = options.idleTimeout {
            set(CURLOPT_LOW_SPEED_LIMIT, 1)
            set(CURLOPT_LOW_SPEED_TIME, max(1, (idle.wholeMilliseconds + 999) / 1000))
            applied.mustReset = true
        }
        if options.pathAsIs {
            set(CURLOPT_PATH_AS_IS, 1)
            applied.mustReset = true
        }
        if options.netrc {
            set(CURLOPT_NETRC, Int(CURL_NETRC_OPTIONAL.rawValue))
            set(CURLOPT_NETRC_FILE, pool.netrcFile)
            applied.mustReset = true
        }
        if options.wantsSentHeaders || isSecure && pool.hasSecureProxy {
            setDebugCallback()
            applied.mustReset = true
        }
        if options.wantsCertificate, isSecure {
            askForCertificate()
            applied.mustReset = true
        }
    }

    /// libcurl's `CURLAUTH_…` are macros with casts, which Swift does not import.
    private enum AuthenticationBit {
        static let basic = 1 << 0
        static let negotiate = 1 << 2
        static let ntlm = 1 << 3
    }

    private func setCredentials(_ request: Request) {
        let mask: Int
        var credentials: (username: String, password: String)
        switch request.options.authentication {
        case nil:
            guard let userInfo = request.url.userInfo else { return }
            mask = AuthenticationBit.basic
            credentials = UserInfo.credentials(in: userInfo)
        case .basic(let username, let password):
            mask = AuthenticationBit.basic
            credentials = (username, password)
        case .ntlm(let username, let password):
            set(CURLOPT_HTTPAUTH, AuthenticationBit.ntlm)
            // The hash is made of the name in capitals (MS-NLMP 3.3.2), of which libcurl knows those of ASCII only.
            setLatin1(CURLOPT_USERNAME, username.utf8.allSatisfy { $0 < 0x80 } ? username : Self.capitals(username))
            setLatin1(CURLOPT_PASSWORD, password)
            applied.mustReset = true
            return
        case .negotiate:
            mask = AuthenticationBit.negotiate
            credentials = ("", "")
        // A signature is a header by now, and `Request.check` refuses a request that wants a token.
        // The dispatcher itself answers the challenges of digest authentication.
        case .digest, .aws, .oauth2, .custom: return
        }
        set(CURLOPT_HTTPAUTH, mask)
        set(CURLOPT_USERNAME, credentials.username)
        set(CURLOPT_PASSWORD, credentials.password)
        applied.mustReset = true
    }
}

extension Request {
    /// Whether libcurl gets credentials.
    fileprivate var hasCredentials: Bool {
        options.authentication != nil || url.hasUserInfo || options.netrc
    }
}

extension BodyPlan.Piece {
    fileprivate var isBytes: Bool {
        if case .bytes = self { true } else { false }
    }
}

extension Duration {
    /// Milliseconds, rounded up; at least 1, and at most what libcurl accepts.
    var wholeMilliseconds: Int {
        let (seconds, attoseconds) = components
        guard seconds < 2_000_000 else { return 2_000_000_000 }
        guard seconds >= 0, attoseconds >= 0 else { return 1 }
        return max(Int(seconds) * 1000 + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000), 1)
    }
}
