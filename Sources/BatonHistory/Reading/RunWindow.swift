package import BatonRecords

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

/// The runs that a question is asked of.
package struct HistoryScope: Sendable, Equatable {
    /// Nil for all branches.
    package var branch: String?
    /// Nil for all environments.
    package var environment: String?
    /// The earliest start of a run; nil for the latest runs, as many as a question reads.
    package var since: Microseconds?

    package init(branch: String? = nil, environment: String? = nil, since: Microseconds? = nil) {
        self.branch = branch
        self.environment = environment
        self.since = since
    }

    /// Conditions for the columns of `run`, each with a question mark for its value.
    var conditions: [String] {
        [
            branch.map { _ in "branch = ?" }, environment.map { _ in "environment = ?" },
            since.map { _ in "started >= ?" },
        ]
        .compactMap(\.self)
    }

    /// Binds the values of the conditions, in their order.
    func bind(to statement: Statement) {
        if let branch { statement.bind(branch) }
        if let environment { statement.bind(environment) }
        if let since { statement.bind(since) }
    }
}

/// Runs whose results follow one another: those of one branch in one environment.
package struct RunLine: Sendable, Hashable {
    /// Nil for runs outside git, and on a detached head.
    package var branch: String?
    package var environment: String?

    private struct Place: Hashable {
        var host: String
        var environment: String?
    }

    /// The lines of runs, which come latest first.
    ///
    /// A run without a branch and a commit (outside git, or before the first commit) belongs to the branch of the next
    /// later run on its host, in its environment. One of a commit without a branch (a detached head) has no line if
    /// such a run followed: nothing goes on there. Without such a run, either is in the line without a branch.
    static func lines(of runs: [RunSummary]) -> [RunLine?] {
        var branches: [Place: String] = [:]
        return runs.map { run in
            let place = Place(host: run.host, environment: run.environment)
            if let branch = run.branch { branches[place] = branch }
            if run.commit != nil, run.branch == nil, branches[place] != nil { return nil }
            return RunLine(branch: run.branch ?? branches[place], environment: run.environment)
        }
    }
}
