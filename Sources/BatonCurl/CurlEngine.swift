/// The loops of one run, and the choice of one for a request that comes from none of them.
public final class CurlEngine: Sendable {
    private let loops: [CurlLoop]

    /// Starts nothing: a loop's thread starts with its first work.
    package init(
        loopCount: Int = 1, environment: CurlEnvironment = .process, idleTimes: Persistence.Times = .standard
    ) {
        loops = (0..<max(loopCount, 1)).map { _ in CurlLoop(environment: environment, idleTimes: idleTimes) }
    }

    package var loopCount: Int { loops.count }

    /// The loop for the n-th task; numbers beyond the last loop start over.
    package func loop(at index: Int) -> CurlLoop {
        loops[Int(index.magnitude % UInt(loops.count))]
    }

    /// The loop that this code runs on, else any.
    func loopForSending() -> LoopThread {
        for loop in loops where loop.thread.isCurrent { return loop.thread }
        return loops[Int.random(in: 0..<loops.count)].thread
    }

    /// Ends all transfers with `workflow.cancelled` and waits for the threads to end; not to be called on a loop.
    ///
    /// To be called before the process exits: a thread inside OpenSSL does not survive OpenSSL's own exit handler.
    public func shutDown() {
        for loop in loops { loop.thread.stop() }
        for loop in loops { loop.thread.join() }
    }
}
