import BatonRecords
import BatonValues

/// The last line: `12 passed, 1 failed, 2 skipped in 3.2 s`.
enum ConsoleSummary {
    /// - Parameters:
    ///   - isDetailed: whether to add the number of requests, and the maximum in flight at the same time.
    ///   - leftOut: number of folders and files skipped below the given folders.
    static func text(
        _ run: RunFinished, isDryRun: Bool, isStub: Bool = false, isDetailed: Bool = false, leftOut: Int = 0,
        style: ConsoleStyle
    ) -> String {
        let counts = run.counts
        var parts: [String] = []
        if counts.passed > 0 { parts.append(style.strongGood("\(counts.passed) passed") + flaky(counts)) }
        if counts.failed > 0 { parts.append(style.strongBad("\(counts.failed) failed")) }
        if counts.errors > 0 {
            parts.append(style.strongBad(Plural.count(counts.errors, "error")))
        }
        if counts.blocked > 0 { parts.append(style.strongBad("\(counts.blocked) blocked")) }
        if counts.quarantined > 0 { parts.append(style.note("\(counts.quarantined) quarantined")) }
        if counts.skipped > 0 { parts.append(style.note("\(counts.skipped) skipped")) }
        var text = parts.isEmpty ? "nothing ran" : parts.joined(separator: ", ")
        text += " in \(TimeText.short(run.duration))"
        if isDetailed, run.mostInFlight > 0 {
            text += ", \(Plural.count(run.requestCount, "request"))"
            if run.mostInFlight > 1 { text += " (at most \(run.mostInFlight) at a time)" }
        }
        if run.cachedCount > 0 {
            text += ", \(Plural.count(run.cachedCount, "response")) from the cache"
        }
        if run.ownFailure == .flaky {
            text = "\(style.strongBad("flaky is not enough (--fail-on-flaky)")): \(text)"
        }
        if run.ownFailure == .notWritten {
            text = "\(style.strongBad("outputs or a report are not written")): \(text)"
        }
        if run.ownFailure == .provedNothing, counts.total > 0 {
            text = "\(style.strongBad("nothing was proved")): \(text)"
            if counts.passed > 0 { text += " (what runs for other workflows does not count)" }
        }
        if run.state == .interrupted {
            let what = run.exitCode == ExitCode.incomplete ? "not whole" : "interrupted"
            text = "\(style.strongBad(what)): \(text)"
        }
        if let until = run.answeredUntil {
            text += " (the server answered until \(TimeText.timestamp(until).suffix(8)) UTC, not after it)"
        }
        if leftOut > 0 { text += " (\(leftOut) left out)" }
        if isStub { text += " (stubs: nothing was sent)" }
        if isDryRun { text += " (dry run: nothing was sent)" }
        return text
    }

    private static func flaky(_ counts: RunFinished.Counts) -> String {
        counts.flaky > 0 ? " (\(counts.flaky) flaky)" : ""
    }
}

/// The cases that never ran because a case that they need did not pass, in one block: the failure to read is that of
/// the needed case.
enum ConsoleBlockedText {
    private static let most = 10

    /// Empty where no case was blocked.
    static func text(_ records: [CaseRecord], style: ConsoleStyle) -> String {
        let blocked = records.filter(\.isBlocked).sorted { $0.identity.index < $1.identity.index }
        guard !blocked.isEmpty else { return "" }
        let count = blocked.count == 1 ? "1 workflow was blocked" : "\(blocked.count) workflows were blocked"
        var text = "\(style.strong(count)): nothing of \(blocked.count == 1 ? "it" : "them") ran [workflow.blocked]\n"
        for record in blocked.prefix(most) {
            let failure = record.failures.first
            let reason = failure.map { ": \(PrintableText.line(CutText.head($0.message.text, 400)))" } ?? ""
            let path = PrintableText.line(record.identity.path)
            let place = failure.flatMap { $0.place.file == record.identity.path ? $0.place : nil }
            text += "  \(path)\(place.map { ":\($0.line):\($0.column)" } ?? "")\(style.faint(reason))\n"
        }
        if blocked.count > most { text += "  and \(blocked.count - most) more\n" }
        return text
    }
}

/// What a run covered of its contracts: counts, and the operations that no workflow covers.
enum ConsoleContractText {
    /// Operations that are listed; with `--verbose` more of them.
    static let mostListed = 10
    static let mostListedInFull = 500

    static func text(_ contracts: [ContractCoverage], isDetailed: Bool, style: ConsoleStyle) -> String {
        contracts.map { text($0, most: isDetailed ? mostListedInFull : mostListed, style) }.joined()
    }

    private static func text(_ coverage: ContractCoverage, most: Int, _ style: ConsoleStyle) -> String {
        var text = "\(style.strong("contract")) \(PrintableText.line(coverage.file.text)): "
        text += "\(coverage.coveredCount) of \(Plural.count(coverage.operations.count, "operation")), "
        text += "\(coverage.coveredStatusCount) of \(Plural.count(coverage.declaredStatusCount, "response")) covered"
        if coverage.unknownCount > 0 {
            text += "; \(Plural.count(coverage.unknownCount, "request")) to \(style.note("undeclared operations"))"
        }
        text += "\n"
        text += list("not covered", coverage.operations.filter { !$0.isCovered }.map(\.title), most, style)
        text += list(
            "undeclared statuses",
            coverage.operations.filter { !$0.undeclared.isEmpty }.map { operation in
                "\(operation.title): \(operation.undeclared.joined(separator: ", "))"
            }, most, style)
        return text
    }

    private static func list(_ title: String, _ lines: [String], _ most: Int, _ style: ConsoleStyle) -> String {
        if lines.isEmpty { return "" }
        var text = "  \(style.note("\(title):"))\n"
        for line in lines.prefix(most) { text += "    \(PrintableText.line(CutText.head(line, 200)))\n" }
        if lines.count > most { text += "    and \(lines.count - most) more\n" }
        return text
    }

}

extension ContractCoverage.Operation {
    var title: String { "\(method) \(path)" }
}
