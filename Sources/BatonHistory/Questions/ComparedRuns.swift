package import BatonJSON
package import BatonRecords

/// The answer to `baton history compare A B`: what differs in run B from run A.
package struct ComparedRuns: Sendable {
    package enum Change: String, Sendable, CaseIterable {
        /// Failed in B, and passed in A.
        case new
        /// Failed in both, but with another failure.
        case changed
        /// Failed in both with the same failure.
        case known
        /// Passed in B, and failed in A.
        case fixed
        /// Passed in both, but in B only after a retry.
        case flaky
        /// Passed in both, and took at least half as long again, and 100 ms more.
        case slower
        /// Has a result only in B, and A had every case of the project.
        case added
        /// Has a result only in B: A was a selection, skipped it, or ended before it.
        case runNow = "run_now"
        /// Has a result only in A, and B had every case of the project.
        case removed
        /// Has a result only in A: B was a selection, skipped it, or ended before it.
        case notRun = "not_run"

        /// As text for the user.
        package var words: String { rawValue.replacing("_", with: " ") }
    }

    package struct Entry: Sendable {
        package var change: Change
        package var name: CaseName
        /// Durations in A and in B; nil where the case did not run.
        package var before: Microseconds?
        package var now: Microseconds?
        /// The message of the failure in B, for a fixed case of that in A.
        package var message: String?
    }

    package var before: RunSummary
    package var now: RunSummary
    package var entries: [Entry]

    package func count(_ change: Change) -> Int { entries.count { $0.change == change } }

    package var json: JSONValue {
        var object = EventObject()
        object.set("v", 1)
        object.set("question", "compare")
        object.set("before", RunPoint(before).json)
        object.set("now", RunPoint(now).json)
        object.set(
            "changes",
            .array(
                entries.map { entry in
                    var object = EventObject()
                    object.set("change", entry.change.rawValue)
                    entry.name.set(in: &object)
                    object.set("before_us", entry.before)
                    object.set("now_us", entry.now)
                    object.set("message", entry.message)
                    return object.json
                }) as JSONValue?)
        return object.json
    }
}

extension HistoryReader {
    private struct Compared {
        var outcome: Outcome
        var isFlaky: Bool
        var isQuarantined: Bool
        var duration: Microseconds
        var signature: String?

        var isBad: Bool { outcome == .failed || outcome == .error }
    }

    /// - Parameters:
    ///   - first: `last`, `previous`, the beginning of a run's identity, or a branch, which stands for its latest run;
    ///     for the one before that, where `second` is its latest run.
    ///
    /// Throws `noSuchRun` also where both name one run.
    package func compare(_ first: String, _ second: String) throws(HistoryError) -> ComparedRuns {
        let now = try find(second)
        var before = try find(first)
        // On the branch itself, its latest run is the one to compare.
        if before.number == now.number, before.run.branch == first, let earlier = try run(of: first, before: now.number)
        {
            before = earlier
        }
        guard before.number != now.number else {
            throw HistoryError(
                .noSuchRun,
                "`\(first)` and `\(second)` are one run, \(now.run.shortID): name another one to compare with")
        }
        return try wrapped { () throws(SQLiteError) -> ComparedRuns in
            let (old, new) = (try compared(before.number), try compared(now.number))
            let (skippedBefore, skippedNow) = (try skipped(before.number), try skipped(now.number))
            var entries: [ComparedRuns.Entry] = []
            for number in Set(old.keys).union(new.keys).sorted() {
                let change: ComparedRuns.Change? =
                    switch (old[number], new[number]) {
                    case (let old?, let new?): Self.change(old, new)
                    case (nil, let new?):
                        new.isQuarantined
                            ? nil
                            : new.isBad
                                ? .new : before.run.hadAll && !skippedBefore.contains(number) ? .added : .runNow
                    case (let old?, nil):
                        old.isQuarantined
                            ? nil : now.run.hadAll && !skippedNow.contains(number) ? .removed : .notRun
                    case (nil, nil): nil
                    }
                guard let change else { continue }
                let side = change == .fixed ? before.number : now.number
                entries.append(
                    ComparedRuns.Entry(
                        change: change, name: try caseName(number), before: old[number]?.duration,
                        now: new[number]?.duration, message: try failure(of: number, in: side).message))
            }
            let changes = ComparedRuns.Change.allCases
            let ordered = changes.flatMap { change in entries.filter { $0.change == change } }
            return ComparedRuns(before: before.run, now: now.run, entries: ordered)
        }
    }

    /// The run of a branch before another one.
    private func run(of branch: String, before number: Int64) throws(HistoryError) -> (number: Int64, run: RunSummary)?
    {
        try wrapped { () throws(SQLiteError) in
            try numberedRuns(
                "WHERE branch = ? AND id < ? AND state != 'running' AND dry_run = 0 ORDER BY id DESC LIMIT 1"
            ) {
                $0.bind(branch)
                $0.bind(number)
            }
        }.first
    }

    /// The results of a run by case; the worst one of a case that ran several times.
    private func compared(_ run: Int64) throws(SQLiteError) -> [Int64: Compared] {
        let statement = try connection.statement(
            """
            SELECT case_id, outcome, mark, duration, signature
            FROM result LEFT JOIN result_note ON result_note.run = result.run
                AND result_note.position = result.position
            WHERE result.run = ? AND outcome != 3 AND \(ResultMark.isOwn)
            """)
        defer { statement.reset() }
        statement.bind(run)
        var results: [Int64: Compared] = [:]
        while try statement.step() {
            let number = statement.integer(0)
            if results[number]?.isBad == true { continue }
            results[number] = Compared(
                outcome: Outcome(number: statement.integer(1)), isFlaky: statement.integer(2) == 1,
                isQuarantined: statement.integer(2) == 2, duration: statement.integer(3),
                signature: statement.optionalText(4))
        }
        return results
    }

    /// The cases that a run skipped, that were blocked or cancelled in it.
    private func skipped(_ run: Int64) throws(SQLiteError) -> Set<Int64> {
        let statement = try connection.statement(
            "SELECT case_id FROM result WHERE run = ? AND (outcome = 3 OR NOT \(ResultMark.isOwn))")
        defer { statement.reset() }
        statement.bind(run)
        var cases: Set<Int64> = []
        while try statement.step() { cases.insert(statement.integer(0)) }
        return cases
    }

    private static func change(_ before: Compared, _ now: Compared) -> ComparedRuns.Change? {
        // What fails in quarantine does not count; what did before is known, in every report too.
        if now.isQuarantined { return nil }
        if before.isQuarantined {
            return !now.isBad ? nil : before.signature == now.signature ? .known : .changed
        }
        switch (before.isBad, now.isBad) {
        case (false, true): return .new
        case (true, true): return before.signature == now.signature ? .known : .changed
        case (true, false): return .fixed
        case (false, false):
            if now.isFlaky, !before.isFlaky { return .flaky }
            let (old, new) = (before.duration, now.duration)
            return new * 2 >= old * 3 && new - old >= Medians.leastSlower ? .slower : nil
        }
    }
}
