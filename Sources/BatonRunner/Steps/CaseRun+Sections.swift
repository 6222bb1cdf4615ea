import BatonHTTP
import BatonJudging
import BatonLanguage
import BatonRecords
import BatonWorkflow

extension CaseRun {
    /// Runs setup and steps; `finish` ends the case.
    func performSteps() async {
        if context.attempt == 0 { hub.emit(.caseStarted(identity)) }
        recording.started = settings.dependencies.clock()
        await timed {
            fillInputs()
            fillRow()
            await performSections(of: "the workflow", after: !recording.steps.isEmpty)
            // The deadline of the run: the workflow's own deadlines have ended here.
            fail(overdue: deadlines.reason)
        }
    }

    /// Runs teardown, and writes what waits for the end of the case.
    func finish() async {
        // Most workflows have no teardown, which saves the timing.
        if !workflow.teardown.isEmpty { await timed { await tearDown() } }
        await context.diskResponses.removeSecrets(knownTo: self)
        writeSnapshots()
    }

    private func timed(_ body: () async -> Void) async {
        let watch = settings.dependencies.begin()
        await body()
        recording.elapsed += watch.elapsed
    }

    /// Runs setup and steps, and computes the outputs, within the file's `timeout`. If the timeout cannot be computed,
    /// no step runs.
    ///
    /// - Parameters:
    ///   - owner: names the workflow in the message of a timeout.
    ///   - hasFailed: whether there was a failure before.
    func performSections(of owner: String, after hasFailed: Bool) async {
        guard !hasFailed, !settings.options.isDryRun, let timeout = workflow.timeout else {
            return await performSections(after: hasFailed)
        }
        do throws(StepFailure) {
            let limit = try timeout.microseconds(from: self)
            let (_, overdue) = await limited(owner, to: limit) { [self] in await performSections(after: false) }
            fail(overdue: overdue, at: workflow.timeoutRange)
        } catch {
            fail("timeout", [error])
            await performSections(after: true)
        }
    }

    private func performSections(after hasFailed: Bool) async {
        var failed = hasFailed
        for (section, steps) in [(StepSection.setup, workflow.setup), (.steps, workflow.steps)] {
            let end = await perform(
                steps, in: calling?.section(section) ?? section, frame: calling?.frame, after: failed)
            if end.blocks { failed = true }
        }
        // If only a part of the steps ran, the outputs are incomplete and not computed.
        if !recording.hasFailed, stepLimit == nil, calling != nil || recording.outcome == .passed { computeOutputs() }
    }

    /// Runs steps in order; after a failed step, the following ones are skipped.
    ///
    /// - Parameter hasFailed: whether an earlier step has failed.
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

    /// Runs every step of teardown, whatever the outcome of the others. An interrupted run gives teardown a deadline.
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

    /// The name of a variable that a step reads and that has no value because the step that sets it did not run.
    private func missingCapture(of step: Step) -> String? {
        let given = step.action.givenNames
        return step.reads.sorted().first { name in
            guard !given.contains(name), let slot = workflow.slots[name] else { return false }
            // A variable that cannot be computed is reported as a failure of its own.
            do { return try value(at: slot) == nil } catch { return false }
        }
    }
}

extension CaseRun {
    /// Writes the snapshots that its steps recorded; one that cannot be written is a failure of the case.
    func writeSnapshots() {
        for entry in context.snapshots.take() {
            do throws(StepFailure) {
                try SnapshotFiles(settings, of: entry.range.file).write(entry, holdsSecret: holdsSecret)
            } catch {
                fail(error)
            }
        }
    }

    /// Forgets the snapshots of an attempt that is repeated.
    func dropSnapshots() { _ = context.snapshots.take() }

    private func holdsSecret(_ bytes: [UInt8]) -> Bool { context.secrets.redactor.finds(in: bytes) }
}
