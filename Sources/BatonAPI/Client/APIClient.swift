// The way of an endpoint: `RequestWriter` makes a `Request` of its `APIRequest`, `Attempts` repeats it as its policy
// says, `InterceptingDispatcher` sends it through the interceptors to the cache and the engine, and the endpoint makes
// its output of the `Reply`. Values, downloads, pages and streams are other ends of this way.

public import BatonHTTP

#if !BATON_NO_ENGINE
    import BatonCurl
#endif

/// Sends requests to the APIs of one environment.
///
/// ```swift
/// let client = try APIClient(APIEnvironment(baseURL: "https://api.example.com"))
/// let user = try await client.send(Profile())
/// ```
/// A client may be used from any number of tasks at once. Cookies and kept session headers of its responses are sent
/// with its later requests; two clients share them when they are given the same session.
public final class APIClient: Sendable {
    /// The base URL, and the headers and credentials of its requests.
    public let environment: APIEnvironment
    /// Cookies and kept headers; may be given to another client.
    public let session: SessionStore
    private let writer: RequestWriter
    private let dispatcher: InterceptingDispatcher
    private let isStubbed: Bool

    /// - Parameters:
    ///   - environment: the base URL, and the headers and credentials of its requests; none of them unless given.
    ///   - dispatcher: sends the requests: libcurl, a stub or a recorder. A `CachingDispatcher` is the client's cache,
    ///     which it may share with others; without one the client has a cache of its own, in memory.
    ///   - interceptors: see every exchange, the first one first.
    ///   - session: nil: a new session, which keeps the environment's session headers. A given session keeps what it
    ///     was made to keep.
    ///   - isStubbed: whether every endpoint returns its own sample and nothing is sent; an endpoint without a sample
    ///     fails with `stub.missing`.
    ///
    /// Throws `request.invalid_url` when the environment's base or a trusted origin is not a URL, and `request.bad_input`
    /// when its `transfer` or `retry` cannot be used.
    public init(
        _ environment: APIEnvironment = APIEnvironment(), dispatcher: any Dispatcher,
        interceptors: [any Interceptor] = [], session: SessionStore? = nil, isStubbed: Bool = false
    ) throws(Failure) {
        writer = try RequestWriter(environment)
        self.environment = environment
        self.session =
            session ?? SessionStore(Session(keeping: environment.sessionHeaders, from: writer.trusted))
        let caching = dispatcher as? CachingDispatcher ?? CachingDispatcher(dispatcher)
        self.dispatcher = InterceptingDispatcher(
            isStubbed ? SampleDispatcher(nil) : caching, interceptors, secrets: environment.secrets.values)
        self.isStubbed = isStubbed
    }

    #if !BATON_NO_ENGINE
        /// A client that sends its requests with libcurl, over the connections that all such clients share.
        public convenience init(
            _ environment: APIEnvironment = APIEnvironment(), interceptors: [any Interceptor] = [],
            session: SessionStore? = nil, isStubbed: Bool = false
        ) throws(Failure) {
            try self.init(
                environment, dispatcher: CurlDispatcher.shared, interceptors: interceptors, session: session,
                isStubbed: isStubbed)
        }
    #endif

    /// How many exchanges are in progress now.
    public var inFlight: Int { dispatcher.inFlight }

    /// Sends an endpoint and returns exactly its output; sends it again as its `RetryPolicy` says.
    ///
    /// Throws `http.*` for a status that the endpoint does not accept, `network.*` when no response came, `response.*` and
    /// `mapping.*` for a response that is not what the endpoint wants, `request.*` for what cannot be sent, and
    /// `workflow.cancelled` soon after the task is cancelled.
    public func send<E: Endpoint>(_ endpoint: E) async throws(Failure) -> E.Output {
        try await value(of: endpoint, onStored: nil).value
    }

    /// - Parameter onStored: called with the stored response, if there is one, before the request is sent.
    func value<E: Endpoint>(
        of endpoint: E, onStored: (@Sendable (Response) -> Void)?
    ) async throws(Failure) -> SourcedValue<E.Output> {
        var attempts = try attempts(at: endpoint, onStored: onStored)
        while true {
            do throws(Failure) {
                let response = try await exchange(attempts.request, of: endpoint)
                return SourcedValue(
                    value: try output(of: endpoint, from: response, mask: mask(of: attempts.request)),
                    source: ValueSource(response))
            } catch {
                guard try await attempts.goOn(after: error) else { throw attempts.told(error) }
            }
        }
    }

    /// The output of a response that the endpoint accepts.
    ///
    /// - Parameter mask: masks the secrets of the request where a failure is printed.
    func output<E: Endpoint>(
        of endpoint: E, from response: Response, mask: Failure.Mask?
    ) throws(Failure) -> E.Output {
        let reply = reply(response, to: endpoint, mask: mask)
        guard endpoint.accepts(status: response.status) else { throw reply.statusFailure }
        do {
            return try endpoint.output(from: reply)
        } catch {
            let thrown = Failure.thrown(error, .mappingFormat, "`\(E.self)` cannot read it")
            let failure = thrown.response == nil ? thrown.with(response) : thrown
            throw mask.map(failure.masked) ?? failure
        }
    }

    /// Sends an endpoint that names all its outcomes, and returns the one that occurred.
    public func send<E: OutcomeEndpoint>(_ endpoint: E) async -> E.Output {
        await outcome(of: endpoint, onStored: nil).value
    }

    /// - Parameter onStored: called with the stored response, if there is one, before the request is sent.
    func outcome<E: OutcomeEndpoint>(
        of endpoint: E, onStored: (@Sendable (Response) -> Void)?
    ) async -> SourcedValue<E.Output> {
        do throws(Failure) {
            let attempts = try attempts(at: endpoint, onStored: onStored)
            let response = try await response(to: endpoint, attempts)
            let reply = reply(response, to: endpoint, mask: mask(of: attempts.request))
            return SourcedValue(value: endpoint.outcome(of: .success(reply)), source: ValueSource(response))
        } catch {
            return SourcedValue(value: endpoint.outcome(of: .failure(error)), source: .fresh)
        }
    }

    private func reply(_ response: Response, to endpoint: some Endpoint, mask: Failure.Mask?) -> Reply {
        let api = endpoint.api
        var reply = Reply(response, dates: api.dates, coder: api.coder(in: environment))
        reply.mask = mask
        return reply
    }

    /// Masks the secrets of a request and of the environment in a text.
    func mask(of request: Request) -> Failure.Mask { dispatcher.mask(of: request) }

    /// The response to an endpoint, unchanged and of any status; a status that `retry` names is tried again before.
    public func response(to endpoint: some Endpoint) async throws(Failure) -> Response {
        try await response(to: endpoint, attempts(at: endpoint))
    }

    private func response(to endpoint: some Endpoint, _ first: Attempts) async throws(Failure) -> Response {
        var attempts = first
        while true {
            let response: Response
            do throws(Failure) {
                response = try await exchange(attempts.request, of: endpoint)
            } catch {
                guard try await attempts.goOn(after: error) else { throw attempts.told(error) }
                continue
            }
            guard try await attempts.goOn(after: response) else { return response }
        }
    }

    /// The attempts at an endpoint's request, which is built once.
    ///
    /// - Parameters:
    ///   - isStream: whether the response is read while it arrives.
    ///   - onStored: called with the stored response; nil: as the cache rule says, without one.
    func attempts(
        at endpoint: some Endpoint, isStream: Bool = false, onStored: (@Sendable (Response) -> Void)? = nil
    ) throws(Failure) -> Attempts {
        let call = try endpoint.request
        let policy = try writer.retry(call, of: endpoint.api)
        var request = try request(call, of: endpoint.api, isStream: isStream)
        if let onStored { request.wantBoth(onStored) }
        return Attempts(request, policy, isOwnPolicy: call.retry != nil)
    }

    /// Sends the request that an endpoint has made; with `isStubbed` the endpoint's sample is the response.
    func exchange(_ request: Request, of endpoint: some Endpoint) async throws(Failure) -> Response {
        guard isStubbed else { return try await send(request) }
        return try await dispatcher.send(request, through: SampleDispatcher(endpoint.sample))
    }

    /// The request of an endpoint, without the session's cookies and headers.
    public func request(for endpoint: some Endpoint) throws(Failure) -> Request {
        try request(endpoint.request, of: endpoint.api)
    }

    /// The request of an endpoint whose response is read while it arrives.
    func streamRequest(for endpoint: some Endpoint) throws(Failure) -> Request {
        try request(endpoint.request, of: endpoint.api, isStream: true)
    }

    private func request(_ call: APIRequest, of api: API, isStream: Bool = false) throws(Failure) -> Request {
        for credentials in [call.credentials, api.credentials, environment.credentials] {
            dispatcher.hide(credentials?.secrets ?? [])
        }
        for transfer in [call.transfer, api.transfer, environment.transfer] {
            if let transfer { dispatcher.hide(transfer.secrets) }
        }
        return try noting(writer.request(call, of: api, session: session, isStream: isStream))
    }

    /// The request that knows whether it holds a secret: no redirect carries such a body to another origin, and no disk keeps
    /// the response.
    private func noting(_ request: Request) -> Request {
        var request = request
        request.isBodySecret = !SecretFields.bodyValues(of: request, .documented).isEmpty
        guard dispatcher.knowsSecrets else { return request }
        let (url, body) = (dispatcher.secrets(in: request.url.text), dispatcher.secrets(in: request.body))
        request.credentials = url + body
        request.holdsSecret = !url.isEmpty || request.headers.contains { !dispatcher.secrets(in: $0.value).isEmpty }
        request.isBodySecret = request.isBodySecret || !body.isEmpty
        return request
    }

    /// Sends a request as it is, and returns the response unchanged.
    public func send(_ request: Request) async throws(Failure) -> Response {
        guard !Task.isCancelled else { throw Failure(.cancelled, "the task was cancelled before anything was sent") }
        return try await dispatcher.send(request)
    }
}
