/// What sends a request and brings back the answer: the engine, a stub, a cache in front of one of them.
public protocol Dispatcher: Sendable {
    /// Throws when no response arrived. A 500 is a response.
    ///
    /// Ends with `workflow.cancelled` soon after its task is cancelled, whatever the server does.
    func send(_ request: Request) async throws(Failure) -> Response
}
