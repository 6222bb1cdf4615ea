import BatonHistory
import BatonRecords
import Synchronization

/// Which cases are bad, over all runs of a watched project: a case stays so until it passes.
final class WatchedResults: EventConsumer {
    private let bad = Mutex<Set<LatestFailures.Case>>([])
    let followsSteps = false

    var failed: Set<LatestFailures.Case> { bad.withLock { $0 } }

    func receive(_ event: RunEvent) {
        guard case .caseFinished(let record) = event, record.identity.role == .selected else { return }
        let entry = LatestFailures.Case(record.identity)
        bad.withLock { bad in
            switch record.outcome {
            case .passed:
                bad.remove(entry)
                // The file had mistakes, so that its rows were not known.
                bad.remove(LatestFailures.Case(path: entry.path, row: nil))
            case .failed, .error: bad.insert(entry)
            case .skipped: break
            }
        }
    }
}
