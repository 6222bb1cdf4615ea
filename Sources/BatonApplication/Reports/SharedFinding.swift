import BatonReports
import Synchronization

/// What the history knows of earlier runs: searched once, for the first report that asks.
final class SharedFinding: Sendable {
    private let known = Mutex<PastRuns.Finding?>(nil)
    private let search: @Sendable (PastRuns.Question) -> PastRuns.Finding

    init(_ search: @escaping @Sendable (PastRuns.Question) -> PastRuns.Finding) { self.search = search }

    /// All reports of a run ask the same question.
    func find(_ question: PastRuns.Question) -> PastRuns.Finding {
        known.withLock { known in
            let finding = known ?? search(question)
            known = finding
            return finding
        }
    }
}
