package import BatonRecords
import BatonSecrets

/// A recorded run as the runner told it, for reports that are made again.
///
/// What the history does not keep is missing: tags, what `log` wrote, how workflows were selected.
extension RunDetail {
    package var started: RunStarted {
        RunStarted(
            id: run.id, started: run.started, toolVersion: run.toolVersion, environment: run.environment,
            baseURL: run.baseURL.map { MaskedText(recorded: $0) }, hostname: run.host, project: run.project,
            cases: cases.enumerated().map { $1.identity($0) }, jobs: 1, isDryRun: run.isDryRun, isStub: run.isStub,
            isWhole: run.isWhole)
    }

    package var context: RunContext {
        RunContext(
            branch: run.branch, commit: run.commit, isDirty: run.isDirty, ciProvider: run.ciProvider,
            ciURL: run.ciURL, build: run.build, commitURL: run.commitURL, defaultBranch: run.defaultBranch,
            testedVersion: run.testedVersion)
    }

    package var records: [CaseRecord] { cases.enumerated().map { $1.record($0) } }

    package var finished: RunFinished {
        var counts = RunFinished.Counts()
        var verdict = ExitCode.Verdict()
        for record in records {
            counts.count(record)
            verdict.add(record)
        }
        let exitCode = run.exitCode.map { Int32(clamping: $0) } ?? ExitCode.interrupted
        let state: RunFinished.State =
            switch run.state {
            case "passed": .passed
            case "failed": .failed
            case "interrupted", "running": .interrupted
            default: .error
            }
        return RunFinished(
            state: state, counts: counts, requestCount: run.requests, duration: run.duration ?? 0,
            exitCode: exitCode, answeredUntil: verdict.answeredUntil(exitCode: exitCode), contracts: contracts)
    }
}

extension RunDetail.Case {
    fileprivate func identity(_ index: Int) -> CaseIdentity {
        CaseIdentity(
            index: index, path: path, name: name, row: row, tags: [], stepCount: steps.count,
            repetition: repetition.map { Int(clamping: $0) },
            role: role.flatMap(CaseIdentity.Role.init) ?? .selected, variant: variant,
            quarantine: quarantine.map(CaseQuarantine.init(recorded:)), owner: owner)
    }

    fileprivate func record(_ index: Int) -> CaseRecord {
        CaseRecord(
            identity: identity(index), outcome: outcome, reason: reason.map { MaskedText(recorded: $0) },
            started: started, duration: duration, steps: steps.map { $0.record(of: self, index) },
            failures: failures.map(\.record),
            earlier: earlier.map { $0.attempt(in: path) })
    }
}

extension CaseQuarantine {
    /// - Parameter sentence: `quarantined until 2026-12-01: ORD-7`.
    fileprivate init(recorded sentence: String) {
        let prefix = "quarantined until "
        let rest = sentence.dropFirst(sentence.hasPrefix(prefix) ? prefix.count : 0)
        let parts = rest.split(separator: ":", maxSplits: 1)
        let isKnown = sentence.hasPrefix(prefix) && parts.count == 2
        self.init(
            until: isKnown ? String(parts[0]) : "?",
            reason: isKnown ? String(parts[1].drop { $0 == " " }) : sentence, owner: nil, isOver: false)
    }
}

extension RunDetail.Attempt {
    fileprivate func attempt(in path: String) -> CaseRecord.Attempt {
        var failures: [CaseRecord.Attempt.StepFailure] = []
        if let message {
            let failure = FailureRecord(
                kind: kind ?? "check.failed", message: MaskedText(recorded: message),
                place: Place(file: path, line: 1, column: 1))
            failures.append(CaseRecord.Attempt.StepFailure(step: step ?? "", failure: failure))
        }
        return CaseRecord.Attempt(
            number: number, outcome: outcome, started: started, duration: duration, failures: failures)
    }
}

extension RunDetail.Step {
    fileprivate func record(of entry: RunDetail.Case, _ index: Int) -> StepRecord {
        StepRecord(
            caseIndex: index, index: position, section: section, name: name, kind: kind, outcome: outcome,
            reason: reason.map { MaskedText(recorded: $0) }, place: Place(file: entry.path, line: line, column: 1),
            started: entry.started &+ started, duration: duration,
            exchanges: exchangeRecords(since: entry.started &+ started), program: program?.record,
            earlierPrograms: earlierPrograms.map(\.record), failures: failures.map(\.record), checkCount: checks,
            isFlaky: isFlaky)
    }

    /// The stored exchanges; where there is none, the last one as far as it is known.
    private func exchangeRecords(since start: Microseconds) -> [ExchangeRecord] {
        guard exchanges.isEmpty else {
            let template = MaskedText(recorded: urlTemplate ?? "")
            var records = exchanges.map { $0.record(template) }
            records[records.count - 1].phases = phases
            records[records.count - 1].requestBytes = requestBytes
            records[records.count - 1].responseBytes = responseBytes
            return records
        }
        guard let method, let urlTemplate else { return [] }
        let url = MaskedText(recorded: urlTemplate)
        return [
            ExchangeRecord(
                attempt: 1, method: method, url: url, urlTemplate: url, status: status, httpVersion: nil,
                started: start, duration: duration, phases: phases, requestBytes: requestBytes,
                responseBytes: responseBytes, failure: nil, detail: nil,
                cache: cache.flatMap(ExchangeRecord.CacheMark.Use.init).map { ExchangeRecord.CacheMark($0) })
        ]
    }
}

extension RunDetail.Program {
    fileprivate var record: ProgramRecord {
        var record = ProgramRecord(
            command: MaskedText(recorded: command), exitCode: exitCode.flatMap { $0 < 0 ? nil : $0 },
            signal: exitCode.flatMap { $0 < 0 ? -$0 : nil }, duration: duration,
            output: output.map { MaskedText(recorded: $0) }, errors: errors.map { MaskedText(recorded: $0) },
            note: note.map { MaskedText(recorded: $0) })
        record.isPoll = isPoll
        return record
    }
}

extension RunDetail.Exchange {
    fileprivate func record(_ template: MaskedText) -> ExchangeRecord {
        var record = ExchangeRecord(
            attempt: attempt, method: method, url: MaskedText(recorded: url), urlTemplate: template, status: status,
            httpVersion: httpVersion, started: started, duration: duration, phases: ExchangeRecord.Phases(),
            requestBytes: 0, responseBytes: 0, failure: failure, detail: detail,
            note: note.map { MaskedText(recorded: $0) },
            cache: cache.flatMap(ExchangeRecord.CacheMark.Use.init).map { ExchangeRecord.CacheMark($0) })
        record.responseURL = responseURL.map { MaskedText(recorded: $0) }
        record.isPoll = isPoll
        return record
    }

    private var detail: ExchangeRecord.Detail? {
        guard !requestHeaders.isEmpty || curl != nil || requestBody != nil || responseBody != nil else { return nil }
        return ExchangeRecord.Detail(
            requestHeaders: Self.pairs(requestHeaders), requestBody: requestBody.map { MaskedText(recorded: $0) },
            responseHeaders: Self.pairs(responseHeaders), responseBody: responseBody.map { MaskedText(recorded: $0) },
            curl: curl.map { MaskedText(recorded: $0) })
    }

    private static func pairs(_ headers: [[String]]) -> [(name: MaskedText, value: MaskedText)] {
        headers.map { (MaskedText(recorded: $0[0]), MaskedText(recorded: $0.count > 1 ? $0[1] : "")) }
    }
}

extension RunDetail.Failure {
    fileprivate var record: FailureRecord {
        FailureRecord(
            kind: kind, message: MaskedText(recorded: message), check: check.map { MaskedText(recorded: $0) },
            comparison: comparison, expected: expected.map { MaskedText(recorded: $0) },
            actual: actual.map { MaskedText(recorded: $0) }, differences: differences, explanation: explanation,
            serverMessage: serverMessage.map { MaskedText(recorded: $0) },
            cause: cause.map { MaskedText(recorded: $0) }, hint: hint.map { MaskedText(recorded: $0) },
            place: Place(
                file: file, line: line, column: column, excerpt: excerpt.map { MaskedText(recorded: $0) },
                caret: caret, width: max(1, width)))
    }
}
