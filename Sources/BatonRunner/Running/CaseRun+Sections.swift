import BatonCEL
import BatonHTTP
import BatonJSON
import BatonSystem
import BatonWorkflow

extension CaseRun {
    /// Runs setup, steps and teardown, and says how the case ended.
    func perform() async -> CaseRecord {
        hub.emit(.caseStarted(identity))
        let started = ClockReading.wallMicroseconds()
        let begin = ClockReading.monotonicNanoseconds()
        var failed = false
        if let failure = fillInputs() {
            record(failure, proves: false, requests: 0)
            failed = true
        }
        var index = 0
        for (section, steps) in [(StepSection.setup, workflow.setup), (.steps, workflow.steps)] {
            for step in steps {
                let execution = StepExecution(run: self, step: step, index: index, section: section)
                index += 1
                if failed {
                    execution.skip(Task.isCancelled ? "the run was interrupted" : "an earlier step failed")
                    continue
                }
                if Task.isCancelled {
                    recordCancelled(step, index - 1, section)
                    failed = true
                    continue
                }
                let outcome = await execution.perform()
                if outcome == .failed || outcome == .error {
                    failed = step.flow?.continuesOnFailure != true
                }
            }
        }
        if !failed, outcome == .passed { computeOutputs() }
        await tearDown(from: index)
        let duration = Int64(clamping: (ClockReading.monotonicNanoseconds() &- begin) / 1000)
        return CaseRecord(
            identity: identity, outcome: outcome, reason: reason, started: started, duration: duration, steps: records,
            failures: outputFailures,
            outputs: outcome == .passed ? outputs.map { CaseRecord.Output(name: $0.name, value: $0.shown) } : [])
    }

    private func recordCancelled(_ step: Step, _ index: Int, _ section: StepSection) {
        let failure = Reporting(self).failure(StepFailure(.cancelled, "the run was interrupted", at: step.range))
        record(
            StepRecord(
                caseIndex: identity.index, index: index, section: section, name: step.name, kind: step.action.kind,
                outcome: .error, place: Reporting(self).plainPlace(step.range),
                started: ClockReading.wallMicroseconds(),
                duration: 0, failures: [failure]),
            proves: false, requests: 0)
    }

    private var outcome: Outcome {
        let failures = records.flatMap(\.failures) + outputFailures
        if !failures.isEmpty { return failures.contains { !$0.isError } ? .failed : .error }
        return provedSomething ? .passed : .skipped
    }

    private var reason: String? {
        guard outcome == .skipped else { return nil }
        if settings.isDryRun { return "dry run" }
        return records.first { $0.outcome == .skipped }?.reason ?? "no request was sent and no condition was held"
    }

    /// Every step of teardown runs, whatever the others did, also when the run is interrupted.
    ///
    /// A cancelled task cannot send anything, so teardown has a task of its own, which this one waits for: the one
    /// task without an owner. An interrupt gives it a deadline.
    private func tearDown(from first: Int) async {
        guard !workflow.teardown.isEmpty else { return }
        nonisolated(unsafe) let run = self
        let teardown = Task(executorPreference: executor) { await run.performTeardown(from: first) }
        let limit = settings.teardownLimit
        await withTaskCancellationHandler {
            await teardown.value
        } onCancel: {
            Task {
                try? await Task.sleep(for: limit)
                teardown.cancel()
            }
        }
    }

    private func performTeardown(from first: Int) async {
        var index = first
        for step in workflow.teardown {
            let execution = StepExecution(run: self, step: step, index: index, section: .teardown)
            index += 1
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
