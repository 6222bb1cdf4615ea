import BatonHTTP
import Synchronization

/// One request in progress and the part of its response that has arrived.
///
/// Everything but `isCancelled` belongs to the thread of the loop that runs the transfer, until the transfer has ended;
/// from then on it belongs to the task that waited for it.
final class Transfer: @unchecked Sendable {
    /// Why the transfer ends, if libcurl only knows that a callback failed.
    enum Abort {
        case cancelled
        /// libcurl was about to repeat a request that must not be sent twice.
        case repeated
        /// libcurl was about to authenticate again after this many challenges.
        case endlessAuthentication(Int)
        case headersTooLarge
        /// The server switches to the protocol that the request asked for; its response ends here.
        case switched
        /// The reader of the body wants no more; its response ends here.
        case stopped
        /// The body of a refused stream goes on for too long; its response ends here.
        case cutOff
        /// The response's head is invalid; the end of a sentence about the server.
        case malformed(String)
        case bodyTooLarge
        /// The body cannot be decoded; the end of a sentence about the body.
        case encoding(String)
        /// The server's certificate names nobody.
        case nameless
        case body(Failure)
        case file(Failure)
    }

    let request: Request
    /// The headers of the request and of its session.
    let headers: Headers
    let plan: BodyPlan?
    /// The time limit for this hop, in milliseconds.
    private(set) var timeout: Int
    /// The file that the body is saved to, until the dispatcher commits or discards it.
    let sink: FileSink?
    let isCancelled = Atomic(false)
    /// Whether the reader of the body wants no more.
    let isStopped = Atomic(false)
    /// The loop's clock at the start of the exchange, in nanoseconds; with redirects, of the first hop.
    var started: UInt64 = 0
    /// Whether the body goes to the reader of the request's stream.
    private(set) var isStreaming = false
    /// Whether libcurl waits until the reader has caught up.
    var isPaused = false
    /// When the body of a refused stream is cut off, by the loop's clock in nanoseconds; nil for other responses.
    private(set) var cutOffTime: UInt64?

    /// Resumed when the transfer has ended.
    var continuation: UnsafeContinuation<Void, Never>?
    /// The result; nil until the transfer has ended.
    var end: End?
    /// Orders what the loop's thread wrote before what the task reads. The continuation orders them too, but race
    /// detectors do not see that for a continuation that was resumed before it was awaited.
    private let hasEnded = Atomic(false)
    var handle: EasyHandle?
    var abort: Abort?

    var header = HeaderReader()
    var body: [UInt8] = []
    var bodySize = 0
    var bodyLimit: Int
    /// Nil for a body without an encoding, and before its first byte.
    private(set) var decoder: ContentDecoder?
    private var hasBodyBegun = false
    /// Whether the server switches to HTTP/2, which libcurl itself requests without TLS.
    private var hasSwitched = false
    /// Nil for a body that is not chunked, and before its first byte.
    private var chunks: ChunkReader?
    /// Whether bytes arrived behind the last chunk. libcurl drops them; more of them may arrive later.
    var hasExcess: Bool { chunks?.hasExcess == true }
    /// Whether TLS announced the end of the data; nil if the end of the body does not depend on it.
    var hasTLSEnd: Bool?

    /// The last request headers that were sent, if the request asks for them.
    private(set) var sentHeaders: Headers?
    private var progress: TransferProgress?
    /// The fatal alert that was sent to the other end of TLS, where libcurl tells them.
    var sentAlert: UInt8?
    /// Whether the server asked for a certificate of the client, and there is none.
    private(set) var lacksCertificate = false
    /// Whether the request was sent, and (`wasAnswered`) whether a response has begun since.
    var wasSent = false
    var wasAnswered = false
    var silentRepeats = 0
    private var answeredCount = 0
    /// The number of complete responses, those that asked for credentials included, of a successful transfer.
    var responseCount: Int { answeredCount + 1 }
    /// Whether a reused connection was closed while the request was being sent.
    private(set) var hasLostConnection = false
    /// The connections that were made for the request until it was last sent, and whether it was sent on a new one.
    private var connectionCount = 0
    private var wasSentFirst = false
    /// NTLM and digest take two rounds, and one more if a nonce was too old.
    static let mostRounds = 5

    /// A heap object of its own: with the result in it, a transfer would exceed the sizes that the allocator serves
    /// fast.
    final class End {
        private var outcome: Outcome?

        init(_ outcome: consuming Outcome) {
            self.outcome = outcome
        }

        /// Returns the outcome without a copy, and nil from then on; must be called once.
        func take() -> Outcome? { outcome.take() }
    }

    /// What a transfer gives. A `Result` would be looked up at run time, with the conformances of its parameters.
    enum Outcome {
        case success(Response)
        case failure(Failure)
    }

    /// Throws `request.bad_input` for a body that cannot be sent, and for a response file that cannot be made.
    init(_ request: consuming Request, timeout: Int) throws(Failure) {
        self.timeout = timeout
        var headers = request.headers
        request.session?.addHeaders(to: &headers, for: request.url)
        if case .multipart = request.body {
            let written = headers["content-type"].flatMap { MediaType.parameter("boundary", of: $0) }
            let boundary = written ?? Boundary.random()
            plan = try BodyPlan(request.body, boundary: boundary)
            headers = BodyPlan.completing(headers, boundary: boundary)
        } else {
            plan = try BodyPlan(request.body, boundary: "")
        }
        try headers.checkFraming(
            plan, hasChunks: request.options.connection.httpVersion != .http10)
        self.headers = headers
        if let place = request.options.savePlace {
            sink = try FileSink(place, hashes: request.options.hashesSavedBody)
        } else {
            sink = nil
        }
        bodyLimit = request.options.maxResponse ?? (sink == nil ? TransferOptions.maxResponseInMemory : Int.max)
        self.request = request
        try plan?.source?.begin()
    }

    /// Whether the transfer may wait although its connection has something for it. Such a transfer begins on a connection of
    /// its own: a reused one may still count as idle, where bytes are a fault.
    var mayPause: Bool {
        request.bodyStream != nil || request.options.limitRate != nil || plan?.source != nil
    }

    /// Counts the time that the request has waited for a connection; to be called before the transfer is started.
    func noteWait(since began: UInt64, until now: UInt64) {
        guard now > began else { return }
        if started == 0 { started = began }
        timeout = max(timeout - Int((now - began) / 1_000_000), 1)
    }

    /// Resumes the task that waits; to be called once, on the loop's thread, as the last use of the transfer there.
    func tellEnd() {
        hasEnded.store(true, ordering: .releasing)
        plan?.source?.stop()
        continuation.take()?.resume()
    }

    /// To be called by the task that waited, before it reads anything.
    func waitedForEnd() {
        precondition(hasEnded.load(ordering: .acquiring), "a transfer is read after its end")
    }

    /// The response, after the request's session has received it; must be called once, after the end.
    func takeResponse() throws(Failure) -> Response {
        switch end?.take() {
        case .success(let response)?:
            request.session?.receive(response.headers, from: request.url)
            return response
        case .failure(let failure)?: throw failure
        case nil: throw Failure(.cancelled, "the request was not sent")
        }
    }
}

extension Transfer {
    /// Called right before the request is written to a connection; returns false to stop it.
    func willSend() -> Bool {
        if wasSent, !wasAnswered {
            // On a connection of its own, libcurl repeats only what the server says that it did not process: a refused
            // stream, and one that is to come by HTTP/1.1 (RFC 9113 section 8.7).
            if !wasSentFirst { hasLostConnection = true }
            guard wasSentFirst || request.method.isIdempotent else {
                abort = .repeated
                return false
            }
            silentRepeats += 1
        } else if wasSent, header.status == 417 {
            // libcurl would leave its own `Expect` out, and this is the request's.
            abort = .stopped
            return false
        } else if wasSent {
            // libcurl itself continues for as long as a server says that its nonce was too old.
            answeredCount += 1
            if answeredCount >= Self.mostRounds {
                abort = .endlessAuthentication(answeredCount)
                return false
            }
        }
        let count = handle?.connectionCount ?? 0
        wasSentFirst = count > connectionCount
        if wasSentFirst, request.url.isSecure, !looksAtTLS() { return false }
        if wasSentFirst, !request.url.isSecure, let handle, handle.pool.proxy(for: request.url)?.isSecure == true {
            let options = request.options.connection.values.proxyTLS
            lacksCertificate = options.certificate == nil && OpenSSL.asksForCertificate(handle.easy)
        }
        connectionCount = count
        wasSent = true
        wasAnswered = false
        header.expectResponse()
        return true
    }

    /// Looks at a new TLS connection; returns false to stop.
    private func looksAtTLS() -> Bool {
        guard let easy = handle?.easy else { return true }
        let tls = request.options.connection.values.tls
        lacksCertificate = tls.certificate == nil && OpenSSL.asksForCertificate(easy)
        // Without such names libcurl compares the common name, which names no host (RFC 9525 section 6.3).
        if tls.verify, !OpenSSL.hasNames(easy) {
            abort = .nameless
            return false
        }
        return true
    }

    /// Called with a complete head, request line first. For a tunnel, the head of the CONNECT request comes before.
    func sent(head: UnsafeRawBufferPointer) {
        guard request.options.wantsSentHeaders else { return }
        var headers = Headers()
        for line in head.split(separator: 0x0A).dropFirst() {
            let line = line.last == 0x0D ? line.dropLast() : line
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
            let value = line[(colon + 1)...].drop { $0 == 0x20 }
            headers.append(
                name: UnsafeRawBufferPointer(rebasing: line[..<colon]), value: UnsafeRawBufferPointer(rebasing: value))
        }
        sentHeaders = headers
    }

    /// Passes each progress value on once; libcurl reports the same one many times.
    func report(_ progress: TransferProgress) {
        guard let observer = request.progress, progress != self.progress else { return }
        self.progress = progress
        observer(progress)
    }

    /// Receives a line of a response's head; returns false to stop.
    func receive(headerLine line: UnsafeRawBufferPointer) -> Bool {
        if header.read(line, limit: request.options.maxHeaders) == .restarted {
            wasAnswered = true
            body.removeAll()
            bodySize = 0
            decoder = nil
            chunks = nil
            hasBodyBegun = false
            cutOffTime = nil
            if header.version.major > 1, !mayComeAsHTTP2 {
                abort = .malformed("says HTTP/\(header.version) on a connection of HTTP/1.1")
                return false
            }
        }
        if header.byteCount > request.options.maxHeaders {
            abort = .headersTooLarge
            return false
        }
        if let violation = header.violation {
            abort = .malformed(violation)
            return false
        }
        if header.isComplete { beginStream() }
        if header.isFinal, header.status >= 300 { stopSource() }
        if header.isComplete, !isStreaming, let length = header.contentLength, length > bodyLimit, announcesBody {
            abort = .bodyTooLarge
            return false
        }
        if header.isComplete, header.endsWithConnection, !hasBodyBegun, request.url.isSecure, announcesBody {
            handle?.watchTLSEnd()
        }
        guard header.status == 101, header.isComplete else { return true }
        if request.options.connection.httpVersion == .http2 {
            hasSwitched = true
            return true
        }
        abort =
            headers.contains("upgrade")
            ? .switched : .malformed("switches to another protocol, which nobody asked for")
        return false
    }

    /// Hands the head of a successful response to the reader of its body; the bodies of other responses are kept.
    private func beginStream() {
        guard let stream = request.bodyStream, !isStreaming, let loop = handle?.pool.loop else { return }
        guard (200..<300).contains(header.status) else { return boundRefusal(on: loop) }
        isStreaming = true
        var head = Response(
            status: header.status, httpVersion: header.version, headers: header.headers, url: request.url)
        head.body = []
        stream.begin(
            head,
            BodyStream.Control(
                resume: { loop.signal(self) },
                stop: {
                    self.isStopped.store(true, ordering: .releasing)
                    loop.signal(self)
                }))
        loop.note(fed: self)
    }

    /// How long the body of a refused stream may take after its head, and the most bytes of it.
    ///
    /// Servers of streams may keep the connection open whatever the status is, so that only a Content-Length tells the
    /// end of such a body. What matters is the status.
    static let refusalTime: UInt64 = 1_000_000_000
    static let refusalSize = 1 << 20

    private func boundRefusal(on loop: LoopThread) {
        guard header.status >= 300, header.contentLength == nil, cutOffTime == nil else { return }
        cutOffTime = loop.now() &+ Self.refusalTime
        loop.note(refused: self)
    }

    /// Asks for no more of a streamed body that the server has refused. libcurl does not send the rest then, but waits for
    /// what was announced.
    private func stopSource() {
        guard let source = plan?.source, let loop = handle?.pool.loop else { return }
        source.stop()
        if isPaused { loop.signal(self) }
    }

    /// Whether the next piece has to wait until the reader of the body has caught up.
    func mustPause() -> Bool {
        guard isStreaming, let stream = request.bodyStream, stream.pausesTransfer() else { return false }
        isPaused = true
        return true
    }

    /// Whether a status line `HTTP/2 200` is credible: libcurl writes it for an HTTP/2 response, but also accepts it
    /// from a server that sends it as text.
    private var mayComeAsHTTP2: Bool {
        if request.url.isSecure { return handle.flatMap { OpenSSL.hasAgreedOnHTTP2($0.easy) } ?? true }
        return switch request.options.connection.httpVersion {
        case .automatic, .http10, .http11: false
        // A reused connection may have switched to HTTP/2 for an earlier request.
        case .http2: hasSwitched || handle?.connectionCount == 0
        case .http2PriorKnowledge: true
        }
    }

    /// Whether the response has a body whose length the head may announce (RFC 9110 section 8.6).
    private var announcesBody: Bool {
        request.method != .head && header.status >= 200 && header.status != 204 && header.status != 304
    }

    /// Receives a piece of the body, as it arrived; returns false to stop.
    func receive(body piece: UnsafeRawBufferPointer) -> Bool {
        if !hasBodyBegun {
            hasBodyBegun = true
            if header.isChunked { chunks = ChunkReader() }
            guard !header.isEncoded || !request.options.isCompressed || startDecoding() else { return false }
        }
        guard var reader = chunks.take() else { return receive(unframed: piece) }
        defer { chunks = reader }
        do throws(ChunkReader.SyntaxError) {
            return try reader.read(piece) {
                receive(unframed: $0)
            } trailer: {
                receive(headerLine: $0)
            }
        } catch {
            abort = .malformed(error.words)
            return false
        }
    }

    private func receive(unframed piece: UnsafeRawBufferPointer) -> Bool {
        guard let decoder else { return receive(decoded: piece) }
        switch decoder.decode(piece, { receive(decoded: $0) }) {
        case .went: return true
        case .stopped: return false
        case .malformed:
            abort = .encoding("is not encoded as its Content-Encoding says")
            return false
        }
    }

    private func startDecoding() -> Bool {
        do throws(ContentDecoder.Unknown) {
            decoder = try ContentDecoder(header.headers.values("content-encoding"))
            return true
        } catch {
            abort = .encoding(error.words)
            return false
        }
    }

    private func receive(decoded piece: UnsafeRawBufferPointer) -> Bool {
        let (size, overflow) = bodySize.addingReportingOverflow(piece.count)
        if isStreaming, let stream = request.bodyStream, let loop = handle?.pool.loop {
            bodySize = overflow ? .max : size
            loop.note(fed: self)
            let elapsed = Duration.nanoseconds(Int64(clamping: loop.now() &- started))
            guard stream.append(BodyStream.Piece(Array(piece), at: elapsed)) else {
                abort = .encoding("grows to more than \(BodyStream.mostWaiting) bytes in one piece")
                return false
            }
            return true
        }
        guard !overflow, size <= bodyLimit else {
            abort = .bodyTooLarge
            return false
        }
        if let sink {
            if let failure = sink.write(piece) {
                abort = .file(failure)
                return false
            }
        } else {
            if bodySize == 0, let length = header.contentLength, length > piece.count {
                body.reserveCapacity(min(length, bodyLimit, 4 << 20))
            }
            body.append(contentsOf: piece)
        }
        bodySize = size
        if cutOffTime != nil, size >= Self.refusalSize {
            abort = .cutOff
            return false
        }
        return true
    }
}
