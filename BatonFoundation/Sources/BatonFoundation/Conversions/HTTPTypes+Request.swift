public import BatonAPI
public import HTTPTypes

extension Request {
    /// Method, URL and headers of a request, with the `Content-Type` of its body, its basic authentication, and the cookies and
    /// kept headers of its session; beside it the body, nil for none.
    ///
    /// Throws `request.bad_input` for a request that must not be sent, and for an authentication that is no header. The other
    /// options say how a request is sent, which is up to whoever sends this one.
    public func httpRequest() throws(Failure) -> (head: HTTPRequest, body: OutgoingBody?) {
        let (sent, body) = try asSent()
        guard let method = HTTPRequest.Method(method.rawValue) else {
            throw Failure(.badInput, "`\(method.rawValue)` is no method")
        }
        let isDefaultPort = url.port == (url.isSecure ? 443 : 80)
        let head = HTTPRequest(
            method: method, scheme: url.scheme, authority: isDefaultPort ? url.host : url.hostAndPort,
            path: url.query.map { "\(url.path)?\($0)" } ?? url.path, headerFields: try HTTPFields(sent.headers))
        return (head, body)
    }

    /// A request with that head and a body; the options are the defaults.
    ///
    /// Throws `request.bad_input` for a request with an extended CONNECT protocol or without a scheme, an authority and a path,
    /// `request.invalid_url` for parts that are no URL.
    public init(_ head: HTTPRequest, body: RequestBody = .none) throws(Failure) {
        guard head.extendedConnectProtocol == nil, let scheme = head.scheme, let authority = head.authority,
            let path = head.path
        else {
            throw Failure(
                .badInput, "the request needs a scheme, an authority and a path, and no protocol of an extended CONNECT"
            )
        }
        guard let method = Method(head.method.rawValue) else {
            throw Failure(.badInput, "`\(head.method.rawValue)` is no method")
        }
        self.init(
            method, try .parsed("\(scheme)://\(authority)\(path)"), headers: Headers(head.headerFields), body: body)
        try check()
    }
}

extension URLText {
    /// Throws `request.invalid_url`, without user and password in the message.
    static func parsed(_ text: String) throws(Failure) -> URLText {
        do {
            return try parse(text)
        } catch {
            let shown = text.contains("@") ? "…\(text.drop { $0 != "@" })" : text
            throw Failure(.invalidURL, "the URL `\(shown)` \(error.message)")
        }
    }
}
