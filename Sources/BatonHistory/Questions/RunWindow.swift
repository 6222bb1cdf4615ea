import BatonRecords

/// The latest runs of a scope that say something about their cases, latest first.
///
/// Left out are runs that go on, that were interrupted, that sent nothing (dry runs, stubs), and outages.
struct RunWindow: Sendable {
    struct Run: Sendable {
        /// The row number; later runs have higher ones, even if a clock goes back.
        var number: Int64
        var summary: RunSummary
        /// Nil for a run that belongs to no branch.
        var line: RunLine?
        /// Equal for runs of the same commit, environment and version under test; nil where the commit is not known, or
        /// files had changed since.
        var state: Int?
    }

    /// Number of runs that a question reads where no start is given, and where one is.
    static let usual = 60
    static let most = 1000

    private(set) var runs: [Run] = []

    init(_ reader: HistoryReader, _ scope: HistoryScope, limit: Int? = nil) throws(SQLiteError) {
        let conditions = ["state IN ('passed', 'failed', 'error')", "dry_run = 0"] + scope.conditions
        let most = limit ?? (scope.since == nil ? Self.usual : Self.most)
        var states: [[String?]: Int] = [:]
        let found = try reader.numberedRuns("WHERE \(conditions.joined(separator: " AND ")) ORDER BY id DESC LIMIT ?") {
            scope.bind(to: $0)
            $0.bind(most)
        }
        let lines = RunLine.lines(of: found.map(\.run))
        for ((number, run), line) in zip(found, lines) {
            let state =
                run.commit == nil || run.isDirty
                ? nil : Self.place(of: [run.commit, run.environment, run.testedVersion], in: &states)
            runs.append(Run(number: number, summary: run, line: line, state: state))
        }
    }

    /// The first run after a run, on the same branch and in the same environment, that ran everything; nil where there
    /// is none. A case whose last result is that of the earlier run is gone since the later one.
    func wholeRun(after place: Int) -> Run? {
        let line = runs[place].line
        return runs[..<place].last { $0.summary.ranEverything && $0.line == line }
    }

    private static func place(of key: [String?], in places: inout [[String?]: Int]) -> Int {
        if let place = places[key] { return place }
        places[key] = places.count
        return places.count - 1
    }
}

extension HistoryReader {
    /// The name of a case; an empty one where the case is missing.
    func caseName(_ number: Int64) throws(SQLiteError) -> CaseName {
        let statement = try connection.statement("SELECT path, name, row_name, variant FROM workflow_case WHERE id = ?")
        defer { statement.reset() }
        statement.bind(number)
        guard try statement.step() else { return CaseName(path: "", name: "", row: nil, variant: nil) }
        return CaseName(
            path: statement.text(0), name: statement.text(1), row: statement.optionalText(2),
            variant: statement.optionalText(3))
    }
}
