public import BatonHTTP
import BatonJSON

/// A response as a cache keeps it.
public struct StoredResponse: Sendable {
    /// The response as it arrived.
    public var response: Response
    /// The method of its request.
    public let method: Method
    /// When the request was sent; microseconds since 1970, as `received`.
    public let requested: Int64
    /// When the response arrived, or the server last confirmed it.
    public var received: Int64
    /// Responses on the way of redirects, whose cookies and headers a session keeps.
    package var hops: [SessionStore.Receipt]
    /// The headers of the request that the response depends on.
    package var varied: VariedHeaders
    /// Whether it was read from disk: an earlier or another run may have written it.
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

    /// A response that depends on no request header and came without redirects.
    public init(response: Response, method: Method = .get, requested: Int64, received: Int64) {
        self.init(
            response: response, method: method, requested: requested, received: received,
            varied: VariedHeaders(values: [], isAlways: false))
    }

    /// The response as bytes, for a store of the program's own: a line of JSON, and behind it the body. Nil for one that
    /// cannot be written as text, such as one with headers that are not UTF-8.
    ///
    /// Nothing tells whether bytes that are read later were changed meanwhile: whoever can write the store's files decides
    /// what the cache returns.
    public var serialized: [UInt8]? {
        guard let head = StoredResponseText.json(of: self) else { return nil }
        return JSONWriter.compactBytes(head) + [0x0A] + response.body
    }

    /// A response from its bytes; nil for other ones.
    public init?(serialized bytes: [UInt8]) {
        guard let end = bytes.firstIndex(of: 0x0A), let head = try? JSONParser.parse(Array(bytes[..<end])),
            let stored = StoredResponseText.response(head, body: Array(bytes[(end + 1)...]))
        else { return nil }
        self = stored
    }

    /// Estimated memory size in bytes.
    public var cost: Int {
        let hops = hops.reduce(0) { $0 + $1.headers.block.count + $1.url.text.utf8.count }
        return response.body.count + response.headers.block.count + response.url.text.utf8.count + hops + 512
    }

    /// The URL of the request, before any redirect.
    var requestURL: URLText { response.redirects.first?.url ?? response.url }

    var head: StoredHead {
        StoredHead(
            status: response.status, headers: response.headers, requested: requested / 1_000_000,
            received: received / 1_000_000)
    }

    /// Never negative, even when the clock was set back.
    func age(at now: Int64) -> Duration { .microseconds(max(0, now - received)) }

    /// False for an unknown age: the clock was set back by more than a second since the response arrived.
    func isKnown(toBeAtMost limit: Duration, oldAt now: Int64) -> Bool {
        now >= received - 1_000_000 && age(at: now) <= limit
    }

    /// The response to a request that was not sent: all timings are zero.
    func handedOut(at now: Int64) -> Response {
        var response = response
        response.cacheUse = .stored(age: age(at: now))
        response.timings = Response.Timings()
        response.requestBytes = 0
        response.silentRepeats = 0
        return response
    }
}
