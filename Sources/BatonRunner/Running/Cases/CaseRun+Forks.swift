import BatonWorkflow

extension CaseRun {
    /// Computes the variables that wait for their first use, so that copies agree about them.
    ///
    /// One that cannot be computed waits on: whoever reads it says why.
    func computeVariables() {
        for variable in workflow.variables { _ = try? value(at: variable.slot) }
    }

    /// A copy that one pass of a concurrent loop works on: its variables are its own, its session is everybody's.
    func fork() -> CaseRun { CaseRun(copying: self) }

    /// Takes over what a copy recorded.
    func take(over fork: CaseRun) {
        for (record, note) in zip(fork.recording.records, fork.recording.notes) {
            self.record(record.numbered(recording.nextIndex), proves: note.proves, requests: note.requests)
        }
    }
}

extension StepRecord {
    /// The same record at another place among those of its case.
    fileprivate func numbered(_ index: Int) -> StepRecord {
        StepRecord(
            caseIndex: caseIndex, index: index, section: section, name: name, kind: kind, outcome: outcome,
            reason: reason, explanation: explanation, place: place, started: started, duration: duration,
            exchanges: exchanges, program: program, earlierPrograms: earlierPrograms, failures: failures,
            checkCount: checkCount, output: output,
            isFlaky: isFlaky)
    }
}
