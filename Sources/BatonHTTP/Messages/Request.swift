import BatonValues

/// A request as it is sent, except for the cookies and kept headers of the session.
public struct Request: Sendable {
    /// The request method.
    public var method: Method
    /// The URL that the request is sent to.
    public var url: URLText
    /// The headers of the request; libcurl adds `Host` and those that the body needs.
    public var headers: Headers
    /// The body.
    public var body: RequestBody
    /// How the request is sent and the response received.
    public var options: TransferOptions
    /// The cookies and kept headers that are sent along and that the responses of all hops change; nil for none.
    public var session: SessionStore?
    /// Called for each change of the exchange's progress; with redirects, for each hop.
    public var progress: TransferProgress.Observer?
    /// Receives the body of a successful response piece by piece, instead of `Response.body`; nil to have it whole. A
    /// dispatcher that is no engine may ignore it and return the body whole.
    package var bodyStream: BodyStream?
    /// How a `CachingDispatcher` handles this request; nil for its default rule. Other dispatchers ignore it.
    public var cache: CacheRule?
    /// Called by a `CachingDispatcher` with the stored response, before a request with the policy `both` is sent.
    package var onStored: (@Sendable (Response) -> Void)?
    /// What is sent to authenticate the request is noted here; nil: nowhere.
    package var authorization: AuthorizationLog?
    /// Values of URL and body that are secrets or credentials, in order: a cache `key` does not leave them out.
    package var credentials: [String] = []
    /// Whether the body holds a secret; such a body is not sent to another origin by a redirect.
    package var isBodySecret = false
    /// Whether URL or headers hold a secret of the environment, or a credential.
    package var holdsSecret = false
}

extension Request {
    /// A request with its parts.
    public init(
        _ method: Method, _ url: URLText, headers: Headers = Headers(), body: RequestBody = .none,
        options: TransferOptions = .standard, session: SessionStore? = nil
    ) {
        // All parts at once: if they were set one by one, the compiler would copy the whole value at the end.
        self.init(method: method, url: url, headers: headers, body: body, options: options, session: session)
    }
}

extension Request: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Method, URL and headers, a line each, without what is known to be secret.
    public var description: String {
        "\(method.rawValue) \(url.shown)" + (headers.isEmpty ? "" : "\n\(headers)")
    }
    /// As `description`.
    public var debugDescription: String { description }
    /// No children: `dump` shows no secrets.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Request {
    /// The label of the encoding that a text body is sent in: the `charset` of its Content-Type, else what its XML
    /// declaration says; nil for UTF-8.
    package static func charsetLabel(of bytes: [UInt8], type: String) -> String? {
        var label = MediaType.parameter("charset", of: type) ?? ""
        if label.isEmpty, MediaType.kind(of: type) == .xml { label = Charset.declaredLabel(in: bytes, isHTML: false) }
        return label.isEmpty || label.lowercased() == "utf-8" ? nil : label
    }

    /// The request with its text body in UTF-8, as people and checks read it.
    package var inUTF8: Request {
        guard case .bytes(let bytes, let own) = body else { return self }
        let type = headers["content-type"] ?? own ?? ""
        var charset = Self.charsetLabel(of: bytes, type: type).flatMap(Charset.init(label:))
        var text = bytes[...]
        if bytes.starts(with: [0xFF, 0xFE]) {
            charset = .utf16LE
        } else if bytes.starts(with: [0xFE, 0xFF]) {
            charset = .utf16BE
        }
        guard let charset, charset != .utf8 else { return self }
        if charset.isUTF16, bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            text = text.dropFirst(2)
        }
        guard let decoded = charset.utf8(of: text) else { return self }
        var request = self
        request.body = .bytes(decoded, contentType: own)
        return request
    }
}

extension Request {
    /// A choice of a request that an engine may be unable to honour.
    public enum Option: String, Sendable, Hashable, CaseIterable {
        /// `TransferOptions.connectTimeout`
        case connectTimeout
        /// `TransferOptions.authentication`: basic authentication.
        case basic
        /// `TransferOptions.authentication`: any other scheme.
        case authentication
        /// `TransferOptions.isCompressed` is false.
        case uncompressed
        /// `TransferOptions.maxResponse`
        case maxResponse
        /// `TransferOptions.maxHeaders`
        case maxHeaders
        /// `TransferOptions.limitRate`
        case limitRate
        /// `TransferOptions.pathAsIs`
        case pathAsIs
        /// `TransferOptions.wantsCertificate`
        case certificate
        /// The headers that were sent are wanted.
        case sentHeaders
        /// `TransferOptions.netrc`
        case netrc
        /// The body of the response goes to a file.
        case savePath
        /// The body of the response is read as a stream of events.
        case events
        /// `TransferOptions.idleTimeout`
        case idleTimeout
        /// How certificates are verified, and which one the client presents.
        case tls
        /// Proxies, and hosts that are reached without.
        case proxy
        /// Addresses and ports of hosts.
        case addresses
        /// `unix_socket`
        case unixSocket
        /// The interface that is sent from.
        case interface
        /// HTTP or IP in one version.
        case version
    }

    /// What the request asks of the engine beyond the defaults, in the order of `Option`.
    ///
    /// A dispatcher that is an engine of its own refuses a request with options that it cannot honour.
    public var askedOptions: [Option] { Option.allCases.filter(asks) }

    private func asks(_ option: Option) -> Bool {
        let standard = TransferOptions.standard
        return switch option {
        case .idleTimeout: options.idleTimeout != nil
        case .connectTimeout: options.connectTimeout != nil
        case .basic: if case .basic? = options.authentication { true } else { false }
        case .authentication: options.authentication != nil && !asks(.basic)
        case .uncompressed: !options.isCompressed
        case .maxResponse: options.maxResponse != nil
        case .maxHeaders: options.maxHeaders != standard.maxHeaders
        case .limitRate: options.limitRate != nil
        case .pathAsIs: options.pathAsIs
        case .certificate: options.wantsCertificate
        case .sentHeaders: options.wantsSentHeaders
        case .netrc: options.netrc
        case .savePath: options.savePlace != nil
        case .events: options.readsStream || bodyStream != nil
        case .tls, .proxy, .addresses, .unixSocket, .interface, .version:
            asks(option, options.connection.values, ConnectionOptions.standard.values)
        }
    }

    private func asks(
        _ option: Option, _ connection: ConnectionOptions.Values, _ standard: ConnectionOptions.Values
    ) -> Bool {
        switch option {
        case .tls: connection.tls != standard.tls
        case .proxy: connection.proxy != nil || connection.noProxy != nil || connection.proxyTLS != standard.proxyTLS
        case .addresses: !connection.resolve.isEmpty || !connection.connectTo.isEmpty
        case .unixSocket: connection.unixSocket != nil
        case .interface: connection.interface != nil
        case .version: connection.httpVersion != .automatic || connection.ipVersion != .any
        default: false
        }
    }
}
