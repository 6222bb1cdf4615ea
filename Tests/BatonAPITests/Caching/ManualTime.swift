import BatonAPI
import Synchronization

/// A clock that a test moves, and alarms that ring when it does.
final class ManualTime: Sendable {
    private struct State {
        var now: Int64 = 1_000_000_000
        var alarms: [Int: (at: Int64, ring: CheckedContinuation<Void, any Error>)] = [:]
        var cancelled: Set<Int> = []
        var last = 0
    }

    private let state = Mutex(State())

    var clock: WallClock {
        WallClock(now: { self.state.withLock(\.now) }, sleep: { try await self.sleep($0) })
    }

    /// How many sleep now.
    var sleeping: Int { state.withLock(\.alarms.count) }

    func advance(by duration: Duration) {
        let ringing = state.withLock { state in
            state.now += Int64(duration / .microseconds(1))
            let due = state.alarms.filter { $0.value.at <= state.now }
            for name in due.keys { state.alarms[name] = nil }
            return due.values.map(\.ring)
        }
        for ring in ringing { ring.resume() }
    }

    private func sleep(_ duration: Duration) async throws {
        let name = state.withLock { state in
            state.last += 1
            return state.last
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { ring in
                let isCancelled = state.withLock { state in
                    if state.cancelled.remove(name) != nil { return true }
                    state.alarms[name] = (state.now + Int64(duration / .microseconds(1)), ring)
                    return false
                }
                if isCancelled { ring.resume(throwing: CancellationError()) }
            }
        } onCancel: {
            let ring = state.withLock { state in
                if let alarm = state.alarms.removeValue(forKey: name) { return Optional(alarm.ring) }
                state.cancelled.insert(name)
                return nil
            }
            ring?.resume(throwing: CancellationError())
        }
    }
}

/// Lets others work until something is so.
func until(_ condition: () -> Bool) async {
    while !condition() { await Task.yield() }
}
