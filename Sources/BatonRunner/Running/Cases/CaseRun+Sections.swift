import BatonCEL
import BatonHTTP
import BatonJSON
import BatonSecrets
import BatonWorkflow

extension CaseRun {
    /// Runs setup and steps; `finish` ends the case.
    func performSteps() async {
        hub.emit(.caseStarted(identity))
        recording.started = settings.dependencies.clock()
        await timed {
            if let failure = fillInputs() { record(failure, proves: false, requests: 0) }
            if let failure = fillRow() { record(failure, proves: false, requests: 0) }
            await performSections(of: "the workflow", after: !recording.records.isEmpty)
            // Those of the run: the workflow's own have ended.
            fail(overdue: deadlines.reason)
        }
    }

    /// Runs teardown, and says how the case ended.
    func finish() async -> CaseRecord {
        // Most have none, and need not be asked to wait for it.
        if !workflow.teardown.isEmpty { await timed { await tearDown() } }
        await context.diskResponses.removeSecrets(knownTo: self)
        let outcome = recording.outcome
        return CaseRecord(
            identity: identity, outcome: outcome, reason: outcome == .skipped ? whySkipped : nil,
            started: recording.started,
            duration: recording.elapsed, steps: recording.records, failures: recording.ownFailures,
            outputs: outcome == .passed ? outputs.entries.map { CaseRecord.Output(name: $0.name, value: $0.shown) } : []
        )
    }

    private func timed(_ body: () async -> Void) async {
        let watch = settings.dependencies.begin()
        await body()
        recording.elapsed += watch.elapsed
    }

    /// Runs setup and steps, and computes the outputs, within the file's `timeout`; where its value is none, no step runs.
    ///
    /// - Parameters:
    ///   - owner: who had the time, in the words of the failure.
    ///   - hasFailed: whether something went wrong before.
    func performSections(of owner: String, after hasFailed: Bool) async {
        guard !hasFailed, !settings.options.isDryRun, let timeout = workflow.timeout else {
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
            caseIndex: identity.index, index: recording.nextIndex, section: .setup, name: name, kind: .load,
            outcome: .error,
            place: failures[0].place, started: settings.dependencies.clock(), duration: 0, failures: failures)
    }

    private func performSections(after hasFailed: Bool) async {
        var failed = hasFailed
        for (section, steps) in [(StepSection.setup, workflow.setup), (.steps, workflow.steps)] {
            let end = await perform(
                steps, in: calling?.section(section) ?? section, frame: calling?.frame, after: failed)
            if end.blocks { failed = true }
        }
        // A part of the steps gives no more than a part of the outputs.
        if !recording.hasFailed, stepLimit == nil, calling != nil || recording.outcome == .passed { computeOutputs() }
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
        calling == nil && identity.role == .selected ? settings.options.stepLimits[identity.path] : nil
    }

    private var whySkipped: MaskedText { settings.options.isDryRun ? "dry run" : recording.whySkipped }

    /// Every step of teardown runs, whatever the others did, also when the run is interrupted, which gives it a deadline.
    func tearDown() async {
        guard !workflow.teardown.isEmpty else { return }
        nonisolated(unsafe) let run = self
        let before = deadlines.suspend()
        await shielded(context.job.executor, limit: settings.options.teardownLimit) { await run.performTeardown() }
        deadlines.resume(before)
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
