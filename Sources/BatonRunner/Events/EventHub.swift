import Synchronization

/// Hands every event to every consumer that wants it, one after the other, from whichever thread it comes.
package final class EventHub: Sendable {
    private let consumers: [any EventConsumer]
    /// Those that want to hear what happens inside a case.
    private let followers: [any EventConsumer]
    private let gate = Mutex(())
    /// Whether anyone shows what is being worked on right now; without, nobody is told when a step starts.
    package let showsProgress: Bool
    /// Filled only where progress is shown.
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
