import BatonJSON
import BatonRecords

/// Bad results of a case one after the other on one branch, in one environment, up to the latest result there.
package struct Streak: Sendable {
    package var line: RunLine
    package var count: Int
    package var latest: RunPoint
    package var firstBad: RunPoint
    /// The result before the first bad one, which passed; nil where no earlier result is known.
    package var lastGood: RunPoint?
    /// Since when the case fails as it did last; nil where it did so from the first bad result on.
    package var sameSince: RunPoint?
    /// The first later run that ran everything, and so shows that the case is no longer there; nil while it may be.
    package var goneSince: RunPoint?

    package var branch: String? { line.branch }
    package var environment: String? { line.environment }

    func set(in object: inout EventObject) {
        object.set("bad_results", count)
        object.set("first_bad", firstBad.json)
        object.set("last_good", lastGood?.json)
        object.set("same_failure_since", sameSince?.json)
        object.set("latest", latest.json)
        object.set("gone_since", goneSince?.json)
    }

    var json: JSONValue {
        var object = EventObject()
        set(in: &object)
        return object.json
    }

    /// Those of a case's results, which come latest first, also where the case is gone since. A pass on another branch
    /// or in another environment mends nothing.
    static func all(in results: [CaseStory.Result], of window: RunWindow) -> [Streak] {
        var streaks: [Streak] = []
        var ended: Set<RunLine> = []
        var places: [RunLine: Int] = [:]
        for result in results where result.outcome != .skipped {
            guard let line = result.line, !ended.contains(line) else { continue }
            if result.isBad {
                let place = places[line] ?? streaks.count
                if place == streaks.count {
                    places[line] = place
                    streaks.append(Streak(line: line, count: 0, latest: result.point, firstBad: result.point))
                }
                streaks[place].count += 1
                streaks[place].firstBad = result.point
            } else {
                if let place = places[line] { streaks[place].lastGood = result.point }
                ended.insert(line)
            }
        }
        for place in streaks.indices {
            let latest = streaks[place].latest.run
            guard let run = window.runs.firstIndex(where: { $0.summary.id == latest }) else { continue }
            streaks[place].goneSince = window.wholeRun(after: run).map { RunPoint($0.summary) }
        }
        return streaks
    }
}

extension HistoryReader {
    /// Finds since when a case fails as it did last.
    func noteSameFailure(_ streak: inout Streak, of number: Int64, in window: RunWindow) throws(SQLiteError) {
        let statement = try connection.statement(
            """
            SELECT signature FROM result_note JOIN result ON result.run = result_note.run
                AND result.position = result_note.position
            WHERE result_note.run = ? AND case_id = ? AND outcome IN (1, 2)
            """)
        var first: RunPoint?
        var signature: String?
        var count = 0
        for run in window.runs where run.line == streak.line {
            statement.reset()
            statement.bind(run.number)
            statement.bind(number)
            guard try statement.step() else { continue }
            let found = statement.optionalText(0)
            if count > 0, found != signature { break }
            (signature, first) = (found, RunPoint(run.summary))
            count += 1
            if count == streak.count { break }
        }
        statement.reset()
        streak.sameSince = first == streak.firstBad ? nil : first
    }
}
