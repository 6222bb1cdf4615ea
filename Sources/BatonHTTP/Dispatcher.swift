/// Sends a request and returns the response: the engine, a stub, or a cache in front of one of them.
///
/// A client needs nothing else of a dispatcher than this one function:
///
/// - It returns or throws exactly once, as every `async` function does. One that is built on callbacks resumes its
///   continuation once; what a callback says after that is dropped.
/// - It throws a `Failure`, and the compiler accepts nothing else: an error of another kind is wrapped,
///   `Failure(.connect, "\(error)")`.
/// - It keeps the request's timeout. A client leaves a dispatcher behind that has not returned a quarter of a second
///   after the timeout, or after the task was cancelled: the request fails with `network.timeout` or
///   `workflow.cancelled`, and a response that still comes is dropped.
public protocol Dispatcher: Sendable {
    /// Throws when no response arrived. A 500 is a response.
    ///
    /// Throws `workflow.cancelled` soon after the task is cancelled, even if the server sends nothing. Runs on the
    /// caller's executor, so an implementation must suspend and never block the thread; one that is declared without
    /// `nonisolated(nonsending)` runs on another executor.
    nonisolated(nonsending) func send(_ request: Request) async throws(Failure) -> Response
}
