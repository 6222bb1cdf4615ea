import BatonRecords
import BatonSecrets

/// The result of a case outside of its steps; nil where the steps explain the outcome.
struct OutsideCase {
    enum Result {
        case skipped(String)
        case failure([FailureRecord])
        case error([FailureRecord])
    }

    let result: Result

    init?(_ record: CaseRecord, isUnfinished: Bool) {
        let place = Place(file: record.identity.path, line: 1, column: 1)
        func failure(_ kind: String, _ message: MaskedText) -> [FailureRecord] {
            record.failures.isEmpty ? [FailureRecord(kind: kind, message: message, place: place)] : record.failures
        }
        if isUnfinished {
            let message: MaskedText =
                record.steps.isEmpty ? "the run ended before it started" : "the run ended before it did"
            result = .error(failure("workflow.cancelled", message))
            return
        }
        var stepsAreBad: Bool { record.steps.contains { $0.outcome == .failed || $0.outcome == .error } }
        switch record.outcome {
        case .failed where !stepsAreBad || !record.failures.isEmpty:
            result = .failure(failure("check.failed", record.reason ?? "failed"))
        case .error where !stepsAreBad || !record.failures.isEmpty:
            let kind = record.steps.isEmpty ? "workflow.invalid" : "workflow.cancelled"
            result = .error(failure(kind, record.reason ?? "could not run"))
        case .skipped where record.steps.isEmpty:
            result = .skipped(record.reason?.text ?? "skipped")
        case .passed where record.steps.isEmpty:
            result = .skipped("no step ran")
        default:
            return nil
        }
    }
}
