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
