package import BatonJSON
package import BatonRecords

/// The answer to `baton history slow`: how long cases take, and which have become slower.
package struct SlowCases: Sendable {
    package struct Entry: Sendable {
        package var name: CaseName
        package var environment: String?
        /// Number of results that passed or failed for taking too long; their durations count.
        package var results: Int
        package var p50: Microseconds
        package var p95: Microseconds
        /// On the branch of the latest run; nil where there are too few results.
        package var change: Medians.Change?
        /// The run since which it is slower; nil where it is not.
        package var slowerSince: RunPoint?

        package var isSlower: Bool { slowerSince != nil }
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
                    object.set("results", entry.results)
                    object.set("p50_us", entry.p50)
                    object.set("p95_us", entry.p95)
                    object.set("before_us", entry.change?.before)
                    object.set("now_us", entry.change?.now)
                    object.set("slower", entry.isSlower)
                    object.set("slower_since", entry.slowerSince?.json)
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
            var found: [(number: Int, group: Int, p50: Microseconds, isSlower: Bool)] = []
            let groups = matrix.groups { places[$0.summary.environment] }
            let latest = groups.map { group in group.filter { runs[$0].line == runs[group[0]].line } }
            for (place, group) in groups.enumerated() {
                for number in 0...matrix.caseCount {
                    let all = Self.durations(of: number, in: group, matrix)
                    guard let p50 = Medians.percentile(50, ofSorted: all.sorted()) else { continue }
                    let change = Medians.change(Self.durations(of: number, in: latest[place], matrix))
                    found.append((number, place, p50, change?.slowerFor != nil))
                }
            }
            found.sort { ($0.isSlower ? 1 : 0, $0.p50, -$0.number) > ($1.isSlower ? 1 : 0, $1.p50, -$1.number) }
            var entries: [SlowCases.Entry] = []
            for (number, place, p50, _) in found.prefix(limit) {
                let all = Self.durations(of: number, in: groups[place], matrix)
                let change = Medians.change(Self.durations(of: number, in: latest[place], matrix))
                let timed = latest[place].filter { matrix.cell($0, number).isTimed }
                entries.append(
                    SlowCases.Entry(
                        name: try caseName(Int64(number)), environment: runs[groups[place][0]].summary.environment,
                        results: all.count, p50: p50, p95: Medians.percentile(95, ofSorted: all.sorted()) ?? 0,
                        change: change,
                        slowerSince: change?.slowerFor.map { RunPoint(runs[timed[$0 - 1]].summary) }))
            }
            return SlowCases(
                entries: entries, runs: runs.count, since: runs.last.map { RunPoint($0.summary) })
        }
    }

    /// Durations of the results that passed or failed for taking too long, latest first.
    private static func durations(of number: Int, in runs: [Int], _ matrix: ResultMatrix) -> [Microseconds] {
        var durations: [Microseconds] = []
        durations.reserveCapacity(runs.count)
        for run in runs where matrix.cell(run, number).isTimed { durations.append(matrix.duration(run, number)) }
        return durations
    }
}
