package import BatonSecrets
import Synchronization

/// The events of a run, in order: the only input of reports and history.
///
/// Text from outside is `MaskedText`, so unmasked text does not compile. The encoded form is versioned: see
/// `EventForm`. Records are immutable objects, so passing one to several reporters copies nothing.
///
/// How this module works together: the runner makes records and emits events into the `EventHub`, which gives each to
/// all `EventConsumer`s, in order. A run is `RunStarted`, then for each case steps (`StepRecord` with `ExchangeRecord`s
/// and `FailureRecord`s) and their `CaseRecord`, and at last `RunFinished`, from which the `ExitCode` follows. Cases
/// are known by their `CaseIdentity`, failures by their `FailureSignature`.
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

/// Passes every event to every interested consumer, one event at a time; may be called from any thread.
package final class EventHub: Sendable {
    private let consumers: [any EventConsumer]
    /// Consumers of the events inside a case: its start and its steps.
    private let followers: [any EventConsumer]
    private let gate = Mutex(())
    /// Whether a consumer shows the step being worked on; otherwise no event is sent when a step starts.
    package let showsProgress: Bool
    /// Changes an event before any consumer has it.
    private let revise: (@Sendable (RunEvent) -> RunEvent)?
    /// Transfers in progress; filled only where progress is shown.
    package let transfers = TransferBoard()

    package init(
        _ consumers: [any EventConsumer], showsProgress: Bool, revise: (@Sendable (RunEvent) -> RunEvent)? = nil
    ) {
        self.consumers = consumers
        self.revise = revise
        followers = consumers.filter(\.followsSteps)
        self.showsProgress = showsProgress
    }

    package func emit(_ event: RunEvent) {
        let listeners = event.isInsideCase ? followers : consumers
        let event = revise?(event) ?? event
        gate.withLock { _ in
            for consumer in listeners { consumer.receive(event) }
        }
    }
}
