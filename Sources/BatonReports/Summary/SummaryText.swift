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
    private let list: CauseList
    /// What failed, with the cause that it belongs to.
    private let entries: [(cause: Cause, entry: FailureEntry)]

    init(_ records: RunRecords, _ run: RunStarted, _ context: RunContext, _ finding: PastRuns.Finding) {
        self.records = records
        self.run = run
        self.context = context
        list = CauseList(records, run, context, finding)
        entries = list.causes.filter { $0.state != .flaky }.flatMap { cause in cause.entries.map { (cause, $0) } }
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
        for (cause, entry) in entries.prefix(Self.mostRows) { text += row(entry, cause) }
        if entries.count > Self.mostRows { text += "\nand \(entries.count - Self.mostRows) more\n" }
        text += "\n"
        for (_, entry) in entries.prefix(Self.mostDetails) {
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
        if records.isOutage, let note = list.note { return "This is \(note).\n\n" }
        var text = ""
        for comparison in list.comparisons {
            let past = comparison.past
            guard let last = past.runs.first else { continue }
            let run = past.branch.map { "\(Markdown.code($0)), run" } ?? "the run"
            let commit = last.shortCommit.map { ", commit \(Markdown.code($0))" } ?? ""
            text += "Compared with \(run) of \(TimeText.minute(last.started))\(commit): "
            text += "\(comparison.sentence).\n\n"
        }
        return text
    }

    private func row(_ entry: FailureEntry, _ cause: Cause) -> String {
        let place = entry.first.place
        let cells = [
            sign(entry, cause), Markdown.text(entry.record.identity.title), Markdown.text(entry.step?.name ?? ""),
            Markdown.text(FailureText.message(entry.failures)), Markdown.code("\(place.file):\(place.line)"),
        ]
        return "| \(cells.joined(separator: " | ")) |\n"
    }

    private func sign(_ entry: FailureEntry, _ cause: Cause) -> String {
        if cause.isQuarantined { return "quarantined" }
        let mark = entry.record.outcome == .error ? "!" : "✗"
        guard !list.comparisons.isEmpty else { return mark }
        let since = cause.state == .known ? cause.since.map { " since \(Markdown.text($0.text))" } ?? "" : ""
        return "\(mark) \(cause.state.word)\(since)"
    }

    private func details(_ entry: FailureEntry) -> String {
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
