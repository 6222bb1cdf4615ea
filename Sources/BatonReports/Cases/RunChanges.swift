import BatonRunner

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
        for (index, entry) in records.cases.enumerated() {
            guard let entry else { continue }
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

    /// `2 new failures, 3 known, 1 fixed`, in the words of all reports.
    ///
    /// - Parameter slower: number of cases that take longer than before.
    func sentence(slower: Int) -> String {
        var parts: [String] = []
        for (indices, word) in [(new, "new"), (changed, "changed"), (known, "known")] where !indices.isEmpty {
            let noun = parts.isEmpty ? indices.count == 1 ? " failure" : " failures" : ""
            parts.append("\(indices.count) \(word)\(noun)")
        }
        if !fixed.isEmpty { parts.append("\(fixed.count) fixed") }
        if !flaky.isEmpty { parts.append("\(flaky.count) newly flaky") }
        if slower > 0 { parts.append("\(slower) slower") }
        return parts.isEmpty ? "nothing changed" : parts.joined(separator: ", ")
    }
}
