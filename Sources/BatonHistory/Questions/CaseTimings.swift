import BatonJSON
package import BatonRecords
import BatonValues

/// The answer to `baton history timings`: the typical duration of each case, by which a run is divided among machines.
package struct CaseTimings: Sendable {
    package struct Entry: Sendable {
        /// The file's path relative to the project folder.
        package var path: String
        package var row: String?
        /// The median of the latest passed results, rounded to two significant digits so that it seldom changes.
        package var duration: Microseconds
        /// Number of passed results that the median is of.
        package var count: Int

        package var label: String { row.map { "\(path) [row=\($0)]" } ?? path }

        fileprivate var json: JSONValue {
            var object = EventObject()
            object.set("path", path)
            object.set("row", row)
            object.set("duration_ms", .number(milliseconds) as JSONValue?)
            object.set("count", count)
            return object.json
        }

        /// Exact, without zeros at the end: `12`, `1.2`, `0.045`.
        private var milliseconds: JSONNumber {
            var fraction = String(String(1000 + duration % 1000).dropFirst())
            while fraction.last == "0" { fraction.removeLast() }
            let text = "\(duration / 1000)\(fraction.isEmpty ? "" : ".")\(fraction)"
            return JSONNumber(text: text) ?? JSONNumber(duration / 1000)
        }
    }

    /// In the order of their paths and rows, by bytes.
    package var entries: [Entry]
    package var runs: Int
    package var since: RunPoint?

    /// The version of the form: the value of `baton_timings`.
    package static let version = 1

    /// One case a line, so that a committed file changes in few lines.
    package var json: String {
        let lines = entries.map {
            String(decoding: HarmlessJSON.escaped(JSONWriter.compactBytes($0.json)), as: UTF8.self)
        }
        let list = lines.isEmpty ? "" : "\n\(lines.joined(separator: ",\n"))\n"
        return "{\"baton_timings\":\(Self.version),\"cases\":[\(list)]}\n"
    }

    /// Rounds to two significant digits: 12,345 is 12,000.
    static func rounded(_ duration: Microseconds) -> Microseconds {
        var unit: Microseconds = 1
        while max(duration, 0) / unit >= 100 { unit *= 10 }
        let lower = max(duration, 0) / unit * unit
        return max(duration, 0) - lower >= unit - unit / 2 ? lower + unit : lower
    }
}

extension HistoryReader {
    /// Number of latest passed results that a typical duration is the median of.
    private static let timedPasses = 10

    /// Typical durations of the cases that users selected; what ran only because others needed it is left out.
    package func caseTimings(_ scope: HistoryScope) throws(HistoryError) -> CaseTimings {
        try wrapped { () throws(SQLiteError) -> CaseTimings in
            let window = try RunWindow(self, scope)
            var timings = TimingTable(limit: Self.timedPasses)
            let passed = try connection.statement(
                "SELECT position, case_id, duration FROM result WHERE run = ? AND outcome = 0")
            for run in window.runs {
                let unselected = try unselected(in: run.number)
                passed.reset()
                passed.bind(run.number)
                while try passed.step() {
                    if !unselected.isEmpty, unselected.contains(passed.integer(0)) { continue }
                    let number = passed.integer(1)
                    if !timings.knows(number) { timings.name(number, try caseName(number)) }
                    timings.add(passed.integer(2), of: number)
                }
            }
            passed.reset()
            return CaseTimings(
                entries: timings.entries, runs: window.runs.count,
                since: window.runs.last.map { RunPoint($0.summary) })
        }
    }

    /// The positions of the cases of a run that were not selected.
    private func unselected(in run: Int64) throws(SQLiteError) -> Set<Int64> {
        let statement = try connection.statement("SELECT position FROM result_note WHERE run = ? AND role IS NOT NULL")
        defer { statement.reset() }
        statement.bind(run)
        var positions: Set<Int64> = []
        while try statement.step() { positions.insert(statement.integer(0)) }
        return positions
    }
}

/// Durations by path and row: a workflow that got another name is the same case.
private struct TimingTable {
    private struct Key: Hashable {
        var path: TextKey
        var row: TextKey?
    }

    private struct Times {
        var key: Key
        /// Latest first.
        var durations: [Microseconds] = []
    }

    private let limit: Int
    private var times: [Times] = []
    private var places: [Key: Int] = [:]
    /// Places in `times` by the number of a case in the history.
    private var numbers: [Int64: Int] = [:]

    init(limit: Int) { self.limit = limit }

    func knows(_ number: Int64) -> Bool { numbers[number] != nil }

    mutating func name(_ number: Int64, _ name: CaseName) {
        let key = Key(path: TextKey(name.path), row: name.row.map { TextKey($0) })
        let place = places[key] ?? times.count
        if place == times.count {
            places[key] = place
            times.append(Times(key: key))
        }
        numbers[number] = place
    }

    mutating func add(_ duration: Microseconds, of number: Int64) {
        guard let place = numbers[number], times[place].durations.count < limit else { return }
        times[place].durations.append(duration)
    }

    var entries: [CaseTimings.Entry] {
        times.compactMap { times in
            Medians.percentile(50, ofSorted: times.durations.sorted()).map {
                CaseTimings.Entry(
                    path: times.key.path.text, row: times.key.row?.text, duration: CaseTimings.rounded($0),
                    count: times.durations.count)
            }
        }.sorted { left, right in
            if left.path.utf8.elementsEqual(right.path.utf8) {
                return (left.row ?? "").utf8.lexicographicallyPrecedes((right.row ?? "").utf8)
            }
            return left.path.utf8.lexicographicallyPrecedes(right.path.utf8)
        }
    }
}
