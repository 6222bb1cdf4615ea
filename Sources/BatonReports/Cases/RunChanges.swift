import BatonRecords

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
