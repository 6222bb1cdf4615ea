import BatonRecords
import BatonValues

/// The run in Markdown, as `$GITHUB_STEP_SUMMARY` and merge requests show it: the verdict, what changed, each failure.
struct SummaryText {
    /// GitHub refuses more than 1 MiB for a step.
    static let limit = 900_000
    /// How reports of an earlier run are known.
    static let mark = "<!-- baton summary -->"
    private static let mostRows = 200
    private static let mostDetails = 50

    private let records: RunRecords
    private let run: RunStarted
    private let context: RunContext
    private let finding: PastRuns.Finding
    private let entries: [FailureGroup.Entry]

    init(_ records: RunRecords, _ run: RunStarted, _ context: RunContext, _ finding: PastRuns.Finding) {
        self.records = records
        self.run = run
        self.context = context
        self.finding = finding
        entries = records.kept.values.filter { $0.outcome == .failed || $0.outcome == .error }
            .sorted { $0.identity.index < $1.identity.index }.flatMap(FailureGroup.entries)
    }

    var text: String {
        var text = "\(Self.mark)\n## \(verdict) \(Markdown.text(run.titleOfProject))\n\n\(counts)\n\n"
        for note in run.notes.prefix(20) { text += "\(Markdown.text(note.text))\n\n" }
        for entry in RunStarted.LeftOut.shown(run.leftOut) { text += "Left out: \(Markdown.text(entry))\n\n" }
        if !facts.isEmpty { text += facts.joined(separator: " · ") + "\n\n" }
        for warning in records.warnings.prefix(20) { text += "> **Warning:** \(Markdown.text(warning))\n\n" }
        text += changes
        guard !entries.isEmpty else { return text }
        text += "### Failures\n\n| | workflow | step | what | where |\n| --- | --- | --- | --- | --- |\n"
        for entry in entries.prefix(Self.mostRows) { text += row(entry) }
        if entries.count > Self.mostRows { text += "\nand \(entries.count - Self.mostRows) more\n" }
        text += "\n"
        for entry in entries.prefix(Self.mostDetails) {
            let details = details(entry)
            if text.utf8.count + details.utf8.count > Self.limit {
                return text + "The other failures have no room here; the HTML report has them all.\n"
            }
            text += details
        }
        return text
    }

    private var verdict: String {
        switch records.finished?.state {
        case .passed where run.isDryRun: "– Dry run of"
        case .passed: "✓ Passed:"
        case .failed: "✗ Failed:"
        case .error where records.finished?.ownFailure == .provedNothing: "! Proved nothing:"
        case .error where records.finished?.ownFailure == .notWritten: "! Not written:"
        case .error: "! Could not run to its end:"
        case .interrupted: "! Interrupted:"
        case nil: "! Has not ended:"
        }
    }

    private var counts: String {
        guard let finished = records.finished else { return "" }
        return "**"
            + Markdown.text(
                ConsoleSummary.text(
                    finished, isDryRun: run.isDryRun, isStub: run.isStub, leftOut: run.leftOut.count,
                    style: ConsoleStyle(isColoured: false))) + "**"
    }

    private var facts: [String] {
        var facts: [String] = []
        if let environment = run.environment { facts.append("environment \(Markdown.code(environment))") }
        if let branch = context.branch { facts.append("branch \(Markdown.code(branch))") }
        if let commit = context.commit { facts.append("commit \(Markdown.code(String(commit.prefix(12))))") }
        return facts
    }

    private var changes: String {
        if records.isOutage { return "This is \(RunChanges.outage).\n\n" }
        guard case .known(let past) = finding else { return "" }
        var text = ""
        for past in [past] + past.onDefaultBranch {
            guard let last = past.runs.first else { continue }
            let changes = RunChanges(records, past, failingFlaky: [])
            let run = past.branch.map { "\(Markdown.code($0)), run" } ?? "the run"
            let commit = last.shortCommit.map { ", commit \(Markdown.code($0))" } ?? ""
            text += "Compared with \(run) of \(TimeText.minute(last.started))\(commit): "
            text += "\(changes.sentence(records, past)).\n\n"
        }
        return text
    }

    private func row(_ entry: FailureGroup.Entry) -> String {
        let place = entry.first.place
        let cells = [
            sign(entry), Markdown.text(entry.record.identity.title), Markdown.text(entry.step?.name ?? ""),
            Markdown.text(FailureText.message(entry.failures)), Markdown.code("\(place.file):\(place.line)"),
        ]
        return "| \(cells.joined(separator: " | ")) |\n"
    }

    private func sign(_ entry: FailureGroup.Entry) -> String {
        if entry.record.isQuarantined { return "quarantined" }
        if entry.record.isBlocked { return "! blocked" }
        let mark = entry.record.outcome == .error ? "!" : "✗"
        guard case .known(let past) = finding, !past.runs.isEmpty, entry.standsForCase else { return mark }
        let index = entry.record.identity.index
        if !past.failedBefore.contains(index) { return "\(mark) new" }
        if past.changed.contains(index) { return "\(mark) changed" }
        guard let run = past.since(index, records.signature(of: index))?.run else { return "\(mark) known" }
        let build = run.build.map { "build \(Markdown.code("#\(CutText.head($0, 40))"))" }
        let since = [run.shortCommit.map(Markdown.code), build].compactMap(\.self).joined(separator: ", ")
        return "\(mark) known" + (since.isEmpty ? "" : " since \(since)")
    }

    private func details(_ entry: FailureGroup.Entry) -> String {
        let place = entry.first.place
        let title = [entry.record.identity.title, entry.step?.name].compactMap(\.self).joined(separator: " › ")
        let body = FailureText.body(entry.failures, in: entry.step, of: entry.record.identity)
        return """
            <details><summary>\(Markdown.text(title)), \(Markdown.text("\(place.file):\(place.line)"))</summary>

            \(Markdown.block(CutText.headAndTail(body, 16_000)))

            </details>


            """
    }
}

/// Text from outside in a Markdown document (GitHub Flavored Markdown 0.29): nothing in it is markup.
enum Markdown {
    /// Text in a line, a cell of a table, or an element of HTML.
    static func text(_ text: String) -> String {
        var result = ""
        let scalars = Array(FailureText.line(text).unicodeScalars)
        for (index, scalar) in scalars.enumerated() {
            switch scalar {
            case "\\", "`", "*", "_", "[", "]", "<", ">", "|", "&", "~", "@", "#", "$": result += "&#\(scalar.value);"
            // `http://` would become a link.
            case ":" where scalars[index...].dropFirst().first == "/": result += "&#58;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Text in the type of code, in a line or in a cell of a table.
    static func code(_ text: String) -> String { "<code>\(Self.text(text))</code>" }

    /// A block of code that no line of the text can end.
    static func block(_ text: String) -> String {
        var longest = 2
        var count = 0
        for byte in text.utf8 {
            count = byte == UInt8(ascii: "`") ? count + 1 : 0
            longest = max(longest, count)
        }
        let fence = String(repeating: "`", count: longest + 1)
        return "\(fence)text\n\(text)\n\(fence)"
    }
}

extension ReportFormat {
    package static let summary = ReportFormat(
        "summary", "Writes verdict, changes and failures as Markdown here.", title: "the summary",
        fileName: "summary.md", mark: SummaryText.mark, report: EndReport.summary)
}

extension EndReport {
    /// Markdown for people: the verdict, what changed, and the failures.
    package static func summary(_ dependencies: ReportDependencies) -> EndReport {
        EndReport(dependencies) { records, run in
            let context = dependencies.context()
            let past = dependencies.past(records.question(run, context))
            return Array(SummaryText(records, run, context, past).text.utf8)
        }
    }
}
