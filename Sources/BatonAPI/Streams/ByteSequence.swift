public import BatonHTTP

/// The body of a response as it arrives, in pieces of bytes.
///
/// ```swift
/// for try await piece in client.bytes(of: Call<Void>(.get("/export.csv"))) { file.write(piece) }
/// ```
/// Each iteration sends the request anew. To leave the loop ends the transfer, and so does cancelling the task. A slow
/// reader slows the server down: at most some 256 kB wait in memory. Compressed bodies are decoded.
///
/// The iteration throws `http.*` for a status outside 2xx, `network.*` when the connection fails or a time limit passes,
/// and `workflow.cancelled` soon after the task is cancelled.
public struct ByteSequence: AsyncSequence, Sendable {
    /// Bytes that arrived together; never empty.
    public typealias Element = [UInt8]

    let request: @Sendable () throws(BatonHTTP.Failure) -> Request
    let send: @Sendable (Request) async throws(BatonHTTP.Failure) -> Response

    /// Starts over, with a request of its own.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(sequence: self) }

    /// Reads the body of one response; it is for one task.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private let sequence: ByteSequence
        private var transfer: Transfer?
        private var pieces: ArraySlice<BodyStream.Piece> = []
        /// The response, once it has ended.
        private(set) var response: Response?
        private var hasEnded = false

        init(sequence: ByteSequence) {
            self.sequence = sequence
        }

        /// The head of the response whose pieces come; nil before the first one, and from a dispatcher that does not stream.
        var head: Response? { transfer?.head }

        /// The next piece; nil at the end of the body.
        public mutating func next() async throws(BatonHTTP.Failure) -> [UInt8]? {
            try await next(isolation: nil)
        }

        /// The next piece; nil at the end of the body.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(BatonHTTP.Failure) -> [UInt8]? {
            while true {
                if let piece = pieces.popFirst() { return piece.bytes }
                if hasEnded { return nil }
                if transfer == nil { transfer = Transfer(try sequence.request(), sequence.send) }
                guard let transfer else { return nil }
                if let more = await transfer.pieces() {
                    pieces = more[...]
                    continue
                }
                hasEnded = true
                self.transfer = nil
                let response = try await transfer.response()
                self.response = response
                guard response.isSuccess else { throw .status(of: response) }
                // A dispatcher that does not stream returns the body whole.
                return transfer.head != nil || response.body.isEmpty ? nil : response.body
            }
        }
    }

    /// The request on its way, which ends with the last reference to it.
    private final class Transfer: Sendable {
        private let stream = BodyStream()
        private let sending: Task<Result<Response, BatonHTTP.Failure>, Never>

        init(
            _ request: Request, _ send: @escaping @Sendable (Request) async throws(BatonHTTP.Failure) -> Response
        ) {
            var request = request
            request.bodyStream = stream
            request.options.readsStream = true
            let (sent, stream) = (request, stream)
            sending = Task {
                defer { stream.end() }
                do throws(BatonHTTP.Failure) {
                    return .success(try await send(sent))
                } catch {
                    return .failure(error)
                }
            }
        }

        deinit { sending.cancel() }

        var head: Response? { stream.head }

        func pieces() async -> [BodyStream.Piece]? {
            await withTaskCancellationHandler {
                await stream.next()
            } onCancel: {
                sending.cancel()
            }
        }

        func response() async throws(BatonHTTP.Failure) -> Response { try await sending.value.get() }
    }
}
