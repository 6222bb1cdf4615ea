import BatonAPI
import Synchronization

/// Keeps what it is to send until the test says what comes of it.
final class HeldDispatcher: Dispatcher {
    private typealias Ending = @Sendable (URLText) -> Result<Response, Failure>

    private struct State {
        var sent: [Request] = []
        var waiting: [Int: CheckedContinuation<Ending, Never>] = [:]
        /// What the test said before it was asked.
        var early: [Int: Ending] = [:]
        var cancelled: Set<Int> = []
    }

    private let state = Mutex(State())

    /// Everything that was sent.
    var sent: [Request] { state.withLock(\.sent) }
    /// How many wait for their responses.
    var held: Int { state.withLock(\.waiting.count) }
    /// How many were cancelled.
    var cancelled: Int { state.withLock(\.cancelled.count) }

    func send(_ request: Request) async throws(Failure) -> Response {
        let number = state.withLock { state in
            state.sent.append(request)
            return state.sent.count - 1
        }
        let ending = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let known: Ending? = state.withLock { state in
                    if state.cancelled.contains(number) { return Self.cancellation }
                    if let early = state.early.removeValue(forKey: number) { return early }
                    state.waiting[number] = continuation
                    return nil
                }
                if let known { continuation.resume(returning: known) }
            }
        } onCancel: {
            let continuation = state.withLock { state in
                state.cancelled.insert(number)
                return state.waiting.removeValue(forKey: number)
            }
            continuation?.resume(returning: Self.cancellation)
        }
        let response = try ending(request.url).get()
        request.session?.receive(response.headers, from: request.url)
        return response
    }

    private static let cancellation: Ending = { _ in .failure(Failure(.cancelled, "cancelled")) }

    /// Responds to the request of that number, counted from 0, at once or when it comes.
    func respond(
        _ number: Int, _ body: String = "", status: Int = 200, headers: Headers = [:],
        change: @escaping @Sendable (inout Response) -> Void = { _ in }
    ) {
        end(number) { url in
            var response = Response(status: status, headers: headers, body: Array(body.utf8), url: url)
            change(&response)
            return .success(response)
        }
    }

    func fail(_ number: Int, _ failure: Failure) {
        end(number) { _ in .failure(failure) }
    }

    private func end(_ number: Int, _ ending: @escaping Ending) {
        let continuation = state.withLock { state in
            let continuation = state.waiting.removeValue(forKey: number)
            if continuation == nil { state.early[number] = ending }
            return continuation
        }
        continuation?.resume(returning: ending)
    }
}
