import BatonHTTP
import Synchronization

/// One request on its way and what has arrived of its response.
///
/// Everything but `isCancelled` belongs to the thread of the loop that the transfer was given to.
final class Transfer: @unchecked Sendable {
    /// Why the transfer ends, where libcurl only knows that a callback said no.
    enum Abort {
        case cancelled
        /// libcurl was about to send a request again that must not be sent twice.
        case repeated
        /// libcurl was about to authenticate again after this many challenges.
        case endlessAuthentication(Int)
        case headersTooLarge
        /// The server goes on in the protocol that it was asked for: its response ends here.
        case switched
        /// The response's head cannot be understood; the end of a sentence about its sender.
        case malformed(String)
        case bodyTooLarge
        /// The body cannot be decoded; the end of a sentence about it.
        case encoding(String)
        case body(Failure)
        case file(Failure)
    }

    let request: Request
    /// Those of the request, and what its session adds.
    let headers: Headers
    let plan: BodyPlan?
    /// In milliseconds, for this hop.
    let timeout: Int
    /// The file that holds the body until somebody decides that it stays.
    let sink: FileSink?
    let isCancelled = Atomic(false)

    /// Resumed when the transfer has ended.
    var continuation: UnsafeContinuation<Void, Never>?
    /// What it ended in; nil as long as it has not. The loop's thread writes it, and the task reads it after `hasEnded`.
    var end: End?
    /// Orders the two. A continuation does as well, but for one that was resumed before it was awaited, tools that look for
    /// races cannot see it.
    let hasEnded = Atomic(false)
    var handle: EasyHandle?
    var abort: Abort?

    var header = HeaderReader()
    var body: [UInt8] = []
    var bodySize = 0
    var bodyLimit: Int
    /// Nil for a body that comes as it is, and before its first byte.
    private(set) var decoder: ContentDecoder?
    private var hasBodyBegun = false
    /// Whether the server goes over to HTTP/2, which libcurl itself asks for without TLS.
    private var hasSwitched = false
    /// Nil for a body that does not come in chunks, and before its first byte.
    private var chunks: ChunkReader?
    /// Whether bytes came behind the last chunk, which libcurl drops: what comes next may be the rest of them.
    var hasExcess: Bool { chunks?.hasExcess == true }
    /// Whether TLS said that nothing more comes; nil where a body's end does not depend on it.
    var hasTLSEnd: Bool?

    /// Of the last head that went out, where the request wants to know.
    private(set) var sentHeaders: Headers?
    private var progress: TransferProgress?
    /// Whether the request went out, and whether a response began since.
    var wasSent = false
    var wasAnswered = false
    var silentRepeats = 0
    private var answeredCount = 0
    /// Whole responses, those that asked for credentials included; of a transfer that has ended well.
    var responseCount: Int { answeredCount + 1 }
    /// Whether a kept connection was closed under the request.
    var hasLostConnection: Bool {
        if case .repeated = abort { return true }
        return silentRepeats > 0
    }
    /// NTLM and digest take two rounds, and one more where a nonce was too old or two schemes are offered.
    private static let mostRounds = 5

    /// In memory of its own: with it, a transfer would be larger than what the allocator gives out without much ado.
    final class End {
        private var result: Result<Response, Failure>?

        init(_ result: consuming Result<Response, Failure>) {
            self.result = result
        }

        /// To be called once: gives it away instead of a copy, and nil from then on.
        func take() -> Result<Response, Failure>? { result.take() }
    }

    /// Throws `request.bad_input` for a body that cannot be sent, and where the response's body has no place to go to.
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
        self.headers = headers
        if let place = request.options.savePlace {
            sink = try FileSink(place, hashes: request.options.hashesSavedBody)
        } else {
            sink = nil
        }
        bodyLimit = request.options.maxResponse ?? (sink == nil ? TransferOptions.maxResponseInMemory : Int.max)
        self.request = request
    }

    /// The response, of which the request's session is told; to be called once, after the end.
    func takeResponse() throws(Failure) -> Response {
        let result = hasEnded.load(ordering: .acquiring) ? end?.take() : nil
        switch consume result {
        case .success(let response)?:
            request.session?.receive(response.headers, from: request.url)
            return response
        case .failure(let failure)?: throw failure
        case nil: throw Failure(.cancelled, "the request was not sent")
        }
    }
}

extension Transfer {
    /// Called right before the request is written to a connection; false to stop it.
    func willSend() -> Bool {
        if wasSent, !wasAnswered {
            guard request.method.isIdempotent else {
                abort = .repeated
                return false
            }
            silentRepeats += 1
        } else if wasSent {
            // libcurl itself goes on for as long as a server says that its nonce was too old.
            answeredCount += 1
            if answeredCount >= Self.mostRounds {
                abort = .endlessAuthentication(answeredCount)
                return false
            }
        }
        wasSent = true
        wasAnswered = false
        header.expectResponse()
        return true
    }

    /// Called with a whole head, its request line first. One to a proxy, for a tunnel, comes before the request's.
    func sent(head: UnsafeRawBufferPointer) {
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

    /// Passes on what libcurl says many times over, once.
    func report(_ progress: TransferProgress) {
        guard let observer = request.progress, progress != self.progress else { return }
        self.progress = progress
        observer(progress)
    }

    /// Takes a line of a response's head; false to stop.
    func receive(headerLine line: UnsafeRawBufferPointer) -> Bool {
        if header.read(line, limit: request.options.maxHeaders) == .restarted {
            wasAnswered = true
            body.removeAll()
            bodySize = 0
            decoder = nil
            chunks = nil
            hasBodyBegun = false
            if header.version.major > 1, !mayComeAsHTTP2 {
                abort = .malformed("says HTTP/\(header.version) on a connection of HTTP/1.1")
                return false
            }
        }
        if header.byteCount > request.options.maxHeaders {
            abort = .headersTooLarge
            return false
        }
        if let fault = header.fault {
            abort = .malformed(fault)
            return false
        }
        if header.isComplete, let length = header.contentLength, length > bodyLimit, announcesBody {
            abort = .bodyTooLarge
            return false
        }
        if header.isComplete, header.endsWithConnection, !hasBodyBegun, request.url.isSecure, announcesBody {
            handle?.watchTLSEnd()
        }
        guard header.status == 101, header.isComplete else { return true }
        if request.options.connection.values.httpVersion == .http2 {
            hasSwitched = true
            return true
        }
        abort =
            headers.contains("upgrade")
            ? .switched : .malformed("switches to another protocol, which nobody asked for")
        return false
    }

    /// libcurl writes `HTTP/2 200` over a response of HTTP/2, and takes the same line from a server that sends it as text.
    private var mayComeAsHTTP2: Bool {
        if request.url.isSecure { return handle.flatMap { OpenSSL.hasAgreedOnHTTP2($0.easy) } ?? true }
        return switch request.options.connection.values.httpVersion {
        case .automatic, .http10, .http11: false
        // A connection that was there before may have gone over for an earlier request.
        case .http2: hasSwitched || handle?.connectionCount == 0
        case .http2PriorKnowledge: true
        }
    }

    /// Whether a body comes, with the length that the head announces if it does (RFC 9110 section 8.6).
    private var announcesBody: Bool {
        request.method != .head && header.status >= 200 && header.status != 204 && header.status != 304
    }

    /// Takes a piece of the body as it came; false to stop.
    func receive(body piece: UnsafeRawBufferPointer) -> Bool {
        if !hasBodyBegun {
            hasBodyBegun = true
            if header.isChunked { chunks = ChunkReader() }
            guard !header.isEncoded || !request.options.isCompressed || startDecoding() else { return false }
        }
        guard var reader = chunks.take() else { return receive(unframed: piece) }
        defer { chunks = reader }
        do throws(ChunkReader.Fault) {
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
        return true
    }
}
