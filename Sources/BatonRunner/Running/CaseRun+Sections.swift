import BatonCEL
import BatonHTTP
import BatonJSON
import BatonTime
import BatonWorkflow

extension CaseRun {
    /// Runs setup and steps; `finish` ends the case.
    func performSteps() async {
        hub.emit(.caseStarted(identity))
        started = ClockReading.wallMicroseconds()
        await timed {
            if let failure = fillInputs() { record(failure, proves: false, requests: 0) }
            if let failure = fillRow() { record(failure, proves: false, requests: 0) }
            await performSections(of: "the workflow", after: !records.isEmpty)
            // Those of the run: the workflow's own have ended.
            fail(overdue: limits.lazy.compactMap(\.reason).first)
        }
    }

    /// Runs teardown, and says how the case ended.
    func finish() async -> CaseRecord {
        // Most have none, and need not be asked to wait for it.
        if !workflow.teardown.isEmpty { await timed { await tearDown() } }
        await diskResponses.removeSecrets(knownTo: self)
        let outcome = outcome
        return CaseRecord(
            identity: identity, outcome: outcome, reason: outcome == .skipped ? whySkipped : nil, started: started,
            duration: elapsed, steps: records, failures: ownFailures,
            outputs: outcome == .passed ? outputs.map { CaseRecord.Output(name: $0.name, value: $0.shown) } : [])
    }

    /// Whether anything has gone wrong so far.
    var hasFailed: Bool { !ownFailures.isEmpty || records.contains { !$0.failures.isEmpty } }

    /// Whether all went well so far, and something was proved.
    var hasPassed: Bool { outcome == .passed }

    private func timed(_ body: () async -> Void) async {
        let begin = ClockReading.monotonicNanoseconds()
        await body()
        elapsed += Int64(clamping: (ClockReading.monotonicNanoseconds() &- begin) / 1000)
    }

    /// Runs setup and steps, and computes the outputs, within the file's `timeout`; where its value is none, no step runs.
    ///
    /// - Parameters:
    ///   - owner: who had the time, in the words of the failure.
    ///   - hasFailed: whether something went wrong before.
    func performSections(of owner: String, after hasFailed: Bool) async {
        guard !hasFailed, !settings.isDryRun, let timeout = workflow.timeout else {
            return await performSections(after: hasFailed)
        }
        do throws(TemplateFailure) {
            let limit = try timeout.microseconds(from: self)
            let (_, overdue) = await limited(owner, to: limit) { [self] in await performSections(after: false) }
            fail(overdue: overdue, at: workflow.timeoutRange)
        } catch {
            let failure = Reporting(self).failure(StepFailure(error))
            record(loadRecord("timeout", failures: [failure]), proves: false, requests: 0)
            await performSections(after: true)
        }
    }

    /// What went wrong before the first step.
    func loadRecord(_ name: String, failures: [FailureRecord]) -> StepRecord {
        StepRecord(
            caseIndex: identity.index, index: nextIndex, section: .setup, name: name, kind: .load, outcome: .error,
            place: failures[0].place, started: ClockReading.wallMicroseconds(), duration: 0, failures: failures)
    }

    private func performSections(after hasFailed: Bool) async {
        var failed = hasFailed
        for (section, steps) in [(StepSection.setup, workflow.setup), (.steps, workflow.steps)] {
            let end = await perform(
                steps, in: calling?.section(section) ?? section, frame: calling?.frame, after: failed)
            if end.blocks { failed = true }
        }
        // A part of the steps gives no more than a part of the outputs.
        if !self.hasFailed, stepLimit == nil, calling != nil || outcome == .passed { computeOutputs() }
    }

    /// Runs steps in order; once one has failed, those behind it are skipped.
    ///
    /// - Parameter hasFailed: whether one before them has.
    func perform(
        _ steps: [Step], in section: StepSection, frame: PassFrame?, after hasFailed: Bool = false
    ) async -> StepEnd {
        var end = StepEnd(blocks: hasFailed)
        for step in steps {
            let execution = StepExecution(run: self, step: step, section: section, frame: frame)
            if end.blocks {
                execution.skip(mustStop ? cut.message : "an earlier step failed")
            } else if mustStop {
                end.add(execution.cancelled())
                end.blocks = true
            } else if section != .teardown,
                let reason = stepLimit?.reason(for: step, isInSetup: section == .setup)
            {
                execution.skip(reason)
            } else {
                end.add(await execution.perform())
            }
        }
        return end
    }

    var stepLimit: StepLimit? {
        calling == nil && identity.role == .selected ? settings.stepLimits[identity.path] : nil
    }

    var outcome: Outcome {
        guard hasFailed else { return provedSomething ? .passed : .skipped }
        let isCheck: (FailureRecord) -> Bool = { !$0.isError }
        return ownFailures.contains(where: isCheck) || records.contains { $0.failures.contains(where: isCheck) }
            ? .failed : .error
    }

    private var whySkipped: String {
        if settings.isDryRun { return "dry run" }
        if let reason = records.first(where: { $0.outcome == .skipped })?.reason { return reason }
        let isElsewhere = records.contains { $0.section != .steps && ($0.kind == .that || !$0.exchanges.isEmpty) }
        return isElsewhere
            ? "no request was sent and no condition was held but in setup and teardown"
            : "no request was sent and no condition was held"
    }

    /// Every step of teardown runs, whatever the others did, also when the run is interrupted, which gives it a deadline.
    func tearDown() async {
        guard !workflow.teardown.isEmpty else { return }
        nonisolated(unsafe) let run = self
        await suspendingLimits {
            await shielded(executor, limit: settings.teardownLimit) { await run.performTeardown() }
        }
    }

    private func performTeardown() async {
        for step in workflow.teardown {
            let execution = StepExecution(run: self, step: step, section: .teardown, frame: calling?.frame)
            if let name = missingCapture(of: step) {
                execution.skip("`\(name)` was never captured")
            } else {
                _ = await execution.perform()
            }
        }
    }

    /// A variable that a step reads and that has no value, because the step that gives it did not run.
    private func missingCapture(of step: Step) -> String? {
        let given = step.action.givenNames
        return step.reads.sorted().first { name in
            guard !given.contains(name), let slot = workflow.slots[name] else { return false }
            // A variable that cannot be computed has a failure of its own to show.
            do { return try value(at: slot) == nil } catch { return false }
        }
    }
}
