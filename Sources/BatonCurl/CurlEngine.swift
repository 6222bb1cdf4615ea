import BatonHTTP

/// The loops of one run, and where a request goes that comes from none of them.
package final class CurlEngine: Sendable {
    package let environment: CurlEnvironment
    private let loops: [CurlLoop]

    /// Starts nothing: a loop's thread starts with its first work.
    package init(loopCount: Int = 1, environment: CurlEnvironment = .process) {
        self.environment = environment
        loops = (0..<max(loopCount, 1)).map { _ in CurlLoop() }
    }

    package var loopCount: Int { loops.count }

    /// The loop for the n-th task; numbers beyond the last loop start over.
    package func loop(at index: Int) -> CurlLoop {
        loops[Int(index.magnitude % UInt(loops.count))]
    }

    /// Ends all transfers with `workflow.cancelled` and waits for the threads to end; not to be called on a loop.
    ///
    /// To be called before the process exits: a thread inside OpenSSL does not survive OpenSSL's own exit handler.
    package func shutDown() {}
}
