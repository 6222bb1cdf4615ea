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
            self.record(record.copy(index: recording.nextIndex), proves: note.proves, requests: note.requests)
        }
    }
}
