import BatonHTTP
import Synchronization

/// The wait for one result: the first one that comes ends it, and later ones are dropped.
final class PendingResult<Value: Sendable>: Sendable {
    typealias Ending = Result<Value, Failure>

    private struct State {
        var ending: Ending?
        var continuation: CheckedContinuation<Ending, Never>?
    }

    private let state = Mutex(State())

    func ending() async -> Ending {
        await withCheckedContinuation { continuation in
            let known = state.withLock { state -> Ending? in
                if state.ending == nil { state.continuation = continuation }
                return state.ending
            }
            if let known { continuation.resume(returning: known) }
        }
    }

    func end(_ ending: Ending) {
        let continuation = state.withLock { state -> CheckedContinuation<Ending, Never>? in
            guard state.ending == nil else { return nil }
            state.ending = ending
            defer { state.continuation = nil }
            return state.continuation
        }
        continuation?.resume(returning: ending)
    }
}
