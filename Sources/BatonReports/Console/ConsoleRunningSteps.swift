import BatonRecords

/// The steps in progress, for the status line: it shows the one that has run longest.
struct ConsoleRunningSteps {
    private struct Entry {
        var text: String
        var since: Microseconds
    }

    private var entries: [Int: Entry] = [:]
    /// Time after which the line shows for how long a step has been running.
    private static let worthTelling: Microseconds = 1_000_000

    mutating func start(_ caseIndex: Int, _ text: String, at now: Microseconds) {
        entries[caseIndex] = Entry(text: text, since: now)
    }

    mutating func end(_ caseIndex: Int) { entries[caseIndex] = nil }

    /// `workflows/orders.yaml › List the orders  12 s, 3 more`.
    func text(at now: Microseconds) -> String {
        guard let (_, entry) = entries.min(by: { ($0.value.since, $0.key) < ($1.value.since, $1.key) }) else {
            return ""
        }
        var text = entry.text
        let more = entries.count > 1 ? "\(entries.count - 1) more" : nil
        let span = now - entry.since
        let time = span >= Self.worthTelling ? "\(span / 1_000_000) s" : nil
        let notes = [time, more].compactMap(\.self).joined(separator: ", ")
        if !notes.isEmpty { text += "  \(notes)" }
        return text
    }

    /// Whether the line would now say something else than what it shows.
    func hasMoved(since shown: String?, at now: Microseconds) -> Bool {
        guard let shown, !entries.isEmpty else { return false }
        return shown != text(at: now)
    }
}
