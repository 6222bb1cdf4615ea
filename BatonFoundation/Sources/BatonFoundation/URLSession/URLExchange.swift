import BatonAPI
import Foundation
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// One request and its response.
final class URLExchange: Sendable {
    private struct State {
        var continuation: CheckedContinuation<Result<Response, Failure>, Never>?
        var result: Result<Response, Failure>?
        var head: HTTPURLResponse?
        var body = Data()
        var progress: TransferProgress
    }

    let request: Request
    let task: URLSessionTask
    private let limit: Int
    private let timeout: Duration
    private let state: Mutex<State>

    /// - Parameter timeout: of the whole exchange, redirects included, for the message.
    init(_ request: Request, _ task: URLSessionTask, timeout: Duration) {
        self.request = request
        self.task = task
        self.timeout = timeout
        limit = request.options.maxResponse ?? TransferOptions.maxResponseInMemory
        state = Mutex(State(progress: TransferProgress(sent: 0, toSend: nil, received: 0, toReceive: nil)))
    }

    /// Starts the task and waits for its end, which a cancelled task of Swift brings soon.
    func run() async throws(Failure) -> Response {
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let early = state.withLock { state in
                    if state.result == nil { state.continuation = continuation }
                    return state.result
                }
                if let early { continuation.resume(returning: early) } else { task.resume() }
            }
        } onCancel: {
            end(.failure(Failure(.cancelled, "the task was cancelled")))
        }
        return try result.get()
    }

    /// The first end counts.
    private func end(_ result: Result<Response, Failure>) {
        let (isFirst, continuation) = state.withLock { state in
            guard state.result == nil else {
                return (false, nil as CheckedContinuation<Result<Response, Failure>, Never>?)
            }
            state.result = result
            return (true, state.continuation.take())
        }
        guard isFirst else { return }
        continuation?.resume(returning: result)
        if case .failure = result { task.cancel() }
    }

    func timeOut() {
        end(
            .failure(
                Failure(
                    .timeout, "no complete response within \(timeout) from \(request.url.hostAndPort)",
                    response: partialResponse)))
    }

    private var partialResponse: Response? {
        let (head, body) = state.withLock { ($0.head, $0.body) }
        return head.flatMap { response($0, body) }
    }

    /// Under the URL that was asked for, which Foundation writes in its own way.
    private func response(_ head: HTTPURLResponse, _ body: Data) -> Response? {
        guard var response = try? Response(head, body: body) else { return nil }
        response.url = request.url
        return response
    }
}

/// What the session tells.
extension URLExchange {
    func didSend(_ sent: Int64, of expected: Int64) {
        report { progress in
            progress.sent = sent
            progress.toSend = expected > 0 ? expected : nil
        }
    }

    /// Whether the body may come.
    func begins(_ response: URLResponse) -> Bool {
        guard let head = response as? HTTPURLResponse else {
            end(.failure(Failure(.protocol, "\(request.url.hostAndPort) gave a response that is not HTTP")))
            return false
        }
        state.withLock { $0.head = head }
        let announced = head.expectedContentLength
        if request.method != .head, announced > Int64(limit) || Self.isBeyondInt64(head) {
            endAsTooLarge()
            return false
        }
        if announced >= 0 { report { $0.toReceive = announced } }
        return true
    }

    /// On Linux, a length that is no `Int64` reads as unknown, and the body may end anywhere.
    private static func isBeyondInt64(_ head: HTTPURLResponse) -> Bool {
        guard let length = head.value(forHTTPHeaderField: "Content-Length") else { return false }
        return Int64(length) == nil && !length.isEmpty && length.utf8.allSatisfy { (48...57).contains($0) }
    }

    func receives(_ data: Data) {
        let size = state.withLock { state in
            if state.result == nil { state.body.append(data) }
            return state.body.count
        }
        guard size <= limit else { return endAsTooLarge() }
        report { $0.received = Int64(size) }
    }

    private func endAsTooLarge() {
        let host = request.url.hostAndPort
        end(.failure(Failure(.tooLarge, "the body of \(host) has more than \(limit) bytes", response: partialResponse)))
    }

    func completes(_ error: (any Error)?) {
        let (head, body) = state.withLock { ($0.head, $0.body) }
        if let error {
            end(.failure(URLErrorTable.failure(error, request, head.flatMap { response($0, body) })))
        } else if let response = head.flatMap({ response($0, body) }) {
            end(.success(response))
        } else {
            end(.failure(Failure(.protocol, "\(request.url.hostAndPort) gave no response")))
        }
    }

    /// Whether the response has come; then the exchange ends with it.
    func endsWithResponse() -> Bool {
        guard state.withLock({ $0.head != nil }) else { return false }
        completes(nil)
        return true
    }

    private func report(_ change: (inout TransferProgress) -> Void) {
        guard let observer = request.progress else { return }
        let progress = state.withLock { state in
            let before = state.progress
            change(&state.progress)
            return state.result == nil && state.progress != before ? state.progress : nil
        }
        if let progress { observer(progress) }
    }
}
