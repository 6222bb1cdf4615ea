/// What a step ended in, or several of them taken together.
struct StepEnd: Sendable {
    var outcome = Outcome.skipped
    /// Whether the steps behind it are skipped.
    var blocks = false

    private static let order: [Outcome] = [.skipped, .passed, .error, .failed]

    /// The worse outcome wins.
    mutating func add(_ next: StepEnd) {
        let ranks = [outcome, next.outcome].map { Self.order.firstIndex(of: $0) ?? 0 }
        if ranks[1] > ranks[0] { outcome = next.outcome }
        blocks = blocks || next.blocks
    }

    func adding(_ next: StepEnd) -> StepEnd {
        var end = self
        end.add(next)
        return end
    }
}
