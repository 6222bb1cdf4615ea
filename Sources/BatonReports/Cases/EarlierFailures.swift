import BatonRecords
import BatonSecrets

/// The failures of earlier attempts at a workflow, assigned to test cases: one failure per attempt, however many checks
/// failed in it.
///
/// A step of the last attempt shows the earlier failures of the step with its name. Failures without such a step are
/// shown by the last test case, so that none is lost.
struct EarlierFailures {
    private struct Entry {
        var attempt: Int
        var failure: FailureRecord
    }

    private var byStep: [String: [Entry]] = [:]
    /// The index of the step that shows the remaining failures; nil where a test case after the steps does.
    private let last: Int?

    init(_ record: CaseRecord, endsOutside: Bool) {
        last = endsOutside ? nil : record.steps.count - 1
        guard !record.earlier.isEmpty else { return }
        let shown = Set(record.steps.map(\.name))
        for attempt in record.earlier {
            for earlier in attempt.failures {
                let isShown = shown.contains(earlier.step)
                let failure = isShown || earlier.step.isEmpty ? earlier.failure : earlier.failure.of(earlier.step)
                byStep[isShown ? earlier.step : "", default: []].append(
                    Entry(attempt: attempt.number, failure: failure))
            }
        }
    }

    mutating func take(_ step: String, at index: Int) -> [FailureRecord] {
        guard !byStep.isEmpty else { return [] }
        let own = byStep.removeValue(forKey: step) ?? []
        return Self.perAttempt(index == last ? own + removeRest() : own)
    }

    mutating func takeRest() -> [FailureRecord] { Self.perAttempt(removeRest()) }

    private mutating func removeRest() -> [Entry] {
        defer { byStep = [:] }
        return byStep.sorted { $0.key < $1.key }.flatMap(\.value)
    }

    private static func perAttempt(_ entries: [Entry]) -> [FailureRecord] {
        Dictionary(grouping: entries, by: \.attempt).sorted { $0.key < $1.key }.compactMap { _, entries in
            guard let first = entries.first?.failure else { return nil }
            return FailureRecord(
                kind: first.kind, message: MaskedText(recorded: FailureText.message(entries.map(\.failure))),
                place: first.place)
        }
    }
}

extension FailureRecord {
    /// The same failure prefixed with its step's name, for a test case other than the step's own.
    fileprivate func of(_ step: String) -> FailureRecord {
        FailureRecord(kind: kind, message: MaskedText(recorded: "\(step): \(message)"), place: place)
    }
}
