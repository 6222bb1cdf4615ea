package import BatonJSON
package import BatonRecords
import BatonValues

/// The answer to `baton history case NAME`: the results of one case over time.
package struct CaseStory: Sendable {
    package struct Result: Sendable {
        package var point: RunPoint
        /// Nil for a run that belongs to no branch.
        package var line: RunLine?
        package var outcome: Outcome
        package var isFlaky: Bool
        package var isQuarantined: Bool
        package var duration: Microseconds
        /// The message of the first failure; of a flaky result what failed before it passed.
        package var message: String?

        /// `passed`, `flaky`, `failed`, `error`, `quarantined` or `skipped`.
        package var word: String { isFlaky ? "flaky" : isQuarantined ? "quarantined" : outcome.rawValue }
        package var isBad: Bool { outcome == .failed || outcome == .error }
    }

    package var name: CaseName
    /// Latest first.
    package var results: [Result]
    /// Number of runs that were read.
    package var runs: Int
    /// Number of results that are listed; all of them say since when the case fails.
    package var listed: Int

    /// Since when the case fails, for each branch and environment where its latest result is bad; the latest first.
    package var failing: [Streak]
    /// The same where the case is no longer there, so that no later result can mend it.
    package let gone: [Streak]

    /// - Parameter window: the runs that were read.
    init(name: CaseName, results: [Result], in window: RunWindow, listed: Int = .max) {
        self.name = name
        self.results = results
        self.listed = listed
        runs = window.runs.count
        let streaks = Streak.all(in: results, of: window)
        failing = streaks.filter { $0.goneSince == nil }
        gone = streaks.filter { $0.goneSince != nil }
    }

    package var json: JSONValue {
        var object = EventObject()
        object.set("v", 1)
        object.set("question", "case")
        object.set("runs", runs)
        name.set(in: &object)
        if !failing.isEmpty { object.set("failing", .array(failing.map(\.json)) as JSONValue?) }
        if !gone.isEmpty { object.set("gone", .array(gone.map(\.json)) as JSONValue?) }
        object.set(
            "results",
            .array(
                results.prefix(listed).map { result in
                    var object = EventObject()
                    object.set("outcome", result.word)
                    object.set("duration_us", result.duration)
                    object.set("message", result.message)
                    object.set("at", result.point.json)
                    return object.json
                }) as JSONValue?)
        return object.json
    }
}

extension HistoryReader {
    /// The results of the case that a text names: its path, the end of the path behind a `/`, its name, or a part of
    /// these; the path also with the marks of a row (`orders.yaml [row=ada]`). Where it names several, those count that
    /// the latest run of everything had: a file that could not be loaded was a case without a row.
    ///
    /// Throws `noSuchCase` where no case or more than one is meant.
    package func caseStory(_ text: String, _ scope: HistoryScope, limit: Int) throws(HistoryError) -> CaseStory {
        let window = try wrapped { () throws(SQLiteError) -> RunWindow in try RunWindow(self, scope) }
        let (number, name) = try find(case: text.hasPrefix("./") ? String(text.dropFirst(2)) : text, in: window)
        return try wrapped { () throws(SQLiteError) -> CaseStory in
            var results: [CaseStory.Result] = []
            var position: Int64 = 0
            for run in window.runs {
                guard let found = try result(of: number, in: run, near: &position) else { continue }
                results.append(found)
            }
            var story = CaseStory(name: name, results: results, in: window, listed: limit)
            for place in story.failing.indices {
                try noteSameFailure(&story.failing[place], of: number, in: window)
            }
            return story
        }
    }

    /// The worst result of the case in a run.
    ///
    /// Looks at the position of the case in the run before, which is nearly always the same, and at those beside it,
    /// where repetitions stand, before it searches the whole run.
    private func result(
        of number: Int64, in run: RunWindow.Run, near position: inout Int64
    ) throws(SQLiteError) -> CaseStory.Result? {
        var found: [(position: Int64, cell: ResultMatrix.Cell, result: CaseStory.Result)] = []
        for condition in [Self.alone, "? >= 0"] {
            let statement = try connection.statement(
                """
                SELECT position, outcome, mark, duration FROM result
                WHERE run = ? AND case_id = ? AND \(condition) AND \(ResultMark.isResult)
                """)
            defer { statement.reset() }
            statement.bind(run.number)
            statement.bind(number)
            statement.bind(position)
            while try statement.step() {
                let result = CaseStory.Result(
                    point: RunPoint(run.summary), line: run.line, outcome: Outcome(number: statement.integer(1)),
                    isFlaky: statement.integer(2) == 1, isQuarantined: statement.integer(2) == 2,
                    duration: statement.integer(3), message: nil)
                found.append(
                    (statement.integer(0), ResultMatrix.Cell(statement.integer(1), statement.integer(2)), result))
            }
            if found.count == 1 { break }
            if condition == Self.alone { found = [] }
        }
        guard let worst = found.max(by: { $0.cell.rawValue < $1.cell.rawValue }) else { return nil }
        position = found[0].position
        var result = worst.result
        if result.isBad || result.isFlaky { result.message = try failure(of: number, in: run.number).message }
        let bad = found.count { $0.result.isBad }
        if found.count > 1, bad > 0 {
            result.message = "\(bad) of \(found.count) failed" + (result.message.map { ": \($0)" } ?? "")
        }
        return result
    }

    /// The case at the position, which ran for itself: no repetition, and no part of others that several machines ran.
    private static let alone = """
        position BETWEEN ?3 - 1 AND ?3 + 1 AND NOT EXISTS (SELECT 1 FROM result_note WHERE result_note.run = result.run
            AND result_note.position = result.position AND (role IS NOT NULL OR repetition IS NOT NULL))
        """

    /// Most cases that a message lists.
    private static let mostListed = 5

    /// The cases of the latest run that ran everything; nil where there is no such run.
    private func latestCases(in window: RunWindow) throws(SQLiteError) -> Set<Int64>? {
        guard let run = window.runs.first(where: { $0.summary.ranEverything }) else { return nil }
        let statement = try connection.statement("SELECT case_id FROM result WHERE run = ?")
        defer { statement.reset() }
        statement.bind(run.number)
        var cases: Set<Int64> = []
        while try statement.step() { cases.insert(statement.integer(0)) }
        return cases
    }

    private func find(case text: String, in window: RunWindow) throws(HistoryError) -> (Int64, CaseName) {
        let latest = try wrapped { () throws(SQLiteError) -> Set<Int64>? in try latestCases(in: window) } ?? []
        var exact: [(Int64, CaseName)] = []
        var part: [(Int64, CaseName)] = []
        var near: [(Int64, CaseName)] = []
        var all: [CaseName] = []
        try wrapped { () throws(SQLiteError) -> Void in
            let statement = try connection.statement("SELECT id, path, name, row_name, variant FROM workflow_case")
            defer { statement.reset() }
            while try statement.step() {
                let name = CaseName(
                    path: statement.text(1), name: statement.text(2), row: statement.optionalText(3),
                    variant: statement.optionalText(4))
                all.append(name)
                let entry = (statement.integer(0), name)
                if [name.label, name.title, name.path, name.name].contains(text) { exact.append(entry) }
                if name.ends(with: text) { part.append(entry) }
                if name.label.lowercased().contains(text.lowercased())
                    || name.name.lowercased().contains(text.lowercased())
                {
                    near.append(entry)
                }
            }
        }
        let labelled = exact.filter { [$0.1.label, $0.1.title].contains(text) }
        func there(_ cases: [(Int64, CaseName)]) -> [(Int64, CaseName)] { cases.filter { latest.contains($0.0) } }
        for found in [
            there(labelled), there(exact), labelled, exact, there(part), part, there(near), near,
        ] {
            if found.count == 1, let only = found.first { return only }
            // A file whose workflow got another name: the case that was recorded last.
            if Set(found.map(\.1.label)).count == 1, let last = found.max(by: { $0.0 < $1.0 }) { return last }
            if found.count > 1 { throw Self.several(text, found.map(\.1.label).sorted()) }
        }
        if let masked = all.lazy.compactMap({ $0.masked(text) }).first {
            throw HistoryError(
                .noSuchCase, "no case in the history is named `\(text)`",
                help: "the history holds `***` in place of secrets: write `\(Self.command(masked))`")
        }
        let similar = Spelling.nearest(to: text, in: all.flatMap { [$0.label, $0.path, $0.name] + $0.fileNames })
        throw HistoryError(
            .noSuchCase, "no case in the history is named `\(text)`",
            help: similar.map { "did you mean `\(Self.command($0))`?" })
    }

    private static func several(_ text: String, _ labels: [String]) -> HistoryError {
        let shown = labels.prefix(mostListed).map { "`\($0)`" }.joined(separator: ", ")
        let rest = labels.count - mostListed
        return HistoryError(
            .noSuchCase, "`\(text)` names several cases: \(shown)" + (rest > 0 ? " and \(rest) more" : ""),
            help: "write which one, as in `\(command(labels[0]))`")
    }

    /// The command for a case, as a shell takes it.
    private static func command(_ label: String) -> String { "baton history case \(ShellWord.quote(label))" }
}

extension CaseName {
    /// The name, title, path or label that a text may be where `***` stands in place of a secret; nil where there is none.
    func masked(_ text: String) -> String? {
        [name, title, path, label].first { known in
            let parts = known.split(separator: "***", omittingEmptySubsequences: false)
            guard parts.count > 1, let first = parts.first, let last = parts.last else { return false }
            return parts.contains { !$0.isEmpty } && text.hasPrefix(first) && text.hasSuffix(last)
                && parts.allSatisfy { $0.isEmpty || text.contains($0) }
        }
    }

    /// The end of the path behind the last `/`, with and without its ending.
    fileprivate var fileNames: [String] {
        let file = path.split(separator: "/").last.map { String($0) } ?? path
        return [file] + [".yaml", ".yml"].filter(file.hasSuffix).map { String(file.dropLast($0.count)) }
    }

    /// Whether the path, with or without its ending, ends with the text behind a `/`.
    fileprivate func ends(with text: String) -> Bool {
        label.hasSuffix("/" + text) || ["", ".yaml", ".yml"].contains { path.hasSuffix("/" + text + $0) }
    }
}
