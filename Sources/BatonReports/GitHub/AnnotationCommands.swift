import BatonRecords
import BatonValues

/// Causes as workflow commands of GitHub Actions: `::error file=workflows/a.yaml,line=13,title=new: a › GET /x::message`.
///
/// GitHub shows at most ten errors of a step, so that the tenth line counts the others. What is in quarantine has no line.
enum AnnotationCommands {
    private static let most = 10
    /// Number of workflows that are named for one cause.
    private static let mostNamed = 5

    static func text(_ list: CauseList, _ run: RunStarted, folder: String) -> String {
        let causes = list.causes.filter { !$0.isQuarantined }
        let shown = causes.count > most ? most - 1 : most
        var lines = causes.prefix(shown).map { command($0, run, folder) }
        let rest = causes.dropFirst(shown)
        if !rest.isEmpty {
            let word = rest.contains { $0.state != .flaky } ? "error" : "warning"
            let count = Plural.count(rest.count, "more cause")
            lines.append("::\(word)::and \(count); the summary and the reports have them all")
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private static func command(_ cause: Cause, _ run: RunStarted, _ folder: String) -> String {
        let (place, entry) = (cause.place, cause.first.standing)
        var properties: [String] = []
        let isFile = entry.record.identity.role != .gap || place.file != entry.record.identity.path
        // A file outside of the project is not one of the repository.
        if isFile, !place.file.hasPrefix("/"), !place.file.hasPrefix("../") {
            properties += ["file=\(property(folder.isEmpty ? place.file : "\(folder)/\(place.file)"))"]
            properties += ["line=\(place.line)", "col=\(place.column)"]
        }
        let name = [entry.record.identity.title, entry.step?.name].compactMap(\.self).joined(separator: " › ")
        let title = (cause.word.map { "\($0): " } ?? "") + CutText.head(name, 200)
        properties.append("title=\(property(title))")
        let word = cause.state == .flaky ? "warning" : "error"
        return "::\(word) \(properties.joined(separator: ","))::\(data(message(cause, run)))"
    }

    /// The title of the cause; then, each on a line, its workflows, where it began, and whose it is.
    private static func message(_ cause: Cause, _ run: RunStarted) -> String {
        var lines = [cause.title]
        let indices = cause.cases.map(\.index) + cause.folded
        if indices.count > 1 {
            var names = indices.prefix(mostNamed).map { CutText.head(run.cases[$0].title, 100) }
            if indices.count > mostNamed { names.append("and \(indices.count - mostNamed) more") }
            lines.append("\(indices.count) workflows: \(PrintableText.line(names.joined(separator: ", ")))")
        }
        if let since = cause.since { lines.append("\(since.isAtLeast ? "at least since" : "since") \(since.text)") }
        if !cause.owners.isEmpty { lines.append("owner: \(cause.owners.joined(separator: ", "))") }
        return lines.joined(separator: "\n")
    }

    /// A message: line breaks and percent signs are escaped.
    fileprivate static func data(_ text: String) -> String {
        EscapedCICommands.of(PrintableText.of(text)).replacing("%", with: "%25").replacing("\r", with: "%0D")
            .replacing("\n", with: "%0A")
    }

    private static func property(_ text: String) -> String {
        data(PrintableText.line(text)).replacing(":", with: "%3A").replacing(",", with: "%2C")
    }
}

/// What stands between them is one line of GitHub's log until a reader opens it.
enum GroupCommands {
    static let closing = "::endgroup::\n"

    static func opening(_ title: String) -> String { "::group::\(AnnotationCommands.data(title))\n" }
}

extension EndReport {
    /// Commands by which GitHub Actions shows causes at their lines.
    package static func gitHubAnnotations(_ dependencies: ReportDependencies) -> EndReport {
        EndReport(dependencies) { records, run in
            let context = dependencies.context()
            let list = CauseList(records, run, context, dependencies.past(records.question(run, context)))
            return Array(AnnotationCommands.text(list, run, folder: context.folder ?? "").utf8)
        }
    }
}
