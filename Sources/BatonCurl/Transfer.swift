import BatonHTTP
import Synchronization

/// One request on its way and what has arrived of its answer.
///
/// Everything but `isCancelled` belongs to the thread of the loop that the transfer was given to.
final class Transfer: @unchecked Sendable {
    /// Why the transfer ends, where libcurl only knows that a callback said no.
    enum Abort {
        case cancelled
        /// libcurl was about to send a request again that must not be sent twice.
        case repeated
        /// libcurl was about to say once more who is asking, after so many answers that wanted to know.
        case endlessAuthentication(Int)
        case headersTooLarge
        /// The server goes on in the protocol that it was asked for: its answer ends here.
        case switched
        /// The answer's head cannot be understood; the end of a sentence about its sender.
        case malformed(String)
        case bodyTooLarge
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

    private var progress: TransferProgress?
    /// Whether the request went out, and whether an answer began since.
    var wasSent = false
    var wasAnswered = false
    var silentRepeats = 0
    private var answeredCount = 0
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

    /// Throws `request.bad_input` for a body that cannot be sent, and where the answer's body has no place to go to.
    init(_ request: consuming Request, timeout: Int) throws(Failure) {
        self.timeout = timeout
        plan = try BodyPlan(request.body, boundary: Boundary.random())
        if let place = request.options.savePlace {
            sink = try FileSink(place, hashes: request.options.hashesSavedBody)
        } else {
            sink = nil
        }
        bodyLimit = request.options.maxResponse ?? (sink == nil ? TransferOptions.maxResponseInMemory : Int.max)
        var headers = request.headers
        request.session?.addHeaders(to: &headers, for: request.url)
        if case .multipart = request.body, let plan { headers = plan.completing(headers) }
        self.headers = headers
        self.request = request
    }

    /// The answer, of which the request's session is told; to be called once, after the end.
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
        return true
    }

    /// Passes on what libcurl says many times over, once.
    func report(_ progress: TransferProgress) {
        guard let observer = request.progress, progress != self.progress else { return }
        self.progress = progress
        observer(progress)
    }

    /// Takes a line of an answer's head; false to stop.
    func receive(headerLine line: UnsafeRawBufferPointer) -> Bool {
        if header.read(line, limit: request.options.maxHeaders) == .restarted {
            wasAnswered = true
            body.removeAll()
            bodySize = 0
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
        guard header.status == 101, header.isComplete else { return true }
        // libcurl itself asks for HTTP/2 without TLS in this way.
        if request.options.connection.values.httpVersion == .http2 { return true }
        abort =
            headers.contains("upgrade")
            ? .switched : .malformed("switches to another protocol, which nobody asked for")
        return false
    }

    /// Whether a body comes that has the length which the head announces (RFC 9110 section 8.6).
    private var announcesBody: Bool {
        request.method != .head && header.status >= 200 && header.status != 204 && header.status != 304
    }

    /// Takes a piece of the decoded body; false to stop.
    func receive(body piece: UnsafeRawBufferPointer) -> Bool {
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
