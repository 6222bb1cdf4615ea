import BatonRecords
import BatonSecrets

/// Cases whose outcome changed since earlier runs. Quarantined cases are left out, because they do not count.
struct RunChanges {
    private(set) var new: [Int] = []
    /// Cases that failed before too, but with another failure.
    private(set) var changed: [Int] = []
    private(set) var known: [Int] = []
    private(set) var fixed: [Int] = []
    private(set) var flaky: [Int] = []

    var isEmpty: Bool { new.isEmpty && changed.isEmpty && known.isEmpty && fixed.isEmpty && flaky.isEmpty }

    /// - Parameter failingFlaky: flaky cases that make the run fail; they are listed separately.
    init(_ records: RunRecords, _ past: PastRuns, failingFlaky: Set<Int>) {
        // Of a case that is repeated, each failure is one; it is fixed or flaky once, when no repetition failed.
        let repeated = (records.run?.cases ?? []).map { $0.repetition == nil ? nil : Self.key($0) }
        var ended = Set<String>()
        for case (let key?, let entry?) in zip(repeated, records.cases) {
            if entry.state == .failed || entry.state == .error { ended.insert(key) }
        }
        for (index, entry) in records.cases.enumerated() {
            guard let entry else { continue }
            let isGood = entry.state == .passed || entry.state == .flaky
            if isGood, repeated.indices.contains(index), let key = repeated[index], !ended.insert(key).inserted {
                continue
            }
            switch entry.state {
            case .failed, .error:
                if !past.failedBefore.contains(index) {
                    new.append(index)
                } else if past.changed.contains(index) {
                    changed.append(index)
                } else {
                    known.append(index)
                }
            case .passed where past.failedBefore.contains(index): fixed.append(index)
            case .flaky where failingFlaky.contains(index): break
            case .flaky:
                if past.failedBefore.contains(index) { fixed.append(index) }
                if past.outcomes[index]?.contains(.flaky) != true { flaky.append(index) }
            case .passed, .blocked, .quarantined, .skipped: break
            }
        }
    }

    private static func key(_ identity: CaseIdentity) -> String {
        [identity.path, identity.row ?? "", identity.variant ?? ""].joined(separator: "\u{0}")
    }

    /// `2 new failures, 3 known since a1b2c3d, 1 fixed, 1 flaky, 1 slower`, in the words of all reports.
    func sentence(_ records: RunRecords, _ past: PastRuns) -> String {
        var parts: [String] = []
        for (indices, word) in [(new, "new"), (changed, "changed"), (known, "known")] where !indices.isEmpty {
            let noun = parts.isEmpty ? indices.count == 1 ? " failure" : " failures" : ""
            parts.append("\(indices.count) \(word)\(noun)\(word == "known" ? knownSince(records, past) : "")")
        }
        if !fixed.isEmpty { parts.append("\(fixed.count) fixed") }
        if !flaky.isEmpty { parts.append("\(flaky.count) newly flaky") }
        if !past.slower.isEmpty { parts.append("\(past.slower.count) slower") }
        return parts.isEmpty ? "nothing changed" : parts.joined(separator: ", ")
    }

    /// What is said of an outage instead of what changed.
    static let outage =
        "an outage: nearly nothing had a response other than 502, 503 or 504; the history leaves this run out of scores and comparisons"

    /// ` since a1b2c3d` where all known failures began at one commit, else the commit of the oldest.
    private func knownSince(_ records: RunRecords, _ past: PastRuns) -> String {
        let since = known.compactMap { past.since($0, records.signature(of: $0)) }
        guard since.count == known.count, let oldest = since.min(by: { $0.run.started < $1.run.started }),
            let commit = oldest.run.shortCommit
        else { return "" }
        let isOne = since.allSatisfy { $0.run.commit == oldest.run.commit }
        return isOne ? " since \(commit)" : ", the oldest since \(commit)"
    }
}

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
