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

extension Request {
    /// Asks for a stream where the request does not say what it accepts: `Accept` is one of Baton's own defaults.
    package mutating func prefersStream(_ format: StreamFormat?) {
        guard let accept = headers["accept"], DefaultHeaders.accepts.contains(accept) else { return }
        headers.set("Accept", StreamFormat.accept(format))
    }
}
