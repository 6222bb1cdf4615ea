package import BatonJSON
package import BatonRecords

/// The answer to `baton history slow`: how long cases take, and which have become slower.
package struct SlowCases: Sendable {
    package struct Entry: Sendable {
        package var name: CaseName
        package var environment: String?
        /// Number of passed results.
        package var passes: Int
        package var p50: Microseconds
        package var p95: Microseconds
        /// The median of the 30 passes before the latest 5, and of these; nil where there are too few.
        package var change: (before: Microseconds, now: Microseconds)?
        /// Whether the case counts as slower than before.
        package var isSlower: Bool
    }

    package var entries: [Entry]
    package var runs: Int
    package var since: RunPoint?

    package var json: JSONValue {
        var object = EventObject()
        object.set("v", 1)
        object.set("question", "slow")
        object.set("runs", runs)
        object.set("since", since?.json)
        object.set(
            "cases",
            .array(
                entries.map { entry in
                    var object = EventObject()
                    entry.name.set(in: &object)
                    object.set("environment", entry.environment)
                    object.set("passes", entry.passes)
                    object.set("p50_us", entry.p50)
                    object.set("p95_us", entry.p95)
                    object.set("before_us", entry.change?.before)
                    object.set("now_us", entry.change?.now)
                    object.set("slower", entry.isSlower)
                    return object.json
                }) as JSONValue?)
        return object.json
    }
}

extension HistoryReader {
    /// Cases by their median duration in one environment, those that have become slower first.
    package func slowCases(_ scope: HistoryScope, limit: Int) throws(HistoryError) -> SlowCases {
        try wrapped { () throws(SQLiteError) -> SlowCases in
            let matrix = try ResultMatrix(self, try RunWindow(self, scope), withDurations: true)
            let runs = matrix.window.runs
            var places: [String?: Int] = [:]
            for run in runs where places[run.summary.environment] == nil {
                places[run.summary.environment] = places.count
            }
            var found: [(number: Int, environment: Int, p50: Microseconds, isSlower: Bool)] = []
            let groups = matrix.groups { places[$0.summary.environment] }
            for (environment, group) in groups.enumerated() {
                for number in 0...matrix.caseCount {
                    let passes = Self.passes(of: number, in: group, matrix)
                    guard let p50 = Medians.percentile(50, ofSorted: passes.sorted()) else { continue }
                    found.append((number, environment, p50, Medians.slower(passes) != nil))
                }
            }
            found.sort { ($0.isSlower ? 1 : 0, $0.p50, -$0.number) > ($1.isSlower ? 1 : 0, $1.p50, -$1.number) }
            var entries: [SlowCases.Entry] = []
            for (number, environment, p50, isSlower) in found.prefix(limit) {
                let passes = Self.passes(of: number, in: groups[environment], matrix)
                entries.append(
                    SlowCases.Entry(
                        name: try caseName(Int64(number)),
                        environment: runs[groups[environment][0]].summary.environment, passes: passes.count, p50: p50,
                        p95: Medians.percentile(95, ofSorted: passes.sorted()) ?? 0, change: Medians.change(passes),
                        isSlower: isSlower))
            }
            return SlowCases(
                entries: entries, runs: runs.count, since: runs.last.map { RunPoint($0.summary) })
        }
    }

    /// Durations of the passed results, latest first.
    private static func passes(of number: Int, in runs: [Int], _ matrix: ResultMatrix) -> [Microseconds] {
        var durations: [Microseconds] = []
        durations.reserveCapacity(runs.count)
        for run in runs where [.passed, .flaky].contains(matrix.cell(run, number)) {
            durations.append(matrix.duration(run, number))
        }
        return durations
    }
}
