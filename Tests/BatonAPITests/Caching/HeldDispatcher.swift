import BatonAPI
import Synchronization

/// Keeps what it is to send until the test says what comes of it.
final class HeldDispatcher: Dispatcher {
    private struct State {
        var sent: [Request] = []
        var waiting: [Int: CheckedContinuation<Result<Response, Failure>, Never>] = [:]
        var cancelled: Set<Int> = []
    }

    private let state = Mutex(State())

    /// Everything that was sent.
    var sent: [Request] { state.withLock(\.sent) }
    /// How many wait for their answers.
    var held: Int { state.withLock(\.waiting.count) }
    /// How many were cancelled.
    var cancelled: Int { state.withLock(\.cancelled.count) }

    func send(_ request: Request) async throws(Failure) -> Response {
        let number = state.withLock { state in
            state.sent.append(request)
            return state.sent.count - 1
        }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isCancelled = state.withLock { state in
                    if state.cancelled.contains(number) { return true }
                    state.waiting[number] = continuation
                    return false
                }
                if isCancelled { continuation.resume(returning: .failure(Failure(.cancelled, "cancelled"))) }
            }
        } onCancel: {
            let continuation = state.withLock { state in
                state.cancelled.insert(number)
                return state.waiting.removeValue(forKey: number)
            }
            continuation?.resume(returning: .failure(Failure(.cancelled, "cancelled")))
        }
        let response = try result.get()
        request.session?.receive(response.headers, from: request.url)
        return response
    }

    /// Answers the request of that number, counted from 0.
    func answer(_ number: Int, _ body: String = "", status: Int = 200, headers: Headers = [:]) {
        let (continuation, request) = state.withLock { ($0.waiting.removeValue(forKey: number), $0.sent[number]) }
        continuation?.resume(
            returning: .success(
                Response(status: status, headers: headers, body: Array(body.utf8), url: request.url)))
    }

    func fail(_ number: Int, _ failure: Failure) {
        state.withLock { $0.waiting.removeValue(forKey: number) }?.resume(returning: .failure(failure))
    }
}
