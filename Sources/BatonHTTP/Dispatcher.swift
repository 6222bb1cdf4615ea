/// What sends a request and brings back the response: the engine, a stub, a cache in front of one of them.
public protocol Dispatcher: Sendable {
    /// Throws when no response arrived. A 500 is a response.
    ///
    /// Ends with `workflow.cancelled` soon after its task is cancelled, whatever the server does. Runs where its caller
    /// runs, and so must wait for nothing but suspended; one that is written without `nonisolated(nonsending)` runs
    /// beside it.
    nonisolated(nonsending) func send(_ request: Request) async throws(Failure) -> Response
}
