package import BatonJSON
package import BatonRunner
import BatonText

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
        /// The message of the first failure.
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

    init(name: CaseName, results: [Result], runs: Int, listed: Int = .max) {
        self.name = name
        self.results = results
        self.runs = runs
        self.listed = listed
        failing = Streak.all(in: results)
    }

    package var json: JSONValue {
        var object = EventObject()
        object.set("v", 1)
        object.set("question", "case")
        object.set("runs", runs)
        name.set(in: &object)
        if !failing.isEmpty { object.set("failing", .array(failing.map(\.json)) as JSONValue?) }
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
    /// these; the path also with the marks of a row (`orders.yaml [row=ada]`).
    ///
    /// Throws `noSuchCase` where no case or more than one is meant.
    package func caseStory(_ text: String, _ scope: HistoryScope, limit: Int) throws(HistoryError) -> CaseStory {
        let (number, name) = try find(case: text.hasPrefix("./") ? String(text.dropFirst(2)) : text)
        return try wrapped { () throws(SQLiteError) -> CaseStory in
            let window = try RunWindow(self, scope)
            var results: [CaseStory.Result] = []
            var position: Int64 = 0
            for run in window.runs {
                guard let found = try result(of: number, in: run, near: &position) else { continue }
                results.append(found)
            }
            var story = CaseStory(name: name, results: results, runs: window.runs.count, listed: limit)
            for place in story.failing.indices {
                try noteSameFailure(&story.failing[place], of: number, in: window)
            }
            return story
        }
    }

    /// Looks at the position of the case in the run before, which is nearly always the same, before it searches the
    /// whole run.
    private func result(
        of number: Int64, in run: RunWindow.Run, near position: inout Int64
    ) throws(SQLiteError) -> CaseStory.Result? {
        for condition in ["position = ? AND case_id = ?", "? >= 0 AND case_id = ?"] {
            let statement = try connection.statement(
                "SELECT position, outcome, mark, duration FROM result WHERE run = ? AND \(condition)")
            defer { statement.reset() }
            statement.bind(run.number)
            statement.bind(position)
            statement.bind(number)
            guard try statement.step() else { continue }
            position = statement.integer(0)
            let outcome = Outcome(number: statement.integer(1))
            let isBad = outcome == .failed || outcome == .error
            return CaseStory.Result(
                point: RunPoint(run.summary), line: run.line, outcome: outcome, isFlaky: statement.integer(2) == 1,
                isQuarantined: statement.integer(2) == 2, duration: statement.integer(3),
                message: isBad ? try failure(of: number, in: run.number).message : nil)
        }
        return nil
    }

    /// Most cases that a message lists.
    private static let mostListed = 5

    private func find(case text: String) throws(HistoryError) -> (Int64, CaseName) {
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
        for found in [labelled, exact, part, near] {
            if found.count == 1, let only = found.first { return only }
            if found.count > 1 { throw Self.several(text, found.map(\.1.label).sorted()) }
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
    private static func command(_ label: String) -> String {
        let isWord = label.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "/._-".contains($0)) }
        return "baton history case " + (isWord ? label : "'\(label.replacing("'", with: "'\\''"))'")
    }
}

extension CaseName {
    /// The end of the path behind the last `/`, with and without its ending.
    fileprivate var fileNames: [String] {
        let file = path.split(separator: "/").last.map { String($0) } ?? path
        return [file] + [".yaml", ".yml"].filter(file.hasSuffix).map { String(file.dropLast($0.count)) }
    }

    /// Whether the path, with or without its ending, ends with the text behind a `/`.
    fileprivate func ends(with text: String) -> Bool {
        label.hasSuffix("/" + text) || path.hasSuffix("/" + text + ".yaml") || path.hasSuffix("/" + text + ".yml")
    }
}
