import BatonRecords

/// Similar failures: the same kind, check and message, ignoring numbers other than the status.
struct FailureGroup {
    struct Entry {
        let record: CaseRecord
        /// Nil for a failure outside the steps.
        let step: StepRecord?
        let failures: [FailureRecord]
        /// Whether it is the failure that stands for the case: only of this one the history says since when.
        var standsForCase = false

        var first: FailureRecord { failures[0] }
    }

    private(set) var entries: [Entry]

    var first: FailureRecord { entries[0].first }

    /// Groups with the most workflows first; consequences of other failures, such as blocked workflows, last.
    static func all(of records: [CaseRecord]) -> [FailureGroup] {
        var groups: [FailureGroup] = []
        var places: [String: Int] = [:]
        for record in records where record.outcome == .failed || record.outcome == .error {
            for entry in entries(of: record) {
                let signature = FailureSignature.of(entry.first) + (record.isQuarantined ? " quarantined" : "")
                if let place = places[signature] {
                    groups[place].entries.append(entry)
                } else {
                    places[signature] = groups.count
                    groups.append(FailureGroup(entries: [entry]))
                }
            }
        }
        return groups.enumerated().sorted { left, right in
            let (first, second) = (left.element.rank, right.element.rank)
            if first != second { return first < second }
            let (many, more) = (left.element.entries.count, right.element.entries.count)
            return many != more ? many > more : left.offset < right.offset
        }.map(\.element)
    }

    var isQuarantined: Bool { entries[0].record.isQuarantined }

    private var rank: Int { isQuarantined ? 2 : entries[0].record.isBlocked ? 1 : 0 }

    static func entries(of record: CaseRecord) -> [Entry] {
        var entries: [Entry] = []
        if !record.failures.isEmpty { entries.append(Entry(record: record, step: nil, failures: record.failures)) }
        for step in record.steps where !step.failures.isEmpty {
            entries.append(Entry(record: record, step: step, failures: step.failures))
        }
        if entries.isEmpty {
            let place = Place(file: record.identity.path, line: 1, column: 1)
            let failure = FailureRecord(kind: "workflow.invalid", message: record.reason ?? "failed", place: place)
            entries.append(Entry(record: record, step: nil, failures: [failure]))
        }
        entries[0].standsForCase = true
        return entries
    }
}
