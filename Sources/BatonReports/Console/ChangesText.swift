import BatonRecords
import BatonValues

/// What changed since earlier runs, for the console: `since main a1b2c3d: 2 new failures, 1 fixed`.
enum ChangesText {
    static func lines(_ records: RunRecords, _ finding: PastRuns.Finding) -> String {
        if records.isOutage { return RunChanges.outage }
        guard case .known(let past) = finding else { return "" }
        var lines: [String] = []
        for past in [past] + past.onDefaultBranch {
            guard let last = past.runs.first else { continue }
            let place = [past.branch, last.shortCommit].compactMap(\.self).joined(separator: " ")
            let name = place.isEmpty ? "the run of \(TimeText.minute(last.started))" : place
            let sentence = RunChanges(records, past, failingFlaky: []).sentence(records, past)
            lines.append("since \(PrintableText.line(CutText.head(name, 200))): \(sentence)")
        }
        return lines.joined(separator: "\n")
    }
}
