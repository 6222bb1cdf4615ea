import BatonRecords

/// The outcome of a step, or the combined outcome of several.
struct StepEnd: Sendable {
    var outcome = Outcome.skipped
    /// Whether the following steps are skipped.
    var blocks = false

    /// Combines two outcomes; the worse one wins.
    mutating func add(_ next: StepEnd) {
        if Self.rank(next.outcome) > Self.rank(outcome) { outcome = next.outcome }
        blocks = blocks || next.blocks
    }

    private static func rank(_ outcome: Outcome) -> Int {
        switch outcome {
        case .skipped: 0
        case .passed: 1
        case .error: 2
        case .failed: 3
        }
    }

    func adding(_ next: StepEnd) -> StepEnd {
        var end = self
        end.add(next)
        return end
    }
}
