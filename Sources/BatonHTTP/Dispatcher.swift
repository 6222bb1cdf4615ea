/// Sends a request and returns the response: the engine, a stub, or a cache in front of one of them.
public protocol Dispatcher: Sendable {
    /// Throws when no response arrived. A 500 is a response.
    ///
    /// Throws `workflow.cancelled` soon after the task is cancelled, even if the server sends nothing. Runs on the
    /// caller's executor, so an implementation must suspend and never block the thread; one that is declared without
    /// `nonisolated(nonsending)` runs on another executor.
    nonisolated(nonsending) func send(_ request: Request) async throws(Failure) -> Response
}
