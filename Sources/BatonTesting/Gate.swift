import Dispatch

/// Lets a thread wait until another one says so; gives up after a while instead of hanging the tests.
package final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    package init() {}

    package func open() {
        semaphore.signal()
    }

    /// Whether it was opened.
    @discardableResult package func wait() -> Bool {
        semaphore.wait(timeout: .now() + 300) == .success
    }
}

/// Lets a task wait until a thread says so.
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
