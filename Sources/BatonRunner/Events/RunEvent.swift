package import BatonSecrets

/// What happens in a run, in order: the only thing that reports and the history see.
///
/// Text from outside is `MaskedText`, so that what nobody masked does not compile. The encoded form is versioned: see `RunEvent+Encoding.swift`.
/// Records are immutable objects, so that handing one to several reporters copies nothing.
package enum RunEvent: Sendable {
    case runStarted(RunStarted)
    /// Comes again when the whole workflow is tried again: what came of its steps before counts no more.
    case caseStarted(CaseIdentity)
    case stepStarted(StepStarted)
    case stepFinished(StepRecord)
    /// Comes once for every case of the plan, also for a skipped one and for a file that did not load.
    case caseFinished(CaseRecord)
    /// Something that the user should know and that changes no verdict.
    case warning(MaskedText)
    case runFinished(RunFinished)
}

/// Whoever listens to a run. Called for one event after the other, never at the same time.
package protocol EventConsumer: AnyObject, Sendable {
    /// Whether it wants to hear what happens inside a case: its beginning, and its steps. Asked once.
    var followsSteps: Bool { get }
    func receive(_ event: RunEvent)
}

extension EventConsumer {
    package var followsSteps: Bool { true }
}

extension RunEvent {
    var isInsideCase: Bool {
        switch self {
        case .caseStarted, .stepStarted, .stepFinished: true
        case .runStarted, .caseFinished, .warning, .runFinished: false
        }
    }
}
