import Synchronization

/// Passes every event to every interested consumer, one event at a time; may be called from any thread.
package final class EventHub: Sendable {
    private let consumers: [any EventConsumer]
    /// Consumers of the events inside a case: its start and its steps.
    private let followers: [any EventConsumer]
    private let gate = Mutex(())
    /// Whether a consumer shows the step being worked on; otherwise no event is sent when a step starts.
    package let showsProgress: Bool
    /// Transfers in progress; filled only where progress is shown.
    package let transfers = TransferBoard()

    package init(_ consumers: [any EventConsumer], showsProgress: Bool) {
        self.consumers = consumers
        followers = consumers.filter(\.followsSteps)
        self.showsProgress = showsProgress
    }

    package func emit(_ event: RunEvent) {
        let listeners = event.isInsideCase ? followers : consumers
        gate.withLock { _ in
            for consumer in listeners { consumer.receive(event) }
        }
    }
}
