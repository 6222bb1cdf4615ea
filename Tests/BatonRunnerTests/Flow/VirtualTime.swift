import Synchronization

@testable import BatonRecords
@testable import BatonRunner

/// A clock that only pauses move, so that nothing waits.
final class VirtualTime: Sendable {
    private struct State {
        var now: Microseconds = 0
        var pauses: [Microseconds] = []
    }

    private let state = Mutex(State())
    /// Cancels whoever makes this pause, from 1.
    private let cancelsAt: Int?

    init(cancelsAt: Int? = nil) {
        self.cancelsAt = cancelsAt
    }

    /// Every pause that was made, in milliseconds.
    var pauses: [Int64] { state.withLock { $0.pauses.map { $0 / 1000 } } }

    /// Time goes by otherwise: a response takes that long.
    func pass(milliseconds: Int64) { state.withLock { $0.now += milliseconds * 1000 } }

    var dependencies: Dependencies {
        Dependencies(
            clock: { self.state.withLock(\.now) }, elapsed: { self.state.withLock(\.now) }, random: { 0 },
            sleep: { pause in
                let count = self.state.withLock { state in
                    state.pauses.append(pause)
                    state.now += pause
                    return state.pauses.count
                }
                if count == self.cancelsAt { throw CancellationError() }
            })
    }
}
