// A response that is read while it arrives comes through a `BodyStream`, which its transfer fills and the caller
// empties. `ByteSequence` gives its pieces; `EventSource` reads events out of them, also over several connections, and
// `EventSequence` gives these to a loop.

package import BatonHTTP

/// The events of one request, read as they arrive; used by one task.
///
/// The request is sent by a task of its own when the first event is asked for, with `Request.bodyStream`. Whoever makes
/// a source calls `end()` at last, which ends the transfer if it is still running.
package final class EventSource {
    package struct Settings: Sendable {
        /// Nil: as the Content-Type of the response says.
        package var format: StreamFormat?
        /// The most bytes of one event or line.
        package var eventLimit = EventReader.standardLimit
        /// How often the stream is asked for again at most after it has ended or broken.
        package var reconnections = 0
        /// Whether the bytes of the body are kept for the response, up to the request's `maxResponse`.
        package var keepsBody = false
        /// Where the transfer prefers to run.
        package var executor: (any TaskExecutor)?
        /// Waits before a reconnection; false where the task was cancelled.
        package var pause: @Sendable (Duration) async -> Bool = { (try? await Task.sleep(for: $0)) != nil }

        /// Called on any thread once the head of a stream has come, which may be long before its first event.
        package var opened: @Sendable () -> Void = {}

        package init() {}
    }

    private typealias Sending = Task<Result<Response, Failure>, Never>

    private var request: Request
    private let settings: Settings
    /// The limit for all connections together.
    private let timeout: Duration
    private let send: @Sendable (Request) async throws(Failure) -> Response
    private let clock = ContinuousClock()
    private var began: ContinuousClock.Instant?

    private var stream = BodyStream()
    private var sending: Sending?
    private var reader: EventReader?
    /// Whether the head of the current response was found to be that of a stream.
    private var hasReadHead = false
    /// Time between the start of the first request and that of the current one.
    private var offset = Duration.zero
    private var reconnectionsLeft: Int
    private var pending: [ServerEvent] = []
    private var next = 0
    private var hasEnded = false
    /// The failure that follows the pending events.
    private var failure: Failure?
    private var keptBody: [UInt8] = []
    /// The bytes of the whole stream.
    private var size = 0
    /// The response whose stream has ended or broken before the current request; nil for the first one.
    private var earlier: Response?
    /// Phases and request bytes of all responses before the current request.
    private var spent = (timings: Response.Timings(), requestBytes: 0)

    /// The last response; its body is what was kept of the stream, and its times are those of all connections. Nil until
    /// the stream has ended without a failure.
    package private(set) var response: Response?
    /// Whether a stream has begun, and the last response is not one because of its status.
    package var isRefusedAgain: Bool { reader != nil && response?.isSuccess == false }

    /// - Parameter send: sends the request, which is called again for each reconnection.
    package init(
        _ request: Request, _ settings: Settings,
        send: @escaping @Sendable (Request) async throws(Failure) -> Response
    ) {
        self.request = request
        self.settings = settings
        timeout = request.options.timeout
        self.send = send
        reconnectionsLeft = settings.reconnections
    }

    deinit {
        sending?.cancel()
    }

    /// The next event; nil at the end of the stream, and for a response outside 2xx, which has no events.
    ///
    /// Throws `network.*` when the stream breaks, `network.too_large` for an event beyond the limit,
    /// `response.not_json` for a line of JSON Lines that is not JSON, `response.not_stream` for a response that is no
    /// stream, and `workflow.cancelled` soon after the task is cancelled. The failure carries the head of the response;
    /// where a reconnection got none, that of the response before.
    package nonisolated(nonsending) func nextEvent() async throws(Failure) -> ServerEvent? {
        while true {
            if next < pending.count {
                defer { next += 1 }
                return pending[next]
            }
            pending.removeAll(keepingCapacity: true)
            next = 0
            if let failure { throw failure }
            if hasEnded { return nil }
            let sending = sending ?? start()
            let pieces = await withTaskCancellationHandler {
                await stream.next()
            } onCancel: {
                sending.cancel()
            }
            if let pieces {
                await read(pieces)
            } else {
                await finish(await sending.value)
            }
        }
    }

    /// Ends the transfer if it is still running, and returns what has come of the response. Events that were not read
    /// are dropped, and so is how the transfer ended: who has what was wanted needs no more.
    ///
    /// Throws where no response has come, and after a cancellation.
    package nonisolated(nonsending) func end() async throws(Failure) -> Response {
        if let response { return response }
        hasEnded = true
        pending = []
        next = 0
        guard let sending else { throw Failure(.cancelled, "the request was not sent") }
        stream.stop()
        self.sending = nil
        let result = await withTaskCancellationHandler {
            await sending.value
        } onCancel: {
            sending.cancel()
        }
        let response = completed(try received(result))
        self.response = response
        return response
    }

    /// The response of a transfer that may have broken behind its head.
    private func received(_ result: Result<Response, Failure>) throws(Failure) -> Response {
        guard case .failure(let failure) = result, failure.kind != .cancelled,
            let response = failure.response ?? stream.head
        else { return try result.get() }
        return response
    }

    private func start() -> Sending {
        let now = clock.now
        if let began { offset = now - began } else { began = now }
        stream = BodyStream(opened: settings.opened)
        hasReadHead = false
        var request = request
        request.bodyStream = stream
        request.options.readsStream = true
        let sent = request
        let (stream, send) = (stream, send)
        let sending = Task(executorPreference: settings.executor) { () -> Result<Response, Failure> in
            defer { stream.end() }
            do throws(Failure) {
                return .success(try await send(sent))
            } catch {
                return .failure(error)
            }
        }
        self.sending = sending
        return sending
    }

    // MARK: - Reading

    /// Reads what has arrived. A failure is kept, because the events before it come first.
    private nonisolated(nonsending) func read(_ pieces: [BodyStream.Piece]) async {
        do throws(Failure) {
            if !hasReadHead, let head = stream.head {
                hasReadHead = true
                // Each response must be a stream, also after a reconnection.
                let made = try makeReader(head)
                if reader == nil { reader = made }
            }
            for piece in pieces { try read(piece) }
        } catch {
            stream.stop()
            var failure = error
            if case .success(let response)? = await sending?.value { failure.response = completed(response) }
            self.failure = failure
        }
    }

    private func read(_ piece: BodyStream.Piece) throws(Failure) {
        let (sum, overflow) = size.addingReportingOverflow(piece.bytes.count)
        size = overflow ? .max : sum
        var bytes = piece.bytes
        let limit = settings.keepsBody ? request.options.maxResponse ?? TransferOptions.maxResponseInMemory : .max
        let isTooLarge = bytes.count > limit - keptBody.count
        // Events that end before the limit come before the failure.
        if isTooLarge { bytes.removeLast(bytes.count - (limit - keptBody.count)) }
        if settings.keepsBody { keptBody.append(contentsOf: bytes) }
        do throws(EventReader.FormatError) {
            try reader?.read(bytes, at: piece.elapsed + offset, into: &pending)
        } catch {
            throw failure(error)
        }
        if isTooLarge {
            throw Failure(.tooLarge, "the stream from \(server) is larger than max_response, \(limit) bytes")
        }
    }

    private func makeReader(_ head: Response) throws(Failure) -> EventReader {
        let type = head.headers.first("content-type")
        let what = type.map { "is `\($0.prefix(80))`" } ?? "has no Content-Type"
        if let format = settings.format, let type, !format.mayBe(type) {
            throw Failure(
                .notStream,
                "the response from \(server) \(what), not \(format.words), which `\(format.rawValue)` is")
        }
        guard let format = settings.format ?? type.flatMap(StreamFormat.init(contentType:)) else {
            throw Failure(
                .notStream, "the response from \(server) \(what), which is neither server-sent events nor JSON Lines")
        }
        return EventReader(format, limit: settings.eventLimit)
    }

    private func failure(_ fault: EventReader.FormatError) -> Failure {
        switch fault {
        case .tooLarge(let words): Failure(.tooLarge, "\(server) \(words)")
        case .notJSON(let words): Failure(.notJSON, "\(server) \(words)")
        }
    }

    private var server: String { request.url.hostAndPort }

    // MARK: - The end of a response

    private nonisolated(nonsending) func finish(_ result: Result<Response, Failure>) async {
        sending = nil
        switch result {
        case .success(let response):
            do throws(Failure) {
                try readRest(of: response)
            } catch {
                failure = error
                failure?.response = completed(response)
                return
            }
            // A 204 asks for no reconnection (WHATWG HTML, "Server-sent events"), as does any other failing status.
            if response.isSuccess, response.status != 204, reconnectionsLeft > 0 {
                await reconnect(after: response)
            } else {
                hasEnded = true
                self.response = completed(response)
            }
        case .failure(var failure):
            if failure.kind == .reset || failure.kind == .connect, began != nil, reader != nil, reconnectionsLeft > 0 {
                await reconnect(after: failure.response)
            } else {
                failure.response = failure.response.map(completed) ?? beforeReconnection
                self.failure = failure
            }
        }
    }

    /// Reads the body of a dispatcher that returns it whole, and what the end of the stream completes.
    private func readRest(of response: Response) throws(Failure) {
        guard response.isSuccess else { return }
        let elapsed = elapsed
        if stream.head == nil, !response.body.isEmpty {
            if reader == nil { reader = try makeReader(response) }
            try read(BodyStream.Piece(response.body, at: elapsed - offset))
        }
        do throws(EventReader.FormatError) {
            try reader?.finish(at: elapsed, into: &pending)
        } catch {
            throw failure(error)
        }
    }

    /// Waits as long as the server asks for, and has the request sent again with the last event's id.
    private nonisolated(nonsending) func reconnect(after response: Response?) async {
        reconnectionsLeft -= 1
        let pause = reader?.retry ?? Self.standardPause
        let left = timeout - elapsed
        guard pause < left else {
            failure = Failure(
                .streamEnded, "the stream from \(server) ended, and no time was left to ask for it again",
                response: response.map(completed) ?? beforeReconnection)
            return
        }
        if let response {
            earlier = response
            spent.timings = spent.timings + response.timings
            spent.requestBytes += response.requestBytes
        }
        guard await settings.pause(pause) else {
            failure = Failure(.cancelled, "cancelled before the stream from \(server) was asked for again")
            return
        }
        request.options.timeout = left - pause
        if let id = reader?.lastEventID, !id.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
            request.headers.remove("Last-Event-ID")
            if !id.isEmpty { request.headers.append("Last-Event-ID", id) }
        }
        reader?.startOver()
    }

    /// The pause before a reconnection for which the server asks for none.
    private static let standardPause = Duration.seconds(1)

    /// The time from the first request on.
    private var elapsed: Duration { began.map { clock.now - $0 } ?? .zero }

    /// The response with what was kept of the stream, and the times of all connections.
    private func completed(_ response: Response) -> Response {
        var response = response
        if offset > .zero {
            let total = offset.microseconds + response.timings.total
            response.timings = spent.timings + response.timings
            response.timings.total = total
            response.requestBytes += spent.requestBytes
        }
        return response.isSuccess ? withStream(response) : response
    }

    /// The response before a reconnection that got none, with what was kept of the stream until now.
    private var beforeReconnection: Response? {
        guard var response = earlier else { return nil }
        response.timings = spent.timings
        response.timings.total = elapsed.microseconds
        response.requestBytes = spent.requestBytes
        return withStream(response)
    }

    private func withStream(_ response: Response) -> Response {
        var response = response
        response.body = keptBody
        response.size = size
        return response
    }
}
