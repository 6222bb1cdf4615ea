import BatonHTTP
import BatonValues
import CLibCurl

/// Every error code of libcurl as a failure: its kind, and a sentence that says which side did what, and after how
/// long.
enum ErrorTable {
    /// The codes with which this libcurl may end a transfer.
    static let codes = 1..<CURL_LAST.rawValue

    static func failure(forNumber number: UInt32, _ context: ErrorContext) -> Failure {
        failure(for: CURLcode(number), context)
    }

    static func failure(for code: CURLcode, _ context: ErrorContext) -> Failure {
        let (kind, message) = kindAndMessage(code, context)
        let detail = context.detail.isEmpty ? String(cString: curl_easy_strerror(code)) : context.detail
        var failure = Failure(kind, message, cause: "libcurl \(code.rawValue): \(detail)")
        failure.isRefusal =
            code == CURLE_COULDNT_CONNECT && context.systemError == SystemErrors.refused && context.unixSocket == nil
            && context.asked == context.server
        failure.isOfProxy = context.isAboutProxy
        return failure
    }

    /// The codes for a connection that the server ended before it answered.
    private static let brokenOff = [CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR]

    private static func kindAndMessage(_ code: CURLcode, _ context: ErrorContext) -> (Failure.Kind, String) {
        let server = context.server
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST:
            return (.dns, "no address found for the host \(context.host)")
        case CURLE_COULDNT_RESOLVE_PROXY where context.detail.hasPrefix("Unsupported proxy"):
            return (.badInput, "\(context.proxy?.shown ?? "what is set") is no URL of a proxy")
        case CURLE_COULDNT_RESOLVE_PROXY:
            return (.dns, "no address found for the proxy \(context.proxy?.shown ?? "")")
        case CURLE_COULDNT_CONNECT where context.hasAddressOfOtherVersion:
            return (.badInput, "ip: \(context.host) is no address of version \(context.ipVersion.rawValue) of IP")
        case CURLE_COULDNT_CONNECT:
            return (.connect, ConnectWords.refusal(context))
        case CURLE_INTERFACE_FAILED:
            return (.connect, "cannot send from the interface \(context.interface ?? "")")
        case CURLE_NO_CONNECTION_AVAILABLE, CURLE_UNRECOVERABLE_POLL:
            return (.connect, "no connection to \(server) can be made")
        case CURLE_PROXY where context.proxyError == CURLPX_RESOLVE_HOST:
            return (.dns, "no address found for the host \(context.host)")
        case CURLE_PROXY:
            return (.connect, "the proxy \(context.proxy?.shown ?? "") refused to connect to \(server)")
        case CURLE_OPERATION_TIMEDOUT, CURLE_FTP_ACCEPT_TIMEOUT:
            return (.timeout, TimeoutWords.message(context))
        // In TLS 1.3 the server judges the client's certificate when the client has finished its handshake, and its alert
        // may get lost when it closes the connection.
        case _ where context.lacksCertificate && !context.hasResponse && brokenOff.contains(code):
            return (.tls, "\(context.tlsPeer) demands a client certificate")
        case CURLE_GOT_NOTHING:
            return (.reset, "\(server) closed the connection without a response")
        case CURLE_PARTIAL_FILE:
            return (.reset, ResetWords.partial(context))
        case CURLE_SEND_ERROR, CURLE_SEND_FAIL_REWIND, CURLE_UPLOAD_FAILED, CURLE_AGAIN:
            return (.reset, "\(server) closed the connection while the request was sent")
        case CURLE_RECV_ERROR:
            return ResetWords.broken(context)
        case CURLE_FILESIZE_EXCEEDED:
            return (.tooLarge, "the body from \(server) is larger than max_response")
        case CURLE_BAD_CONTENT_ENCODING:
            return (.encoding, "the body from \(server) is not encoded as it says")
        case CURLE_WEIRD_SERVER_REPLY:
            return (.protocol, ReplyWords.message(context))
        case CURLE_URL_MALFORMAT:
            return (.invalidURL, "libcurl cannot send to this URL")
        case CURLE_LOGIN_DENIED, CURLE_AUTH_ERROR, CURLE_REMOTE_ACCESS_DENIED:
            return (.unauthorized, "cannot authenticate to \(server)")
        case CURLE_BAD_FUNCTION_ARGUMENT where context.hasResponse && !context.hasHead:
            // libcurl's code for a folded line that has no line before it.
            return (.protocol, "\(server) sent whitespace before its first header")
        // GOAWAY, of the server or of libcurl where the server violates the protocol.
        case CURLE_HTTP2 where !context.hasResponse:
            return (.reset, "the HTTP/2 connection to \(server) was ended before the response")
        case CURLE_HTTP2_STREAM:
            return ResetWords.stream(context)
        case CURLE_TOO_MANY_REDIRECTS:
            return (.protocol, "\(server) redirects too often")
        default:
            return TLSWords.kindAndMessage(code, context) ?? InputWords.kindAndMessage(code, context)
                ?? (.protocol, "\(server) did not answer as HTTP demands")
        }
    }
}

extension ErrorContext {
    /// Whether the host is an IP address, and only addresses of the other IP version are allowed.
    fileprivate var hasAddressOfOtherVersion: Bool {
        guard proxy == nil, unixSocket == nil, systemError == 0 else { return false }
        return switch ipVersion {
        case .any: false
        case .v4: HostAddress.isIPv6(host)
        case .v6: HostAddress.isIPv4(host)
        }
    }

    /// Whom libcurl tried to connect to.
    fileprivate var asked: String { proxy.map { "the proxy \($0.shown)" } ?? server }
}

/// Messages for responses that violate the grammar of HTTP.
enum ReplyWords {
    static func message(_ context: ErrorContext) -> String {
        let server = context.server
        if context.detail.contains("without colon") { return "\(server) sent a header line without a colon" }
        if context.detail.contains("Nul byte") { return "\(server) sent a header with a NUL byte in it" }
        if context.detail.contains("Content-Length") { return "\(server) announces a length that is no number" }
        return "\(server) did not answer as HTTP demands"
    }
}

/// Messages for failures to connect.
enum ConnectWords {
    static func refusal(_ context: ErrorContext) -> String {
        if let path = context.unixSocket {
            return "cannot connect to the socket \(path): \(reason(context))"
        }
        let target = context.asked
        switch context.systemError {
        case SystemErrors.refused: return "connection refused by \(target)"
        case SystemErrors.hostUnreachable, SystemErrors.networkUnreachable: return "no way to reach \(target)"
        case SystemErrors.timedOut: return "\(target) did not react to the attempt to connect"
        case SystemErrors.tooManyFiles:
            return "cannot connect to \(target): this process may have no more files and connections open (`ulimit -n`)"
        case 0: return "cannot connect to \(target)"
        default: return "cannot connect to \(target): \(reason(context))"
        }
    }

    private static func reason(_ context: ErrorContext) -> String {
        context.systemError == 0 ? "nobody is listening" : SystemCall.message(context.systemError)
    }
}

/// Messages for deadlines that passed.
enum TimeoutWords {
    static func message(_ context: ErrorContext) -> String {
        let server = context.server
        // libcurl has one code for all its time limits.
        if let idle = context.idleTimeout, context.detail.contains("too slow") {
            return "nothing came from \(server) for \(DurationText.limit(milliseconds: idle))"
        }
        if !context.isConnected {
            let limit = context.connectTimeout.map { min($0, context.timeout) } ?? context.timeout
            return context.hasName
                ? "no connection to \(server) within \(DurationText.limit(milliseconds: limit))"
                : "no address found for the host \(context.host) within \(DurationText.limit(milliseconds: limit))"
        }
        guard context.hasResponse else {
            return "no response within \(DurationText.limit(milliseconds: context.timeout)) from \(server)"
        }
        let amount = context.expectedBytes.map { "\(context.receivedBytes) of \($0)" } ?? "\(context.receivedBytes)"
        return
            "the response from \(server) was not complete within \(DurationText.limit(milliseconds: context.timeout)): \(amount) bytes had come"
    }
}

/// Messages for connections that ended too early.
enum ResetWords {
    static func partial(_ context: ErrorContext) -> String {
        guard let expected = context.expectedBytes else {
            return "\(context.server) closed the connection after \(context.receivedBytes) bytes, before the body's end"
        }
        return "\(context.server) closed the connection after \(context.receivedBytes) of \(expected) bytes"
    }

    /// The errors of HTTP/2 (RFC 9113, section 7) that tell of a violation of the protocol. libcurl ends a stream with
    /// them itself, too.
    private static let violations = [
        "PROTOCOL_ERROR", "FLOW_CONTROL_ERROR", "FRAME_SIZE_ERROR", "COMPRESSION_ERROR",
    ]

    /// A stream of HTTP/2 that ended before its response did.
    static func stream(_ context: ErrorContext) -> (Failure.Kind, String) {
        let server = context.server
        let marker = " was not closed cleanly: "
        guard let range = context.detail.firstRange(of: marker) else {
            return (.reset, "\(server) closed the stream before the end of its headers")
        }
        let error = context.detail[range.upperBound...].prefix { $0 != " " }
        if violations.contains(String(error)) {
            return (.protocol, "\(server) did not answer as HTTP/2 demands: \(error)")
        }
        return (.reset, "\(server) reset the stream: \(error)")
    }

    static func broken(_ context: ErrorContext) -> (Failure.Kind, String) {
        if let proxy = context.proxy, !context.isConnected {
            let response = context.connectStatus > 0 ? " with status \(context.connectStatus)" : ""
            return (.connect, "the proxy \(proxy.shown) refused a tunnel to \(context.server)\(response)")
        }
        if context.detail.contains("Out of memory in chunked-encoding") {
            return (.tooLarge, "\(context.server) sent a longer trailer than libcurl takes, 4 kB")
        }
        if context.detail.contains("chunked-encoding") {
            return (.protocol, "the chunked body from \(context.server) is malformed")
        }
        if context.detail.contains("response header") {
            return (.tooLarge, "\(context.server) sent more headers than libcurl takes")
        }
        if !context.hasResponse, context.detail.contains("alert") {
            let needsCertificate = context.detail.contains("certificate required")
            return (
                .tls,
                needsCertificate
                    ? "\(context.tlsPeer) demands a client certificate"
                    : "\(context.tlsPeer) ended the TLS connection with an alert"
            )
        }
        guard context.hasResponse else {
            return (.reset, "\(context.server) broke the connection off without a response")
        }
        let amount = context.expectedBytes.map { "\(context.receivedBytes) of \($0)" } ?? "\(context.receivedBytes)"
        return (.reset, "\(context.server) broke the connection off after \(amount) bytes")
    }
}

/// The facts about a transfer that libcurl gave up, from which the failure's message is made.
struct ErrorContext {
    /// `host:port`.
    var server: String
    var host: String
    /// libcurl's own message, or empty.
    var detail = ""
    var systemError: Int32 = 0
    var hasName = false
    /// Whether the request was sent, or was about to be.
    var isConnected = false
    /// Whether a status line arrived.
    var hasResponse = false
    /// Whether the response's headers arrived, to the last one.
    var hasHead = false
    var receivedBytes = 0
    var expectedBytes: Int?
    /// In milliseconds, as `elapsed` and `connectTimeout` too.
    var timeout = 0
    var elapsed = 0
    var connectTimeout: Int?
    var idleTimeout: Int?
    /// The status of a proxy's response to CONNECT; 0 without one.
    var connectStatus = 0
    /// What failed between libcurl and a SOCKS proxy.
    var proxyError = CURLPX_OK
    var unixSocket: String?
    var interface: String?
    var ipVersion = IPVersion.any
    /// Nil for a direct connection.
    var proxy: ProxyInUse?
    var tls = TLSOptions()
    var authorities = Authorities.system(file: nil)
    /// The names in the server's certificate, where it was received.
    var certificateNames: [String] = []
    /// The alert with which libcurl ended a handshake; nil where none is known.
    var sentAlert: UInt8?
    /// Whether the server asked for a certificate of the client, and got none.
    var lacksCertificate = false
    /// What the file of the client's key holds.
    var keyFile = KeyFile.other

    enum KeyFile { case plain, encrypted, other }

    /// Whether a failure of TLS is one with the proxy: with an https proxy, until it has answered CONNECT.
    var isAboutProxy: Bool { proxy?.isSecure == true && connectStatus == 0 }

    /// Whom libcurl spoke TLS with.
    var tlsPeer: String {
        guard let proxy, isAboutProxy else { return server }
        return "the proxy \(proxy.shown)"
    }

    init(server: String, host: String) {
        self.server = server
        self.host = host
    }
}
