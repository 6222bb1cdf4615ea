package import BatonText

/// What has not passed since it failed, whichever runs these were.
package struct LatestFailures: Sendable {
    package struct Case: Sendable, Hashable {
        package var path: String
        package var row: String?
        /// What others gave to the inputs of one that they need; nil where they gave nothing.
        package var variant: String?

        package init(path: String, row: String?, variant: String? = nil) {
            self.path = path
            self.row = row
            self.variant = variant
        }

        package static func == (left: Case, right: Case) -> Bool { left.key == right.key }

        package func hash(into hasher: inout Hasher) { hasher.combine(key) }

        private var key: [TextKey?] { [TextKey(path), row.map { TextKey($0) }, variant.map { TextKey($0) }] }

        /// All rows of the file, or all that others gave values to.
        package var kin: Kin { Kin(path: path, isVariant: variant != nil) }
    }

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

    /// The latest run that was asked about.
    package var run: RunSummary
    /// With the run in which each failed last, counted as they were recorded: clocks go back, this count does not.
    package var failed: [Case: Int64]
    /// The run in which a case of a file passed last, of those files in which one failed.
    package var passed: [Kin: Int64]
    /// The paths that have a result in the latest run, where that was killed before all of its cases had one.
    package var torn: Set<TextKey>?
    /// The paths that have any result, where a file that failed is not there any more: it may be called otherwise now.
    package var ran: Set<TextKey>?
}

extension HistoryReader {
    /// Nil where nothing was recorded in this environment. Runs that go on now are left out, and so are cases that were
    /// skipped: they say nothing.
    ///
    /// - Parameters:
    ///   - environment: nil are runs without one.
    ///   - isStub: asks for runs that were answered from samples, which are else left out.
    ///   - exists: whether there is a file of a path.
    package func latestFailures(
        environment: String?, isStub: Bool = false, exists: (String) -> Bool = { _ in true }
    ) throws(HistoryError) -> LatestFailures? {
        try wrapped { () throws(SQLiteError) -> LatestFailures? in
            func bind(_ statement: Statement) {
                statement.bind(isStub ? 2 : 0)
                statement.bind(environment)
            }
            let counted = "state != 'running' AND dry_run = ?1 AND environment IS ?2"
            guard let run = try runs("WHERE \(counted) ORDER BY id DESC LIMIT 1", bind).first else {
                return nil
            }
            var latest = LatestFailures(run: run, failed: [:], passed: [:], torn: try torn(run))
            // A workflow is found by its path: it may have been renamed.
            let failed = try self.latest("outcome IN ('failed', 'error') AND \(counted)", bind)
            guard let first = failed.values.min() else { return latest }
            let passed = try self.latest("outcome = 'passed' AND \(counted) AND run.id > ?3") {
                bind($0)
                $0.bind(first)
            }
            latest.failed = failed.filter { entry, number in passed[entry].map { $0 <= number } ?? true }
            let files = Set(latest.failed.keys.map(\.kin))
            for (entry, number) in passed where files.contains(entry.kin) {
                latest.passed[entry.kin] = max(latest.passed[entry.kin] ?? number, number)
            }
            if !latest.failed.keys.allSatisfy({ exists($0.path) }) {
                latest.ran = Set(
                    try self.latest("outcome != 'skipped' AND \(counted)", bind).keys.map { TextKey($0.path) })
            }
            return latest
        }
    }

    /// The runs in which the cases that meet a condition had their latest result of that kind.
    private func latest(
        _ condition: String, _ bind: (Statement) -> Void
    ) throws(SQLiteError) -> [LatestFailures.Case: Int64] {
        let statement = try connection.statement(
            """
            SELECT path, row_name, variant, MAX(run.id) FROM case_result JOIN run ON run.id = case_result.run
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

    private func torn(_ run: RunSummary) throws(SQLiteError) -> Set<TextKey>? {
        let statement = try connection.statement(
            """
            SELECT path FROM case_result JOIN workflow_case ON workflow_case.id = case_id
            WHERE run = (SELECT id FROM run WHERE uuid = ?)
            """)
        defer { statement.reset() }
        statement.bind(run.id)
        var paths: Set<TextKey> = []
        var count = 0
        while try statement.step() {
            paths.insert(TextKey(statement.text(0)))
            count += 1
        }
        return count < run.planned ? paths : nil
    }
}
