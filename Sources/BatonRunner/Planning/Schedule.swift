/// Decides which case is next: a pure state machine; whoever runs cases asks it and tells it how they ended.
package struct Schedule {
    /// What to do next.
    package enum Action: Equatable {
        case run(Int)
        /// Nothing is left to start.
        case stop
    }

    private let count: Int
    private let failsFast: Bool
    private var next = 0
    private var isStopped = false

    package init(count: Int, failsFast: Bool) {
        self.count = count
        self.failsFast = failsFast
    }

    package mutating func start() -> Action {
        guard !isStopped, next < count else { return .stop }
        defer { next += 1 }
        return .run(next)
    }

    /// - Parameter isQuarantined: whether it failed and nothing is stopped for that.
    package mutating func finished(_ outcome: Outcome, isQuarantined: Bool = false) {
        if failsFast, !isQuarantined, outcome == .failed || outcome == .error { isStopped = true }
    }

    /// Starts nothing more: the run was interrupted.
    package mutating func cancel() {
        isStopped = true
    }

    /// The cases that were never started.
    package var unstarted: Range<Int> { next..<count }
}
