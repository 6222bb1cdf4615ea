import Synchronization

/// Counts the exchanges of a dispatcher.
final class ExchangeBoard: Sendable {
    private let counters = Mutex((started: 0, inFlight: 0))

    /// How many are on their way now.
    var inFlight: Int { counters.withLock(\.inFlight) }

    /// Begins an exchange, which is on its way from now on.
    func begin() -> (number: Int, flight: Flight) {
        let number = counters.withLock { counters in
            counters.started += 1
            counters.inFlight += 1
            return counters.started
        }
        return (number, Flight(self))
    }

    private func add(_ change: Int) { counters.withLock { $0.inFlight += change } }

    /// Whether one exchange is on its way: until its response is there, and again while its request is sent once more.
    final class Flight: Sendable {
        let board: ExchangeBoard
        private let isCounted = Mutex(true)

        fileprivate init(_ board: ExchangeBoard) {
            self.board = board
        }

        func set(_ isOnItsWay: Bool) {
            isCounted.withLock { isCounted in
                if isCounted != isOnItsWay { board.add(isOnItsWay ? 1 : -1) }
                isCounted = isOnItsWay
            }
        }
    }
}
