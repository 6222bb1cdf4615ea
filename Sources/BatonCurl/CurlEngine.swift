/// The loops of one run; chooses a loop for a request that was not sent from one of them.
public final class CurlEngine: Sendable {
    private let loops: [CurlLoop]

    /// Starts no thread yet: each loop starts its thread with its first work.
    package init(
        loopCount: Int = 1, environment: CurlEnvironment = .process, idleTimes: Persistence.Times = .standard
    ) {
        loops = (0..<max(loopCount, 1)).map { _ in CurlLoop(environment: environment, idleTimes: idleTimes) }
    }

    package var loopCount: Int { loops.count }

    /// The loop for the task with this number; numbers beyond the last loop start over.
    package func loop(at index: Int) -> CurlLoop {
        loops[Int(index.magnitude % UInt(loops.count))]
    }

    /// The loop that this code runs on, else a random one.
    func loopForSending() -> LoopThread {
        for loop in loops where loop.thread.isCurrent { return loop.thread }
        return loops[Int.random(in: 0..<loops.count)].thread
    }

    /// Ends all transfers with `workflow.cancelled` and waits for the threads to end. Must not be called on a loop.
    ///
    /// Must be called before the process exits, because OpenSSL's own exit handler frees memory that a thread may be
    /// using.
    public func shutDown() {
        for loop in loops { loop.thread.stop() }
        for loop in loops { loop.thread.join() }
    }
}
