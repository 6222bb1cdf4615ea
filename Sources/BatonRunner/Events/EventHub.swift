import Synchronization

/// Hands every event to every consumer, one after the other, from whichever thread it comes.
package final class EventHub: Sendable {
    private let consumers: [any EventConsumer]
    private let gate = Mutex(())
    /// Whether anyone shows what is being worked on right now; without, nobody is told when a step starts.
    package let showsProgress: Bool
    /// Filled only where progress is shown.
    package let transfers = TransferBoard()

    package init(_ consumers: [any EventConsumer], showsProgress: Bool) {
        self.consumers = consumers
        self.showsProgress = showsProgress
    }

    package func emit(_ event: RunEvent) {
        gate.withLock { _ in
            for consumer in consumers { consumer.receive(event) }
        }
    }
}
