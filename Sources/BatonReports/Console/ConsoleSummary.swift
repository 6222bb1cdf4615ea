import BatonRecords

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
            parts.append(style.strongBad(counts.errors == 1 ? "1 error" : "\(counts.errors) errors"))
        }
        if counts.blocked > 0 { parts.append(style.strongBad("\(counts.blocked) blocked")) }
        if counts.quarantined > 0 { parts.append(style.note("\(counts.quarantined) quarantined")) }
        if counts.skipped > 0 { parts.append(style.note("\(counts.skipped) skipped")) }
        var text = parts.isEmpty ? "nothing ran" : parts.joined(separator: ", ")
        text += " in \(TimeText.short(run.duration))"
        if isDetailed, run.mostInFlight > 0 {
            text += ", \(run.requestCount == 1 ? "1 request" : "\(run.requestCount) requests")"
            if run.mostInFlight > 1 { text += " (at most \(run.mostInFlight) at a time)" }
        }
        if run.cachedCount > 0 {
            text += ", \(run.cachedCount == 1 ? "1 response" : "\(run.cachedCount) responses") from the cache"
        }
        if run.flaw == .flaky {
            text = "\(style.strongBad("flaky is not enough (--fail-on-flaky)")): \(text)"
        }
        if run.flaw == .notWritten {
            text = "\(style.strongBad("outputs or a report are not written")): \(text)"
        }
        if run.flaw == .provedNothing, counts.total > 0 {
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
