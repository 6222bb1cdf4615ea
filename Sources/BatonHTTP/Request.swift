/// Everything that goes to a server, before cookies of the session are added.
public struct Request: Sendable {
    /// What is to be done.
    public var method: Method
    /// Where it goes.
    public var url: URLText
    /// What is written; libcurl adds `Host` and what the body needs.
    public var headers: Headers
    /// What is sent behind the head.
    public var body: RequestBody
    /// How it is sent and its response received.
    public var options: TransferOptions
    /// The cookies and kept headers that are sent along and that the responses of all hops change; nil sends and keeps
    /// nothing.
    public var session: SessionStore?
    /// Is told how far the exchange is, once for each change; with redirects, for each hop.
    public var progress: TransferProgress.Observer?
    /// What a `CachingDispatcher` does with it; nil: what that one does with every request. Others do not look at it.
    public var cache: CacheRule?
    /// Whether the body holds a secret: no redirect takes it to another origin.
    package var isBodySecret = false
}

extension Request {
    /// A request with all that it carries.
    public init(
        _ method: Method, _ url: URLText, headers: Headers = Headers(), body: RequestBody = .none,
        options: TransferOptions = .standard, session: SessionStore? = nil
    ) {
        // At once: where its parts are set one by one, the compiler copies the whole at the end.
        self.init(method: method, url: url, headers: headers, body: body, options: options, session: session)
    }
}
