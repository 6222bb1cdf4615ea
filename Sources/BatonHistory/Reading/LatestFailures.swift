package import BatonRecords
import BatonValues

/// The cases that have not passed since they failed, over all runs.
package struct LatestFailures: Sendable {
    package typealias Case = CaseReference

    package struct Kin: Sendable, Hashable {
        package var path: String
        package var isVariant: Bool

        package static func == (left: Kin, right: Kin) -> Bool {
            left.isVariant == right.isVariant && TextKey(left.path) == TextKey(right.path)
        }

        package func hash(into hasher: inout Hasher) {
            hasher.combine(TextKey(path))
            hasher.combine(isVariant)
        }
    }

    /// A run that was killed before all of its cases had a result.
    package struct Torn: Sendable {
        package var run: RunSummary
        /// Cases with a result in it or in a later run.
        package var reached: Set<Case>
        /// Whether each of its cases must have a result by now, also those that ran for others.
        package var isSettled: Bool
    }

    /// The latest run of the environment against the base URL.
    package var run: RunSummary
    /// For each failed case the row number of the latest run in which it failed; clocks may go back, row numbers do
    /// not.
    package var failed: [Case: Int64]
    /// For files with a failed case: the latest run in which any case of the group passed.
    package var passed: [Kin: Int64]
    /// The row number of the latest run in which every case of the project ran; 0 without one.
    package var whole: Int64
    /// The latest killed run, unless every case had a result in a later one.
    package var torn: Torn?
    /// Cases with any result.
    package var ran: Set<Case>
}

extension CaseReference {
    /// The group of cases to which this one belongs: all rows of the file, or all variants of it.
    package var kin: LatestFailures.Kin { LatestFailures.Kin(path: path, isVariant: variant != nil) }
}

extension HistoryReader {
    /// Nil where no run was recorded in this environment against this base URL. Runs in progress and skipped cases are
    /// ignored.
    ///
    /// - Parameters:
    ///   - environment: nil for runs without an environment.
    ///   - baseURL: as recorded, masked; nil for runs without a base URL.
    ///   - isStub: whether to read the runs with responses from samples, and no others.
    ///   - exists: whether a file with this path exists.
    package func latestFailures(
        environment: String?, baseURL: String?, isStub: Bool = false, exists: (String) -> Bool = { _ in true }
    ) throws(HistoryError) -> LatestFailures? {
        try wrapped { () throws(SQLiteError) -> LatestFailures? in
            func bind(_ statement: Statement) {
                statement.bind(isStub ? 2 : 0)
                statement.bind(environment)
                statement.bind(baseURL)
            }
            let counted = "state != 'running' AND dry_run = ?1 AND environment IS ?2 AND base_url IS ?3"
            guard let run = try runs("WHERE \(counted) ORDER BY id DESC LIMIT 1", bind).first else {
                return nil
            }
            let ran = try self.latest("outcome != 3 AND \(counted)", bind).keys
            let whole = try latestWhole(counted, bind)
            var latest = LatestFailures(
                run: run, failed: [:], passed: [:], whole: whole, torn: try torn(counted, after: whole, bind),
                ran: Set(ran))
            // A workflow is identified by its path, because its name may have changed.
            let failed = try self.latest("outcome IN (1, 2) AND \(counted)", bind)
            guard let first = failed.values.min() else { return latest }
            let passed = try self.latest("outcome = 0 AND \(counted) AND run.id > ?4") {
                bind($0)
                $0.bind(first)
            }
            latest.failed = failed.filter { entry, number in
                if let passed = passed[entry], passed > number { return false }
                // A file that is gone, and was gone when everything ran, was deleted and not only renamed.
                return number >= whole || exists(entry.path)
            }
            let files = Set(latest.failed.keys.map(\.kin))
            for (entry, number) in passed where files.contains(entry.kin) {
                latest.passed[entry.kin] = max(latest.passed[entry.kin] ?? number, number)
            }
            return latest
        }
    }

    /// In how many cases a run ended with a result.
    private static let ended = "passed + failed + errors + blocked + skipped + quarantined"
    /// A run that came to all of its cases: one that failed may have skipped the rest, as `--fail-fast` does.
    private static let isComplete =
        "(state = 'passed' OR state IN ('failed', 'error') AND skipped = 0) AND \(ended) >= planned"

    /// The row number of the latest run that meets the condition and came to every case of the project; 0 without one.
    private func latestWhole(_ condition: String, _ bind: (Statement) -> Void) throws(SQLiteError) -> Int64 {
        let statement = try connection.statement(
            "SELECT MAX(id) FROM run WHERE \(condition) AND whole = 1 AND \(Self.isComplete)")
        defer { statement.reset() }
        bind(statement)
        return try statement.step() ? statement.integer(0) : 0
    }

    /// For each case that meets the condition: the latest run with such a result.
    private func latest(
        _ condition: String, _ bind: (Statement) -> Void
    ) throws(SQLiteError) -> [LatestFailures.Case: Int64] {
        let statement = try connection.statement(
            """
            SELECT path, row_name, variant, MAX(run.id) FROM result JOIN run ON run.id = result.run
                JOIN workflow_case ON workflow_case.id = case_id
            WHERE \(condition) GROUP BY path, row_name, variant
            """)
        defer { statement.reset() }
        bind(statement)
        var latest: [LatestFailures.Case: Int64] = [:]
        while try statement.step() {
            let entry = LatestFailures.Case(
                path: statement.text(0), row: statement.optionalText(1), variant: statement.optionalText(2))
            latest[entry] = statement.integer(3)
        }
        return latest
    }

    private func torn(
        _ condition: String, after whole: Int64, _ bind: (Statement) -> Void
    ) throws(SQLiteError) -> LatestFailures.Torn? {
        func bindAll(_ statement: Statement) {
            bind(statement)
            statement.bind(whole)
        }
        let isTorn = "\(condition) AND run.id > ?4 AND \(Self.ended) < planned"
        guard let run = try runs("WHERE \(isTorn) ORDER BY id DESC LIMIT 1", bindAll).first else { return nil }
        let since = "\(condition) AND run.id >= (SELECT MAX(id) FROM run WHERE \(isTorn))"
        let reached = Set(try latest(since, bindAll).keys)
        let later = try connection.statement(
            "SELECT COUNT(*) FROM run WHERE \(since) AND \(Self.isComplete) AND planned >= ?5")
        defer { later.reset() }
        bindAll(later)
        later.bind(Int64(run.planned))
        let isRepeated = try later.step() && later.integer(0) > 0
        return LatestFailures.Torn(
            run: run, reached: reached, isSettled: isRepeated || run.isWhole && reached.count >= run.planned)
    }
}
