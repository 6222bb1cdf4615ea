public import BatonHTTP

/// A response as a cache keeps it.
public struct StoredResponse: Sendable {
    /// As it came.
    public var response: Response
    /// The method that it answers.
    public let method: Method
    /// When the request was sent; microseconds since 1970, as the next.
    public let requested: Int64
    /// When the response came, or the server last said that it still holds.
    public var received: Int64
    /// Responses on the way of redirects, whose cookies and headers a session keeps.
    package var hops: [SessionStore.Receipt]
    /// The headers of the request that the response depends on.
    package var varied: VariedHeaders
    /// Whether an earlier run, or another one, left it.
    package var isFromDisk = false

    package init(
        response: Response, method: Method, requested: Int64, received: Int64,
        hops: [SessionStore.Receipt] = [], varied: VariedHeaders
    ) {
        self.response = response
        self.method = method
        self.requested = requested
        self.received = received
        self.hops = hops
        self.varied = varied
    }

    /// A response that depends on no header and came without redirects.
    public init(response: Response, method: Method = .get, requested: Int64, received: Int64) {
        self.init(
            response: response, method: method, requested: requested, received: received,
            varied: VariedHeaders(values: [], isAlways: false))
    }

    /// About how much memory it takes, in bytes.
    public var cost: Int {
        let hops = hops.reduce(0) { $0 + $1.headers.block.count + $1.url.text.utf8.count }
        return response.body.count + response.headers.block.count + response.url.text.utf8.count + hops + 512
    }

    /// Where the request went, before any redirect.
    var requestURL: URLText { response.redirects.first?.url ?? response.url }

    var head: StoredHead {
        StoredHead(
            status: response.status, headers: response.headers, requested: requested / 1_000_000,
            received: received / 1_000_000)
    }

    /// Never negative, also where the clock was set back.
    func age(at now: Int64) -> Duration { .microseconds(max(0, now - received)) }

    /// False for an unknown age: the clock was set back by more than a second since the response came.
    func isKnown(toBeAtMost limit: Duration, oldAt now: Int64) -> Bool {
        now >= received - 1_000_000 && age(at: now) <= limit
    }

    /// As the response to a request that was not sent: it took no time.
    func handedOut(at now: Int64) -> Response {
        var response = response
        response.cacheUse = .stored(age: age(at: now))
        response.timings = Response.Timings()
        response.requestBytes = 0
        response.silentRepeats = 0
        return response
    }
}
