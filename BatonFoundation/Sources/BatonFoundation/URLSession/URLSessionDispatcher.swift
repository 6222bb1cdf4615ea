public import BatonAPI

#if canImport(FoundationNetworking)
    import Foundation
    public import FoundationNetworking
#else
    public import Foundation
#endif

/// Sends requests through a `URLSession`: where its connections, its proxies or its trust in certificates are wanted.
///
/// ```swift
/// let client = try APIClient(environment, dispatcher: URLSessionDispatcher())
/// ```
/// Cookies, redirects, authentication and the cache are Baton's, as with `CurlDispatcher`; those of the `URLSession` are
/// off. Honoured are `timeout`, `redirects`, `maxResponse`, basic authentication and progress. Any other option fails with
/// `request.bad_input`, before anything is sent, and so does a GET request with a body. A body of a file is streamed from it; one of more than 10 MB that is made of
/// several parts is first written to a temporary file.
///
/// Of a response, the order of the headers, the HTTP version, the server's address and the timings of phases are not known.
public final class URLSessionDispatcher: Dispatcher {
    private let session: URLSession
    private let delegate = ExchangeDelegate()

    /// - Parameter configuration: is copied. What it says of cookies, cache and stored credentials does not count.
    public init(configuration: URLSessionConfiguration = .ephemeral) {
        let own = configuration.copy() as? URLSessionConfiguration ?? configuration
        own.httpCookieStorage = nil
        own.httpShouldSetCookies = false
        own.httpCookieAcceptPolicy = .never
        own.urlCache = nil
        own.requestCachePolicy = .reloadIgnoringLocalCacheData
        own.urlCredentialStorage = nil
        session = URLSession(configuration: own, delegate: delegate, delegateQueue: nil)
    }

    /// The session ends when its last exchange has.
    deinit { session.finishTasksAndInvalidate() }

    /// What a `URLSession` honours, or leaves to this dispatcher.
    static let honoured: Set<Request.Option> = [.basic, .maxResponse]

    /// Sends a request; see `Dispatcher.send`.
    public func send(_ request: Request) async throws(Failure) -> Response {
        let refused = request.askedOptions.filter { !Self.honoured.contains($0) }
        guard refused.isEmpty else {
            let names = refused.map { "`\($0.rawValue)`" }.joined(separator: ", ")
            throw Failure(
                .badInput,
                "a URLSession cannot honour \(names): send the request through `CurlDispatcher`, or leave it out")
        }
        guard request.method != .get || request.body.isNone else {
            throw Failure(
                .badInput,
                "a URLSession sends no body with GET: send the request through `CurlDispatcher`, or with another method"
            )
        }
        return try await request.sentHopByHop { hop throws(Failure) in try await self.exchange(hop, of: request) }
    }

    private func exchange(_ hop: Request, of whole: Request) async throws(Failure) -> Response {
        guard !Task.isCancelled else { throw Failure(.cancelled, "the task was cancelled") }
        var head = try hop.withAuthorization()
        let upload = try Upload(head)
        defer { upload?.removeTemporaryFile() }
        if let upload { head.headers = upload.headers }
        var request = try URLRequest(head: head)
        // That limit begins again with each byte: the exchange's own limit comes first.
        request.timeoutInterval += 5
        let task = upload?.task(in: session, request) ?? session.dataTask(with: request)
        let exchange = URLExchange(hop, task, timeout: whole.options.timeout)
        delegate.add(exchange)
        defer { delegate.remove(exchange) }
        let timer = Task {
            try await Task.sleep(for: hop.options.timeout)
            exchange.timeOut()
        }
        defer { timer.cancel() }
        return try await exchange.run()
    }
}
