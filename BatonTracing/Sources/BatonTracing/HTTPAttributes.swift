import BatonAPI
import Tracing

// What a client span says of its exchange, as OpenTelemetry's conventions for HTTP spans name it:
// https://opentelemetry.io/docs/specs/semconv/http/http-spans/

extension Request {
    /// The method, or `HTTP` for one that the conventions do not know: a name has low cardinality, and so no path.
    var spanName: String { hasKnownMethod ? method.rawValue : "HTTP" }

    fileprivate var hasKnownMethod: Bool { Self.knownMethods.contains(method.rawValue) }

    /// RFC 9110, PATCH (RFC 5789) and QUERY.
    private static let knownMethods: Set<String> = [
        "CONNECT", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "QUERY", "TRACE",
    ]

    /// The URL without its fragment; masked too where a signature in it is a credential.
    fileprivate var tracedURL: String {
        let parts = maskedURL.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return maskedURL }
        let parameters = parts[1].split(separator: "&", omittingEmptySubsequences: false).map { parameter in
            let name = parameter.prefix { $0 != "=" }
            return Self.signatures.contains(String(name)) ? "\(name)=***" : String(parameter)
        }
        return "\(parts[0])?\(parameters.joined(separator: "&"))"
    }

    /// The query parameters that the conventions want masked: those of signed links.
    private static let signatures: Set<String> = [
        "AWSAccessKeyId", "Signature", "X-Amz-Credential", "X-Amz-Security-Token", "X-Amz-Signature",
        "X-Goog-Signature", "sig",
    ]
}

extension Result<Response, Failure> {
    /// The status of a response that is an error for a client, the kind of a failure; nil where nothing went wrong. To be
    /// cancelled is no error.
    var errorType: String? {
        switch self {
        case .success(let response): response.status >= 400 ? "\(response.status)" : nil
        case .failure(let failure): failure.isCancelled ? nil : failure.kind.rawValue
        }
    }

    /// The response, or what has come of it.
    fileprivate var response: Response? {
        switch self {
        case .success(let response): response
        case .failure(let failure): failure.response
        }
    }
}

extension SpanAttributes {
    /// What is known before the request is sent.
    mutating func add(_ request: Request) {
        self["http.request.method"] = request.hasKnownMethod ? request.method.rawValue : "_OTHER"
        if !request.hasKnownMethod { self["http.request.method_original"] = request.method.rawValue }
        // Of an IPv6 address, only a URL has the brackets.
        self["server.address"] = String(request.url.host.drop { $0 == "[" }.prefix { $0 != "]" })
        self["server.port"] = request.url.port
        self["url.full"] = request.tracedURL
    }

    /// What the end of the exchange adds.
    mutating func add(_ result: Result<Response, Failure>) {
        self["error.type"] = result.errorType
        guard let response = result.response else { return }
        self["http.response.status_code"] = response.status
        let resent = response.redirects.count + response.silentRepeats
        if resent > 0 { self["http.request.resend_count"] = resent }
        // Without a connection, as from a stub or a `URLSession`, the version is not known either.
        guard !response.remoteAddress.isEmpty else { return }
        self["network.protocol.version"] = response.httpVersion.description
        self["network.peer.address"] = response.remoteAddress
        self["network.peer.port"] = response.remotePort
    }
}
