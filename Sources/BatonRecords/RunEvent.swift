package import BatonSecrets

/// The events of a run, in order: the only input of reports and history.
///
/// Text from outside is `MaskedText`, so unmasked text does not compile. The encoded form is versioned: see
/// `Encoding/RunEventEncoder.swift`. Records are immutable objects, so passing one to several reporters copies nothing.
package enum RunEvent: Sendable {
    case runStarted(RunStarted)
    /// Sent again when the whole workflow is retried: the steps reported for the case before no longer count.
    case caseStarted(CaseIdentity)
    case stepStarted(StepStarted)
    case stepFinished(StepRecord)
    /// Sent once for every case of the plan, also for a skipped one and for a file that did not load.
    case caseFinished(CaseRecord)
    /// A message for the user that changes no outcome.
    case warning(MaskedText)
    case runFinished(RunFinished)
}

/// Receives the events of a run. Called for one event after the other, never concurrently.
package protocol EventConsumer: AnyObject, Sendable {
    /// Whether the consumer wants the events inside a case: its start, and its steps. Read once.
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
