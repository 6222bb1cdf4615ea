package import BatonJSON
import BatonRecords

/// The answer to `baton history trend`: how runs went over time.
package struct Trend: Sendable {
    /// Latest first.
    package var runs: [RunSummary]

    package var json: JSONValue {
        var object = EventObject()
        object.set("v", 1)
        object.set("question", "trend")
        object.set(
            "runs",
            .array(
                runs.map { run in
                    var object = EventObject()
                    object.set("at", RunPoint(run).json)
                    object.set("state", run.state)
                    object.set("duration_us", run.duration)
                    object.set("passed", run.passed)
                    object.set("failed", run.failed)
                    object.set("errors", run.errors)
                    object.set("blocked", run.blocked)
                    object.set("skipped", run.skipped)
                    object.set("quarantined", run.quarantined)
                    object.set("flaky", run.flaky)
                    object.set("requests", run.requests)
                    return object.json
                }) as JSONValue?)
        return object.json
    }
}

extension HistoryReader {
    /// The latest runs, without dry runs and stubs; outages are among them, and named so.
    package func trend(_ scope: HistoryScope, limit: Int) throws(HistoryError) -> Trend {
        try wrapped { () throws(SQLiteError) -> Trend in
            let conditions = ["state != 'running'", "dry_run = 0"] + scope.conditions
            return Trend(
                runs: try runs("WHERE \(conditions.joined(separator: " AND ")) ORDER BY id DESC LIMIT ?") {
                    scope.bind(to: $0)
                    $0.bind(limit)
                })
        }
    }
}
