import BatonHistory
import BatonRecords
import BatonSecrets
import BatonValues

extension SiteWriter {
    /// The page of a run: its report, and the causes in it.
    ///
    /// - Parameter isDetailed: whether to compare it with the runs before it, and to show requests and responses.
    func runPage(_ run: RunSummary, isDetailed: Bool) throws(HistoryError) -> (bytes: [UInt8], list: CauseList) {
        let detail = isDetailed ? try reader.run(run.id) : try brief(run)
        var records = RunRecords(packsSteps: false)
        records.start(detail.started)
        for record in detail.records { records.add(record) }
        records.finished = isDetailed ? detail.finished : finished(run)
        if !isDetailed {
            records.warnings = ["This run is old: its requests and what passed in it are not shown here."]
        }
        let question = records.question(detail.started, detail.context)
        let finding = isDetailed ? past(question) : .known(pastRuns(run, records))
        let page = HTMLPage(records, detail.started, detail.context, finding, site: addresses(isDetailed: isDetailed))
        var bytes: [UInt8] = []
        try? page.write { bytes += $0 }
        return (bytes, page.list)
    }

    private func addresses(isDetailed: Bool) -> SiteAddresses {
        SiteAddresses(
            isDetailed: isDetailed,
            ofCase: { page(of: CaseName($0)).map { "../\($0)" } },
            ofRun: { id in isShown(id) ? Self.page(of: id).map { "../\($0)" } : nil })
    }

    /// A run with the cases that did not pass, as far as a line for each tells them.
    private func brief(_ run: RunSummary) throws(HistoryError) -> RunDetail {
        let bad = try reader.badCases(of: run)
        var records: [CaseRecord] = []
        for entry in bad.prefix(Self.mostBad) {
            guard let name = name(ofCase: entry.number) else { continue }
            let quarantine =
                entry.word == "quarantined"
                ? CaseQuarantine(until: "a later day", reason: "as it was then", owner: nil, isOver: false) : nil
            let identity = CaseIdentity(
                index: records.count, path: name.path, name: name.name, row: name.row, tags: [], stepCount: 0,
                variant: name.variant, quarantine: quarantine, owner: entry.owner)
            let failure = FailureRecord(
                kind: Self.kinds[entry.word] ?? "", message: MaskedText(recorded: entry.message ?? "failed"),
                place: Place(file: entry.file ?? name.path, line: max(1, entry.line), column: 1))
            records.append(
                CaseRecord(
                    identity: identity, outcome: entry.word == "failed" ? .failed : .error, reason: nil,
                    started: run.started, duration: entry.duration, steps: [], failures: [failure]))
        }
        return RunDetail(run: run, records: records)
    }

    /// The kinds of failures as far as how a case ended tells them.
    private static let kinds = [
        "failed": "check.failed", "blocked": "workflow.blocked", "cancelled": "workflow.cancelled",
    ]

    /// The runs before an old one, as far as the table of all results tells of the cases that did not pass.
    private func pastRuns(_ run: RunSummary, _ records: RunRecords) -> PastRuns {
        guard let own = history.columns.firstIndex(where: { $0.run == run.id }) else { return PastRuns() }
        let before = history.columns[(own + 1)...].indices.filter {
            history.columns[$0].branch == run.branch && history.columns[$0].environment == run.environment
        }.prefix(RunChart.most)
        var past = PastRuns(runs: before.map { PastRuns.Run(history.columns[$0]) }, branch: run.branch)
        for (index, record) in records.kept {
            guard let number = number(of: CaseName(record.identity)) else { continue }
            let outcomes = before.map { CaseState(history.matrix.cell($0, number)) }
            past.outcomes[index] = outcomes
            switch outcomes.lazy.compactMap(\.self).first(where: \.isOwn) {
            case .quarantined: past.quarantinedBefore.insert(index)
            case let last? where last.isBad: past.failedBefore.insert(index)
            default: break
            }
        }
        return past
    }

    private func finished(_ run: RunSummary) -> RunFinished {
        var counts = RunFinished.Counts()
        counts.passed = run.passed
        counts.failed = run.failed
        counts.errors = run.errors
        counts.blocked = run.blocked
        counts.skipped = run.skipped
        counts.quarantined = run.quarantined
        counts.flaky = run.flaky
        return RunDetail(run: run, records: []).finished(counts)
    }
}

extension PastRuns.Run {
    /// Without its counts.
    fileprivate init(_ point: RunPoint) {
        self.init(
            id: point.run, started: point.started, duration: nil, state: "", commit: point.commit,
            isDirty: point.isDirty, commitURL: point.commitURL, build: point.build, buildURL: point.buildURL, passed: 0,
            failed: 0, flaky: 0)
    }
}

extension CaseState {
    fileprivate init?(_ cell: ResultMatrix.Cell) {
        switch cell {
        case .none: return nil
        case .passed: self = .passed
        case .flaky: self = .flaky
        case .blocked: self = .blocked
        case .bad, .slow: self = .failed
        case .quarantined: self = .quarantined
        }
    }
}
