import BatonRecords
import BatonValues

extension HistoryText {
    package func flaky(_ answer: FlakyCases) -> String {
        guard !answer.entries.isEmpty else { return none("no flaky case", answer.runs, answer.since) }
        var table = TextTable(
            ["RETRIED", "SAME COMMIT", "CHANGES", "SCORE", "RESULTS", "SINCE", "CASE", "OWNER", "MESSAGE"],
            numbers: ["RETRIED", "SAME COMMIT", "CHANGES", "SCORE", "RESULTS"])
        for entry in answer.entries {
            let tally = entry.tally
            table.add([
                number(tally.retries), number(tally.sameCommit), number(tally.changes), "\(tally.score) %",
                "\(tally.results)", entry.since.map(since) ?? "", line(entry.name.label), line(entry.owner ?? ""),
                line(CutText.head(entry.message ?? "", 120)),
            ])
        }
        return finished(table.text(painted) + basis(answer.runs, answer.since))
    }

    package func slow(_ answer: SlowCases) -> String {
        guard !answer.entries.isEmpty else { return none("no passed case", answer.runs, answer.since) }
        var table = TextTable(
            ["P50", "P95", "BEFORE", "NOW", "", "RESULTS", "ENVIRONMENT", "CASE"],
            numbers: ["P50", "P95", "BEFORE", "NOW", "RESULTS"])
        for entry in answer.entries {
            table.add(
                [
                    TimeText.short(entry.p50), TimeText.short(entry.p95),
                    entry.change.map { TimeText.short($0.before) } ?? "",
                    entry.change.map { TimeText.short($0.now) } ?? "",
                    entry.slowerSince.map { "slower since \(since($0))" } ?? "", "\(entry.results)",
                    line(entry.environment ?? ""),
                    line(entry.name.label),
                ], colours: entry.isSlower ? [4: "33"] : [:])
        }
        return finished(table.text(painted) + basis(answer.runs, answer.since))
    }

    package func timings(_ answer: CaseTimings) -> String {
        guard !answer.entries.isEmpty else { return none("no passed case", answer.runs, answer.since) }
        var table = TextTable(["MEDIAN", "PASSES", "CASE"], numbers: ["MEDIAN", "PASSES"])
        for entry in answer.entries {
            table.add([TimeText.short(entry.duration), "\(entry.count)", line(entry.label)])
        }
        return finished(table.text(painted) + basis(answer.runs, answer.since))
    }

    package func broken(_ answer: BrokenCases) -> String {
        guard !answer.entries.isEmpty else { return none("no broken case", answer.runs, answer.since) }
        var text = ""
        for entry in answer.entries {
            text += "\(painted("✗", "31")) \(line(entry.name.label))  \(line(entry.name.name))\n"
            if let message = entry.message { text += "    \(line(CutText.head(message, 400)))\n" }
            let quarantine = entry.isQuarantined ? ", now in quarantine" : ""
            text += "    \(bad(entry.streak))\(quarantine), \(since(entry.streak))\n"
            if let owner = entry.owner { text += "    owner: \(line(owner))\n" }
        }
        return finished(text + "\n" + basis(answer.runs, answer.since))
    }

    /// Maximum number of branches and environments for which the text says since when a case fails.
    private static let mostStreaks = 5

    package func story(_ story: CaseStory) -> String {
        var text = "\(painted(line(story.name.label), "1"))  \(line(story.name.name))\n"
        guard !story.results.isEmpty else { return none("no result of this case", story.runs, nil, before: text) }
        for streak in story.gone.prefix(Self.mostStreaks) {
            guard let run = streak.goneSince else { continue }
            text += "\(painted("no longer there", "2"))\(place(streak)): everything ran without it at \(place(run)), "
            text += "\(minute(run.started)), after \(bad(streak))\n"
        }
        let failing = story.failing
        for streak in failing.prefix(Self.mostStreaks) {
            text += "\(painted("failing", "31"))\(place(streak)): \(bad(streak)), "
            text += "\(since(streak))\n"
        }
        if failing.count > Self.mostStreaks { text += "and on \(failing.count - Self.mostStreaks) other branches\n" }
        let passes = story.results.filter { $0.outcome == .passed }.map(\.duration)
        if passes.count > 1 {
            let sorted = passes.sorted()
            let (p50, p95) = (
                Medians.percentile(50, ofSorted: sorted) ?? 0, Medians.percentile(95, ofSorted: sorted) ?? 0
            )
            text += "passed in \(TimeText.short(p50)) (p50), \(TimeText.short(p95)) (p95)"
            text += "  \(Sparkline.of(Array(passes.prefix(story.listed).reversed())))\n"
        }
        text += "\n"
        var table = TextTable(
            ["WHEN", "OUTCOME", "TIME", "COMMIT", "BUILD", "ENVIRONMENT", "RUN", "MESSAGE"], numbers: ["TIME"])
        for result in story.results.prefix(story.listed) {
            let point = result.point
            table.add(
                [
                    minute(point.started), result.word, TimeText.short(result.duration),
                    commit(point), point.build.map { "#\(line($0))" } ?? "",
                    line(point.environment ?? ""), String(point.run.prefix(13)),
                    line(CutText.head(result.message ?? "", 120)),
                ], colours: [1: Self.colour(result.word)])
        }
        return finished(text + table.text(painted))
    }

    package func trend(_ trend: Trend) -> String {
        guard !trend.runs.isEmpty else { return "no such run has been recorded yet\n" }
        let durations = trend.runs.reversed().compactMap(\.duration)
        let bad = trend.runs.count { $0.state != "passed" }
        var text = "\(trend.runs.count) run\(trend.runs.count == 1 ? "" : "s"), \(trend.runs.count - bad) passed"
        text += "  \(Sparkline.of(durations))\n\n"
        var table = TextTable(
            ["WHEN", "STATE", "PASSED", "FAILED", "FLAKY", "SKIPPED", "TIME", "COMMIT", "BUILD", "ENVIRONMENT", "RUN"],
            numbers: ["PASSED", "FAILED", "FLAKY", "SKIPPED", "TIME"])
        for run in trend.runs {
            table.add(
                [
                    minute(run.started), run.state, "\(run.passed)", number(run.bad), number(run.flaky),
                    number(run.skipped), run.duration.map(TimeText.short) ?? "", commit(RunPoint(run)),
                    run.build.map { "#\(line($0))" } ?? "", line(run.environment ?? ""), run.shortID,
                ], colours: [1: Self.colour(run.state)])
        }
        return finished(text + table.text(painted))
    }

    package func compare(_ answer: ComparedRuns) -> String {
        var text = ""
        for (label, run) in [("from", answer.before), ("to  ", answer.now)] {
            let build = run.build.map { ", build #\(line($0))" } ?? ""
            text += "\(painted(label, "2")) \(run.shortID)  \(minute(run.started))"
            text += "  \(commit(RunPoint(run)))\(build)  \(line(run.environment ?? ""))".trimmed
            text += run.state == "infra" ? "  \(painted("an outage", "31"))\n" : "\n"
        }
        let counts = ComparedRuns.Change.allCases.compactMap { change in
            let count = answer.count(change)
            return count > 0 ? "\(count) \(change.words)" : nil
        }
        text += (counts.isEmpty ? "nothing changed" : counts.joined(separator: ", ")) + "\n"
        for entry in answer.entries {
            let change = entry.change
            let colour = [.new, .changed, .known].contains(change) ? "31" : change == .fixed ? "32" : "33"
            text += "\n\(painted(TextWidth.padded(change.words, 7), colour))  \(line(entry.name.label))"
            if change == .slower, let before = entry.before, let now = entry.now {
                text += "  \(TimeText.short(before)) → \(TimeText.short(now))"
            }
            if let message = entry.message { text += "\n           \(line(CutText.head(message, 400)))" }
        }
        return finished(answer.entries.isEmpty ? text : text + "\n")
    }

    package func rows(_ answer: SQLRows) -> String {
        var table = TextTable(answer.columns.map(line))
        for row in answer.rows { table.add(row.map { line(CutText.head($0.text, 400)) }) }
        let rest = answer.isCut ? "more than \(answer.rows.count) rows: the rest is left out\n" : ""
        return finished(table.text(painted) + rest)
    }

    // MARK: Parts

    private func bad(_ streak: Streak) -> String {
        streak.count == 1 ? "1 bad result" : "\(streak.count) bad results"
    }

    /// `since commit 7da5cfb, build #124, 2026-08-21 10:00; last passed at commit a1b2c3d; in this way since …`.
    private func since(_ streak: Streak) -> String {
        var text = "since \(place(streak.firstBad)), \(minute(streak.firstBad.started))"
        if let good = streak.lastGood {
            text += "; last passed at \(place(good))"
        } else {
            text += " or longer: no earlier result is in these runs"
        }
        if let same = streak.sameSince { text += "; with the last failure since \(place(same))" }
        return text
    }

    /// The commit, else the build, else the time of a run.
    private func since(_ point: RunPoint) -> String {
        shortCommit(point) ?? point.build.map { "build #\(line($0))" } ?? minute(point.started)
    }

    /// ` on main, staging`.
    private func place(_ streak: Streak) -> String {
        let parts = [streak.branch, streak.environment].compactMap { $0.map(line) }
        return parts.isEmpty ? "" : " on \(parts.joined(separator: ", "))"
    }

    private func place(_ point: RunPoint) -> String {
        var parts: [String] = []
        if let commit = shortCommit(point) { parts.append("commit \(commit)") }
        if let build = point.build { parts.append("build #\(line(build))") }
        return parts.isEmpty ? "run \(point.run.prefix(13))" : parts.joined(separator: ", ")
    }

    private func commit(_ point: RunPoint) -> String {
        [point.branch.map(line), shortCommit(point)].compactMap(\.self).joined(separator: " ")
    }

    /// With a `+` for local changes, as `list` has it.
    private func shortCommit(_ point: RunPoint) -> String? {
        point.commit.map { line(String($0.prefix(10))) + (point.isDirty ? "+" : "") }
    }

    private func number(_ value: Int) -> String { value == 0 ? "" : String(value) }

    private func basis(_ runs: Int, _ since: RunPoint?) -> String {
        let from = since.map { " since \(minute($0.started))" } ?? ""
        return painted("from \(runs) run\(runs == 1 ? "" : "s")\(from)", "2") + "\n"
    }

    private func none(_ what: String, _ runs: Int, _ since: RunPoint?, before text: String = "") -> String {
        guard runs > 0 else { return finished(text + "\(what): no such run has been recorded yet\n") }
        let from = since.map { " since \(minute($0.started))" } ?? ""
        return finished(text + "\(what) in \(runs) run\(runs == 1 ? "" : "s")\(from)\n")
    }

    private func finished(_ text: String) -> String { EscapedCICommands.of(text) }
}

extension String {
    fileprivate var trimmed: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
