import Dispatch

/// Blocks a thread until another one opens the gate, at most five minutes, so that the tests do not hang.
package final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    package init() {}

    package func open() {
        semaphore.signal()
    }

    /// Waits; returns whether the gate was opened.
    @discardableResult package func wait() -> Bool {
        semaphore.wait(timeout: .now() + 300) == .success
    }
}

/// Suspends a task until a thread notifies it.
package final class Notice: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    package init() {
        (stream, continuation) = AsyncStream.makeStream()
    }

    package func give() {
        continuation.yield()
    }

    package func received() async {
        for await _ in stream { return }
    }
}
