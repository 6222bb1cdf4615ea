import BatonWorkflow

extension CaseRun {
    /// Computes all pending variables before copying, so that copies agree about their values.
    ///
    /// A variable that cannot be computed stays pending; the error is thrown where it is read.
    func computeVariables() {
        for variable in workflow.variables { _ = try? value(at: variable.slot) }
    }

    /// A copy for one pass of a concurrent loop, with its own variables and the shared session.
    func fork() -> CaseRun { CaseRun(copying: self) }

    /// Adds the records of a copy.
    func take(over fork: CaseRun) {
        for (record, note) in zip(fork.recording.records, fork.recording.notes) {
            self.record(record.numbered(recording.nextIndex), proves: note.proves, requests: note.requests)
        }
    }
}

extension StepRecord {
    /// The same record with another index in its case.
    fileprivate func numbered(_ index: Int) -> StepRecord {
        StepRecord(
            caseIndex: caseIndex, index: index, section: section, name: name, kind: kind, outcome: outcome,
            reason: reason, explanation: explanation, place: place, started: started, duration: duration,
            exchanges: exchanges, program: program, earlierPrograms: earlierPrograms, failures: failures,
            checkCount: checkCount, output: output,
            isFlaky: isFlaky)
    }
}
