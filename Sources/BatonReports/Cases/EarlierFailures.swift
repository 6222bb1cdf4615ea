import BatonRunner

/// What earlier attempts at a whole workflow failed with, by the test case that shows it.
///
/// A step of the last attempt shows what the step of its name failed with before. What no step of the last attempt
/// stands for is shown by the last test case, so that nothing is lost.
struct EarlierFailures {
    private var byStep: [String: [FailureRecord]] = [:]
    private var order: [String] = []
    /// The place of the step that takes the rest; nil where a case behind the steps does.
    private let last: Int?

    init(_ record: CaseRecord, endsOutside: Bool) {
        last = endsOutside ? nil : record.steps.count - 1
        guard !record.earlier.isEmpty else { return }
        let shown = Set(record.steps.map(\.name))
        for earlier in record.earlier.lazy.flatMap(\.failures) {
            let step = shown.contains(earlier.step) ? earlier.step : ""
            if byStep[step] == nil { order.append(step) }
            byStep[step, default: []].append(
                step.isEmpty && !earlier.step.isEmpty ? earlier.failure.of(earlier.step) : earlier.failure)
        }
    }

    mutating func take(_ step: String, at index: Int) -> [FailureRecord] {
        guard !byStep.isEmpty else { return [] }
        let own = byStep.removeValue(forKey: step) ?? []
        return index == last ? own + takeRest() : own
    }

    mutating func takeRest() -> [FailureRecord] {
        let rest = order.flatMap { byStep[$0] ?? [] }
        byStep = [:]
        return rest
    }
}

extension FailureRecord {
    /// The same under a name of its step, for a place that is not the step's own.
    fileprivate func of(_ step: String) -> FailureRecord {
        FailureRecord(kind: kind, message: "\(step): \(message)", place: place)
    }
}
