package import BatonHTTP
package import BatonSecrets
import BatonValues
import Synchronization

/// The large transfers in progress: written by the threads that transfer, read by the progress display.
///
/// Progress is not an event: how often a transfer reports it depends on the machine, and no report needs it.
package final class TransferBoard: Sendable {
    /// Size in bytes up to which a body's progress is not shown: such a body arrives before a user could read it.
    package static let shownAbove: Int64 = 1_000_000

    private struct Entry {
        var id: Int
        var name: String
        var state: TransferState?
        var speed = TransferSpeed()
    }

    private struct State {
        var entries: [Entry] = []
        var next = 0
    }

    private let state = Mutex(State())
    private let now: @Sendable () -> Microseconds

    /// - Parameter now: a monotonic clock.
    package init(now: @escaping @Sendable () -> Microseconds = { ClockReading.monotonicNanoseconds() / 1000 }) {
        self.now = now
    }

    /// One exchange, from before the request is sent until after its end.
    package struct Exchange: Sendable {
        fileprivate let board: TransferBoard
        fileprivate let id: Int

        /// Callback for the transfer's progress.
        package var observer: TransferProgress.Observer {
            { [weak board, id] progress in board?.update(id, progress) }
        }

        /// Removes the exchange from the progress display.
        package func end() { board.end(id) }
    }

    /// - Parameter name: the step's name as shown to the user.
    package func begin(_ name: MaskedText) -> Exchange {
        state.withLock { state in
            state.next += 1
            state.entries.append(Entry(id: state.next, name: name.text))
            return Exchange(board: self, id: state.next)
        }
    }

    /// One large transfer, and the number of others.
    package struct Summary: Sendable, Equatable {
        package var name: String
        package var state: TransferState
        /// Bytes per second; nil while it is too early to tell.
        package var rate: Int64?
        package var others: Int

        package init(name: String, state: TransferState, rate: Int64?, others: Int) {
            self.name = name
            self.state = state
            self.rate = rate
            self.others = others
        }
    }

    /// The large transfer that began first; nil when there is none.
    package var shown: Summary? {
        state.withLock { state in
            let large = state.entries.filter { $0.state != nil }
            guard let first = large.first, let shown = first.state else { return nil }
            return Summary(name: first.name, state: shown, rate: first.speed.rate, others: large.count - 1)
        }
    }

    private func update(_ id: Int, _ progress: TransferProgress) {
        let now = now()
        state.withLock { state in
            guard let index = state.entries.firstIndex(where: { $0.id == id }) else { return }
            let shown = TransferState(progress, above: Self.shownAbove)
            if shown?.direction != state.entries[index].state?.direction {
                state.entries[index].speed = TransferSpeed()
            }
            state.entries[index].state = shown
            if let shown { state.entries[index].speed.note(shown.done, at: now) }
        }
    }

    private func end(_ id: Int) {
        state.withLock { state in state.entries.removeAll { $0.id == id } }
    }
}

/// Progress of the larger body of an exchange.
package struct TransferState: Sendable, Equatable {
    package enum Direction: Sendable { case sending, receiving }

    package var direction: Direction
    /// Bytes transferred so far.
    package var done: Int64
    /// Size of the body in bytes; nil where it is unknown.
    package var total: Int64?

    package init(_ direction: Direction, done: Int64, total: Int64?) {
        self.direction = direction
        self.done = done
        self.total = total
    }

    /// Nil when no body of the exchange exceeds the limit. The response body is preferred, because it follows the
    /// request's.
    package init?(_ progress: TransferProgress, above limit: Int64) {
        if max(progress.received, progress.toReceive ?? 0) > limit {
            self.init(.receiving, done: progress.received, total: progress.toReceive)
        } else if max(progress.sent, progress.toSend ?? 0) > limit {
            self.init(.sending, done: progress.sent, total: progress.toSend)
        } else {
            return nil
        }
    }
}

/// Transfer rate in bytes per second over the last one or two seconds.
struct TransferSpeed {
    private var mark: (time: Microseconds, bytes: Int64)?
    private(set) var rate: Int64?

    mutating func note(_ bytes: Int64, at time: Microseconds) {
        guard let mark, bytes >= mark.bytes else {
            mark = (time, bytes)
            rate = nil
            return
        }
        let elapsed = time - mark.time
        // An early rate is better than none; later rates are measured over a second.
        guard elapsed >= (rate == nil ? 200_000 : 1_000_000) else { return }
        rate = Int64(Double(bytes - mark.bytes) * 1_000_000 / Double(elapsed))
        if elapsed >= 1_000_000 { self.mark = (time, bytes) }
    }
}
