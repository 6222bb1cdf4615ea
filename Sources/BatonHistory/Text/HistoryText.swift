package import BatonRecords
import BatonSecrets
import BatonSystem
import BatonValues

/// The history as text for the user: aligned columns, and failures with their details.
package struct HistoryText: Sendable {
    package var isColoured: Bool
    /// The time zone's offset at a timestamp, in seconds east of UTC.
    package var zoneOffset: @Sendable (Microseconds) -> Int

    package init(isColoured: Bool = false, zoneOffset: @escaping @Sendable (Microseconds) -> Int = Self.localOffset) {
        self.isColoured = isColoured
        self.zoneOffset = zoneOffset
    }

    /// The offset of the system's time zone.
    package static let localOffset: @Sendable (Microseconds) -> Int = { moment in
        var seconds = time_t(moment / 1_000_000)
        var parts = tm()
        return localtime_r(&seconds, &parts) == nil ? 0 : Int(parts.tm_gmtoff)
    }

    // MARK: The list

    package func list(_ runs: [RunSummary]) -> String {
        guard !runs.isEmpty else { return "no such run has been recorded yet\n" }
        var table = TextTable(["RUN", "WHEN", "STATE", "CASES", "TIME", "ENVIRONMENT", "COMMIT"], numbers: ["TIME"])
        for run in runs {
            table.add(
                [
                    run.shortID, when(run), run.state + (run.isDryRun ? " (dry)" : run.isStub ? " (stub)" : ""),
                    counts(run), run.duration.map(TimeText.short) ?? "", line(run.environment ?? ""), commit(run),
                ], colours: [2: Self.colour(run.state)])
        }
        return EscapedCICommands.of(table.text(painted))
    }

    private func when(_ run: RunSummary) -> String { minute(run.started) }

    func minute(_ moment: Microseconds) -> String { TimeText.minute(moment, offset: zoneOffset(moment)) }

    private func counts(_ run: RunSummary) -> String {
        var parts: [String] = []
        if run.passed > 0 { parts.append("\(run.passed) passed" + (run.flaky > 0 ? " (\(run.flaky) flaky)" : "")) }
        if run.failed > 0 { parts.append("\(run.failed) failed") }
        if run.errors > 0 { parts.append(run.errors == 1 ? "1 error" : "\(run.errors) errors") }
        if run.blocked > 0 { parts.append("\(run.blocked) blocked") }
        if run.quarantined > 0 { parts.append("\(run.quarantined) quarantined") }
        if run.skipped > 0 { parts.append("\(run.skipped) skipped") }
        if run.ended < run.planned { parts.append("\(run.planned - run.ended) unfinished") }
        return parts.isEmpty ? "none" : parts.joined(separator: ", ")
    }

    private func commit(_ run: RunSummary) -> String {
        var parts: [String] = []
        if let branch = run.branch { parts.append(line(branch)) }
        if let commit = run.commit { parts.append(line(String(commit.prefix(10))) + (run.isDirty ? "+" : "")) }
        return parts.joined(separator: " ")
    }

    // MARK: One run

    /// - Parameter onlyFailed: whether to show only what did not pass, but with its requests and responses.
    package func show(_ detail: RunDetail, onlyFailed: Bool = false) -> String {
        let run = detail.run
        var text = "Run \(line(run.id))  \(painted(run.state, Self.colour(run.state)))\n"
        var facts: [(String, String)] = [
            ("started", when(run) + (run.duration.map { ", took \(TimeText.short($0))" } ?? "")),
            ("cases", counts(run) + (run.requests.map { ", " + Plural.count($0, "request") } ?? "")),
        ]
        let target = [run.environment, run.baseURL].compactMap { $0 }.joined(separator: ", ")
        if !target.isEmpty { facts.append(("environment", target)) }
        if run.commit != nil || run.branch != nil {
            facts.append(("commit", commit(run) + (run.isDirty ? " (with local changes)" : "")))
        }
        let build = run.build.map { "build #\($0)" }
        let service = [run.ciProvider, build, run.ciURL].compactMap(\.self)
        if !service.isEmpty { facts.append(("ci", service.joined(separator: " "))) }
        let exit = run.exitCode.map { ", exit code \($0)" } ?? ""
        facts.append(
            (
                "with",
                "baton \(run.toolVersion) on \(run.host)\(exit)\(run.isDryRun ? ", dry run" : run.isStub ? ", answered from samples" : "")"
            ))
        for (name, value) in facts { text += "  \(painted(TextWidth.padded(name, 11), "2"))  \(line(value))\n" }
        text += "\n"
        let width = min(detail.records.map { TextWidth.of(line($0.identity.path)) }.max() ?? 0, 56)
        let shown = onlyFailed ? detail.records.filter(\.isBroken) : detail.records
        for entry in shown { text += show(entry, pathWidth: width, withExchanges: onlyFailed) }
        if detail.records.isEmpty { text += "no case ended\n" } else if shown.isEmpty { text += "no case failed\n" }
        return EscapedCICommands.of(text)
    }

    private func show(_ entry: CaseRecord, pathWidth: Int, withExchanges: Bool) -> String {
        let identity = entry.identity
        let path = TextWidth.padded(line(identity.path), pathWidth)
        let time = entry.outcome == .skipped ? "" : "  \(painted(TimeText.short(entry.duration), "2"))"
        let notes = [
            identity.role == .selected ? nil : identity.role.rawValue, entry.isBlocked ? "blocked" : nil,
            entry.isFlaky ? "flaky" : entry.isQuarantined ? "quarantined" : nil,
        ].compactMap { $0 }
        let note = notes.isEmpty ? "" : "  \(painted(notes.joined(separator: ", "), "33"))"
        var text = "\(sign(entry.outcome)) \(path)  \(line(identity.title))\(time)\(note)\n"
        for attempt in entry.earlier { text += show(attempt) }
        if let quarantine = entry.countedQuarantine { text += "    \(line(quarantine))\n" }
        if let reason = entry.reason, entry.outcome != .passed { text += "    \(line(reason.text))\n" }
        for failure in entry.failures { text += show(failure) }
        guard entry.isBroken else { return text }
        if let owner = identity.owner { text += "    owner: \(line(owner))\n" }
        for step in entry.steps { text += show(step, withExchanges: withExchanges) }
        return text
    }

    private func show(_ step: StepRecord, withExchanges: Bool) -> String {
        var text = "    \(sign(step.outcome)) \(line(step.name))"
        if step.outcome == .skipped { return text + ": \(line(step.reason?.text ?? "skipped"))\n" }
        var response = ""
        if let exchange = step.exchanges.last {
            // The connection may have failed after a status was received.
            let failure = step.failures.first { $0.kind.hasPrefix("network.") }?.kind
            let status = failure ?? exchange.status.map { String($0) } ?? "no response"
            response = "  \(exchange.method) \(exchange.urlTemplate.text) → \(status)"
            response += Self.origin(exchange.cache)
        }
        text += painted("\(line(response))  \(TimeText.short(step.duration))", "2") + "\n"
        for failure in step.failures { text += show(failure) }
        if withExchanges { for exchange in step.shownExchanges { text += show(exchange) } }
        return text
    }

    private func show(_ attempt: CaseRecord.Attempt) -> String {
        var text = "    \(painted("attempt \(attempt.number)", "33")) \(attempt.outcome.rawValue)"
        if let failure = attempt.failures.first {
            let name = failure.step.isEmpty ? "" : "\(failure.step): "
            text += ": \(line(CutText.head(name + failure.failure.message.text, 400)))"
        }
        return text + "\n"
    }

    /// Marks a response that came from the cache, and not from the server for this request.
    private static func origin(_ cache: ExchangeRecord.CacheMark?) -> String {
        switch cache?.use {
        case .stored: " from the cache"
        case .revalidated: ", confirmed: the body is from the cache"
        case .shared: ", sent once for several steps"
        case nil: ""
        }
    }

    private func show(_ failure: FailureRecord) -> String {
        let place = line("\(failure.place.file):\(failure.place.line):\(failure.place.column):")
        var text = "      \(painted(place, "1")) \(line(CutText.head(failure.message.text, 400)))"
        text += " \(painted("[\(line(failure.kind))]", "2"))\n"
        for difference in failure.differences.prefix(20) {
            let rule = difference.rule.map { "  \(painted(line($0.text), "2"))" } ?? ""
            text += "        \(line(difference.path.text))\(rule)\n"
            text += value("  expected", difference.expected.text) + value("  actual  ", difference.actual.text)
        }
        if failure.differences.isEmpty {
            if let expected = failure.expected { text += value("expected", expected.text) }
            if let actual = failure.actual { text += value("actual  ", actual.text) }
        }
        if let cause = failure.cause { text += value("cause   ", cause.text) }
        return text
    }

    private func value(_ label: String, _ value: String) -> String {
        "        \(painted(label, "2"))  \(line(CutText.head(value, 400)))\n"
    }

    // MARK: Looks

    func line(_ text: String) -> String { PrintableText.line(text) }

    private func sign(_ outcome: Outcome) -> String {
        switch outcome {
        case .passed: painted("✓", "32")
        case .failed: painted("✗", "31")
        case .error: painted("!", "31")
        case .skipped: painted("-", "33")
        }
    }

    static func colour(_ state: String) -> String {
        switch state {
        case "passed": "32"
        case "failed", "error": "31"
        default: "33"
        }
    }

    func painted(_ text: String, _ code: String) -> String {
        isColoured && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}

extension HistoryText {
    /// A request, its response and the curl command, as the console shows them for a failure.
    func show(_ exchange: ExchangeRecord) -> String {
        var text = ""
        func add(_ sign: String, _ lines: String) {
            for part in PrintableText.of(lines).split(separator: "\n", omittingEmptySubsequences: false) {
                text += "        \(painted(sign, "2")) \(part)\n"
            }
        }
        func add(_ sign: String, _ headers: [(name: MaskedText, value: MaskedText)], _ body: MaskedText?) {
            for header in headers { add(sign, "\(header.name.text): \(header.value.text)") }
            if let body { add(sign, "\n\(body.text)") }
        }
        add(">", "\(exchange.method) \(exchange.url.text)")
        if let detail = exchange.detail { add(">", detail.requestHeaders, detail.requestBody) }
        add("<", exchange.status.map { String($0) } ?? exchange.failure ?? "no response")
        if let detail = exchange.detail { add("<", detail.responseHeaders, detail.responseBody) }
        if let note = exchange.note { add("~", note.text) }
        if let curl = exchange.detail?.curl { add("$", curl.text) }
        return text
    }
}
