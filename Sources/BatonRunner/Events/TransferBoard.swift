package import BatonHTTP
import BatonTime
import Synchronization

/// The large transfers that are under way: written by the threads that transfer, read by whoever shows how far they are.
///
/// Nothing of it is an event: how often a transfer tells of itself depends on the machine, and no report wants it.
package final class TransferBoard: Sendable {
    /// Bodies up to this size arrive before anyone could read how far they are. In bytes.
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

    /// - Parameter now: any clock that only goes forward.
    package init(now: @escaping @Sendable () -> Microseconds = { ClockReading.monotonicNanoseconds() / 1000 }) {
        self.now = now
    }

    /// One exchange, from before it is sent to after its end.
    package struct Exchange: Sendable {
        fileprivate let board: TransferBoard
        fileprivate let id: Int

        /// What is told how far it is.
        package var observer: TransferProgress.Observer {
            { [weak board, id] progress in board?.update(id, progress) }
        }

        /// Nothing of it is shown any more.
        package func end() { board.end(id) }
    }

    /// - Parameter name: who transfers, for a reader; masked.
    package func begin(_ name: String) -> Exchange {
        state.withLock { state in
            state.next += 1
            state.entries.append(Entry(id: state.next, name: name))
            return Exchange(board: self, id: state.next)
        }
    }

    /// A large transfer and how many others there are.
    package struct Shown: Sendable, Equatable {
        package var name: String
        package var state: TransferState
        /// Bytes a second; nil while it is too early to say.
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
    package var shown: Shown? {
        state.withLock { state in
            let large = state.entries.filter { $0.state != nil }
            guard let first = large.first, let shown = first.state else { return nil }
            return Shown(name: first.name, state: shown, rate: first.speed.rate, others: large.count - 1)
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

/// How far the larger body of an exchange is.
package struct TransferState: Sendable, Equatable {
    package enum Direction: Sendable { case sending, receiving }

    package var direction: Direction
    /// Bytes.
    package var done: Int64
    /// Bytes; nil where nobody knows.
    package var total: Int64?

    package init(_ direction: Direction, done: Int64, total: Int64?) {
        self.direction = direction
        self.done = done
        self.total = total
    }

    /// Nil when no body of the exchange is that large; the response's goes before the request's, which it follows.
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

/// Bytes a second over the last second or two.
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
        // A rate of the first moments is better than none; later ones are smoothed over a second.
        guard elapsed >= (rate == nil ? 200_000 : 1_000_000) else { return }
        rate = Int64(Double(bytes - mark.bytes) * 1_000_000 / Double(elapsed))
        if elapsed >= 1_000_000 { self.mark = (time, bytes) }
    }
}
