import BatonRecords
import BatonValues

/// The run in Markdown, as `$GITHUB_STEP_SUMMARY` and merge requests show it: the verdict, what changed, each cause.
struct SummaryText {
    /// GitHub refuses more than 1 MiB for a step.
    static let limit = 900_000
    /// How reports of an earlier run are known.
    static let mark = "<!-- baton summary -->"
    /// Number of causes in the table, each of which is told in full below it.
    private static let mostRows = 12
    /// Number of workflows that are named for one cause.
    private static let mostNamed = 3
    private static let longestDetails = 16_000

    private let records: RunRecords
    private let run: RunStarted
    private let context: RunContext
    private let list: CauseList
    private let links: FileLinks

    init(_ records: RunRecords, _ run: RunStarted, _ context: RunContext, _ finding: PastRuns.Finding) {
        self.records = records
        self.run = run
        self.context = context
        list = CauseList(records, run, context, finding)
        links = FileLinks(context)
    }

    var text: String {
        var text = "\(Self.mark)\n## \(verdict) \(Markdown.text(run.titleOfProject))\n\n\(counts)\n\n"
        for note in run.notes.prefix(20) { text += "\(Markdown.text(note.text))\n\n" }
        for entry in RunStarted.LeftOut.shown(run.leftOut) { text += "Left out: \(Markdown.text(entry))\n\n" }
        if !facts.isEmpty { text += facts.joined(separator: " · ") + "\n\n" }
        for warning in records.warnings.prefix(20) { text += "> **Warning:** \(Markdown.text(warning))\n\n" }
        text += changes
        let causes = list.causes
        guard !causes.isEmpty else { return text }
        text += "### Causes\n\n| | cause | workflows | since | owner |\n| --- | --- | --- | --- | --- |\n"
        for cause in causes.prefix(Self.mostRows) { text += row(cause) }
        let more = causes.count - Self.mostRows
        if more > 0 { text += "\nand \(Plural.count(more, "more cause")); the HTML report has them all\n" }
        text += "\n"
        for cause in causes.prefix(Self.mostRows) { text += details(cause) }
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
        if let commit = context.commit {
            let said = [context.subject, context.author].compactMap(\.self).map(Markdown.text).joined(separator: ", ")
            let link = Markdown.link(Markdown.code(String(commit.prefix(12))), context.commitURL)
            facts.append("commit \(link)" + (said.isEmpty ? "" : " \(said)"))
        }
        if let build = context.build {
            facts.append("build \(Markdown.link(Markdown.text("#\(CutText.head(build, 40))"), context.ciURL))")
        }
        return facts
    }

    private var changes: String {
        var text = list.headline.isEmpty ? "" : "**\(Markdown.text(list.headline))**\n\n"
        if records.isOutage, let note = list.note { text += "This is \(note).\n\n" }
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

    private func row(_ cause: Cause) -> String {
        let place = cause.place
        let file = Markdown.link(Markdown.code("\(place.file):\(place.line)"), links.url(of: place))
        let cells = [
            sign(cause), "\(Markdown.text(cause.title))<br>\(file)", workflows(cause), since(cause),
            cause.owners.map(Markdown.text).joined(separator: ", "),
        ]
        return "| \(cells.joined(separator: " | ")) |\n"
    }

    private func sign(_ cause: Cause) -> String {
        let mark =
            switch cause.state {
            case .flaky: CaseState.flaky.sign
            case .quarantined: CaseState.quarantined.sign
            case .interrupted: CaseState.error.sign
            case .new, .changed, .known: CaseState(cause.first.record.outcome).sign
            }
        guard let word = cause.word else { return "\(mark)" }
        if cause.state == .new { return "\(mark) **\(word)**" }
        let days = cause.state == .known ? cause.since.map { " \($0.days) d" } ?? "" : ""
        return "\(mark) \(word)\(days)"
    }

    private func workflows(_ cause: Cause) -> String {
        let indices = cause.cases.map(\.index) + cause.folded
        var names = indices.prefix(Self.mostNamed).map { Markdown.text(CutText.head(run.cases[$0].title, 100)) }
        if indices.count > Self.mostNamed { names.append("and \(indices.count - Self.mostNamed) more") }
        return (indices.count > 1 ? "\(indices.count): " : "") + names.joined(separator: ", ")
    }

    /// Where it began, and the page that compares with the last good commit.
    private func since(_ cause: Cause) -> String {
        guard let since = cause.since else { return "" }
        var parts: [String] = []
        if let commit = since.run.shortCommit {
            let said = [since.run.subject, since.run.author].compactMap(\.self).map(Markdown.text)
            parts.append(Markdown.link(Markdown.code(commit), since.run.commitURL))
            parts += said
        }
        if let build = since.run.build {
            parts.append("build \(Markdown.link(Markdown.text("#\(CutText.head(build, 40))"), since.run.buildURL))")
        }
        parts.append(TimeText.minute(since.run.started))
        if let url = cause.comparisonURL { parts.append(Markdown.link("compare", url)) }
        return (since.isAtLeast ? "at least " : "") + parts.joined(separator: ", ")
    }

    /// The first case of a cause in full, folded.
    private func details(_ cause: Cause) -> String {
        let entry = cause.first.standing
        let title = [entry.record.identity.title, entry.step?.name].compactMap(\.self).joined(separator: " › ")
        // Of a flaky step the last response is the good one.
        let step = entry.record.isFlaky ? nil : entry.step
        let body = EscapedCICommands.of(PlainFailureText.text(entry.first, step))
        return """
            <details><summary>\(Markdown.text(cause.title)) (\(Markdown.text(title)))</summary>

            \(Markdown.block(CutText.headAndTail(body, Self.longestDetails)))

            </details>


            """
    }
}

/// The pages of files at the commit of a run.
struct FileLinks {
    /// The page of a file's folder, without the path; nil where it is not known.
    private let base: String?
    private let anchor: String

    init(_ context: RunContext) {
        var (base, anchor): (String?, String) = (nil, "#L")
        if let commit = context.commit, let page = context.commitURL, let folder = context.folder, !context.isDirty,
            page.hasSuffix(commit)
        {
            let repository = page.dropLast(commit.utf8.count)
            if repository.hasSuffix("/commit/") {
                base = "\(repository.dropLast("commit/".utf8.count))blob/\(commit)/"
            } else if repository.hasSuffix("/commits/") {
                (base, anchor) = ("\(repository.dropLast("commits/".utf8.count))src/\(commit)/", "#lines-")
            }
            if !folder.isEmpty { base = base.map { "\($0)\(Self.escaped(folder))/" } }
        }
        (self.base, self.anchor) = (base, anchor)
    }

    /// Nil for a file outside of the project.
    func url(of place: Place) -> String? {
        if place.file.hasPrefix("/") || place.file.hasPrefix("../") { return nil }
        return base.map { "\($0)\(Self.escaped(place.file))\(anchor)\(place.line)" }
    }

    private static func escaped(_ path: String) -> String {
        var text = ""
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "/"):
                text.unicodeScalars.append(Unicode.Scalar(byte))
            default: text += "%" + Hexadecimal.encode([byte]).uppercased()
            }
        }
        return text
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
            // `http://` and `www.` would become links.
            case ":" where scalars[index...].dropFirst().first == "/": result += "&#58;"
            case "." where index > 2 && scalars[(index - 3)..<index].allSatisfy({ $0 == "w" || $0 == "W" }):
                result += "&#46;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Text in the type of code, in a line or in a cell of a table.
    static func code(_ text: String) -> String { "<code>\(Self.text(text))</code>" }

    /// A link to a page on the web; only the text where the address is none, or could end the link.
    ///
    /// - Parameter text: Markdown.
    static func link(_ text: String, _ url: String?) -> String {
        guard let url, url.utf8.count <= 2000, url.hasPrefix("https://") || url.hasPrefix("http://"),
            url.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !#"<>()[]\`|*"'"#.utf8.contains($0) })
        else { return text }
        return "[\(text)](\(url))"
    }

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
