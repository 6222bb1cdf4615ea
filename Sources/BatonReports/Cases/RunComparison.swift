import BatonRecords
import BatonValues

/// How the cases of a run ended against the earlier runs of one branch. Quarantined cases are left out, because they do
/// not count, and so are cases that were ended from outside.
package struct RunComparison: Sendable {
    /// The earlier runs; there is at least one.
    package let past: PastRuns
    package private(set) var new: [Int] = []
    /// Cases that failed before too, but with another failure.
    package private(set) var changed: [Int] = []
    package private(set) var known: [Int] = []
    package private(set) var fixed: [Int] = []
    /// Flaky cases that were not flaky, by the rule of `PastRuns.flakySince`.
    package private(set) var flaky: [Int] = []
    /// `2 new failures, 3 known since a1b2c3d, 1 fixed, 1 flaky, 1 slower`, in the words of all reports.
    package private(set) var sentence = ""

    package var isEmpty: Bool {
        new.isEmpty && changed.isEmpty && known.isEmpty && fixed.isEmpty && flaky.isEmpty && past.slower.isEmpty
    }

    /// Nil where the branch has no earlier run.
    init?(_ records: RunRecords, _ past: PastRuns) {
        if past.runs.isEmpty { return nil }
        self.past = past
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
                switch past.state(of: index) {
                case _ where records.kept[index]?.isCancelled == true: break
                case .new: new.append(index)
                case .changed: changed.append(index)
                default: known.append(index)
                }
            case .passed where past.failedBefore.contains(index): fixed.append(index)
            case .flaky:
                if past.failedBefore.contains(index) { fixed.append(index) }
                if past.flakySince(index) == nil { flaky.append(index) }
            case .passed, .blocked, .quarantined, .skipped: break
            }
        }
        sentence = counts(records)
    }

    private static func key(_ identity: CaseIdentity) -> String {
        [identity.path, identity.row ?? "", identity.variant ?? ""].joined(separator: "\u{0}")
    }

    private func counts(_ records: RunRecords) -> String {
        var parts: [String] = []
        for (indices, word) in [(new, "new"), (changed, "changed"), (known, "known")] where !indices.isEmpty {
            let noun = parts.isEmpty ? indices.count == 1 ? " failure" : " failures" : ""
            parts.append("\(indices.count) \(word)\(noun)\(word == "known" ? knownSince(records) : "")")
        }
        if !fixed.isEmpty { parts.append("\(fixed.count) fixed") }
        if !flaky.isEmpty { parts.append("\(flaky.count) newly flaky") }
        if !past.slower.isEmpty { parts.append("\(past.slower.count) slower") }
        return parts.isEmpty ? "nothing changed" : parts.joined(separator: ", ")
    }

    /// ` since a1b2c3d` where all known failures began at one commit, else the commit of the oldest.
    private func knownSince(_ records: RunRecords) -> String {
        let since = known.compactMap { past.since($0, records.signature(of: $0)) }
        guard since.count == known.count, let oldest = since.min(by: { $0.run.started < $1.run.started }),
            let commit = oldest.run.shortCommit
        else { return "" }
        let isOne = since.allSatisfy { $0.run.commit == oldest.run.commit }
        return (isOne ? " since " : ", the oldest since ") + (oldest.isAtLeast ? "at least \(commit)" : commit)
    }
}
