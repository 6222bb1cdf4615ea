public import BatonHTTP

/// The events of a stream as they arrive: server-sent events, or JSON Lines.
///
/// ```swift
/// for try await event in client.events(of: Call<Void>(.get("/events"))) {
///     print(event.name, event.data)
/// }
/// ```
/// Each iteration sends the request anew. It ends when the server ends the stream. To leave the loop ends the transfer,
/// and so does cancelling the task. A slow reader slows the server down: at most some 100 kB wait in memory.
///
/// The iteration throws `http.*` for a status outside 2xx, `response.not_stream` for a response that is no stream,
/// `response.not_json` for a line of JSON Lines that is not JSON, `network.too_large` for an event of more than 16 MB,
/// `network.*` when the connection fails or the request's timeout passes, and `workflow.cancelled` soon after the task
/// is cancelled.
public struct EventSequence: AsyncSequence, Sendable {
    /// One event.
    public typealias Element = ServerEvent

    let request: @Sendable () throws(BatonHTTP.Failure) -> Request
    let settings: EventSource.Settings
    let send: @Sendable (Request) async throws(BatonHTTP.Failure) -> Response

    /// Starts over, with a request of its own.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(sequence: self)
    }

    /// Reads the events of one response; it is for one task.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private let sequence: EventSequence
        private var source: EventSource?
        private var hasEnded = false

        init(sequence: EventSequence) {
            self.sequence = sequence
        }

        /// The next event; nil at the end of the stream.
        public mutating func next() async throws(BatonHTTP.Failure) -> ServerEvent? {
            try await next(isolation: nil)
        }

        /// The next event; nil at the end of the stream.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(BatonHTTP.Failure) -> ServerEvent? {
            if hasEnded { return nil }
            do throws(BatonHTTP.Failure) {
                guard !Task.isCancelled else {
                    throw BatonHTTP.Failure(.cancelled, "the task was cancelled before an event came")
                }
                if source == nil {
                    source = EventSource(try sequence.request(), sequence.settings, send: sequence.send)
                }
                guard let source else { return nil }
                if let event = try await source.nextEvent() { return event }
                hasEnded = true
                guard let response = source.response, !response.isSuccess else { return nil }
                throw .status(of: response)
            } catch {
                hasEnded = true
                source = nil
                throw error
            }
        }
    }
}

extension APIClient {
    /// The events of an endpoint's response, as they arrive.
    ///
    /// A `timeout` of request, API or environment is the limit for the whole stream. Without one it may take as long as
    /// something comes: `idleTimeout` is 60 seconds unless set. Interceptors see the exchange when it has ended, without a body. Streams are never cached.
    ///
    /// - Parameters:
    ///   - endpoint: its request is sent by each iteration; its output is not used.
    ///   - format: nil: as the Content-Type of the response says.
    ///   - reconnections: how often at most the stream is asked for again after it has ended or its connection broke,
    ///     with `Last-Event-ID`, after the pause that the server asks for (`retry`), else a second. 204 ends it.
    public func events(
        of endpoint: some Endpoint, format: StreamFormat? = nil, reconnections: Int = 0
    ) -> EventSequence {
        var settings = EventSource.Settings()
        settings.format = format
        settings.reconnections = reconnections
        return EventSequence(
            request: { () throws(Failure) in
                var request = try self.streamRequest(for: endpoint)
                request.prefersStream(format)
                return request
            },
            settings: settings,
            send: { request throws(Failure) in try await self.exchange(request, of: endpoint) })
    }
}

extension Request {
    /// Asks for a stream where the request does not say what it accepts: `Accept` is one of Baton's own defaults.
    package mutating func prefersStream(_ format: StreamFormat?) {
        guard let accept = headers["accept"], DefaultHeaders.accepts.contains(accept) else { return }
        headers.set("Accept", StreamFormat.accept(format))
    }
}
