import Dispatch

/// Lets a thread wait until another one says so; gives up after a while instead of hanging the tests.
final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    func open() {
        semaphore.signal()
    }

    /// Whether it was opened.
    @discardableResult func wait() -> Bool {
        semaphore.wait(timeout: .now() + 300) == .success
    }
}

/// Lets a task wait until a thread says so.
final class Notice: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() {
        (stream, continuation) = AsyncStream.makeStream()
    }

    func give() {
        continuation.yield()
    }

    func received() async {
        for await _ in stream { return }
    }
}
