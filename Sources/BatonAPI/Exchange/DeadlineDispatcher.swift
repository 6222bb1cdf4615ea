import BatonHTTP
import BatonValues
import Synchronization

/// Holds a dispatcher to the request's timeout and to cancellation, whatever it does itself.
///
/// A dispatcher that has not returned a quarter of a second after the timeout, or after the task was cancelled, is left
/// behind: the request fails, and a response that still comes is dropped.
package struct DeadlineDispatcher: SelfLimitedDispatcher {
    private let next: any Dispatcher

    private static let grace = Duration.milliseconds(250)
    /// Some 68 years.
    private static let longest = Duration.seconds(1 << 31)

    /// The dispatcher itself where it ends every request in time.
    package static func holding(_ next: any Dispatcher) -> any Dispatcher {
        next is any SelfLimitedDispatcher ? next : DeadlineDispatcher(next: next)
    }

    package nonisolated(nonsending) func send(_ request: Request) async throws(Failure) -> Response {
        let pending = PendingResult<Response>()
        let sending = Task { [next] in
            do throws(Failure) {
                pending.end(.success(try await next.send(request)))
            } catch {
                pending.end(.failure(error))
            }
        }
        let timer = Task {
            let timeout = request.options.timeout
            guard (try? await Task.sleep(for: min(timeout, Self.longest) + Self.grace)) != nil else { return }
            pending.end(.failure(late(request)))
            sending.cancel()
        }
        defer { timer.cancel() }
        return try await withTaskCancellationHandler {
            await pending.ending()
        } onCancel: {
            sending.cancel()
            Task {
                try? await Task.sleep(for: Self.grace)
                pending.end(.failure(Failure(.cancelled, "the task was cancelled")))
            }
        }.get()
    }

    private func late(_ request: Request) -> Failure {
        let text = DurationText.limit(milliseconds: Int(min(request.options.timeout, Self.longest) / .milliseconds(1)))
        return Failure(
            .timeout, "no response within \(text) from \(request.url.hostAndPort): `\(type(of: next))` did not return")
    }
}

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

/// The wall clock and timer of dispatchers and retries; tests replace both.
package struct WallClock: Sendable {
    /// Microseconds since 1970.
    package var now: @Sendable () -> Int64
    /// Returns after that duration; throws when its task is cancelled before.
    package var sleep: @Sendable (Duration) async throws -> Void

    package init(now: @escaping @Sendable () -> Int64, sleep: @escaping @Sendable (Duration) async throws -> Void) {
        self.now = now
        self.sleep = sleep
    }

    package static let system = WallClock(
        now: { ClockReading.wallMicroseconds() }, sleep: { try await Task.sleep(for: $0) })
}
