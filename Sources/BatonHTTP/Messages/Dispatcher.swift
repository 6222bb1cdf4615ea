// How this module works together: a `Request` is a value with its URL (`Addresses`), `Headers` (`Fields`), body
// (`RequestBody`) and `TransferOptions`. A `Dispatcher` turns it into a `Response` or a `Failure`; BatonCurl has the one
// that sends, BatonAPI the cache in front of it. What a request carries for others to decide by is below it: what is
// kept between requests (`Sessions`), how stored responses may be used (`Caching`), the events of a body (`Streams`).
// What every engine does with a request is above it (`Sending`). Nothing here opens a connection.
//
// This folder has the values that pass between a client and an engine.

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

/// A dispatcher that always returns soon after the request's timeout, and soon after its task is cancelled.
package protocol SelfLimitedDispatcher: Dispatcher {}

/// The progress of one exchange: bytes of the bodies as they go over the network.
public struct TransferProgress: Sendable, Hashable {
    /// Bytes of the request body that were sent.
    public var sent: Int64
    /// Bytes of the request body; nil without a body, or if its length is unknown.
    public var toSend: Int64?
    /// Bytes of the response body that were received.
    public var received: Int64
    /// Bytes of the response body; nil until the response tells its length, or if it never does.
    public var toReceive: Int64?

    /// The progress of an exchange.
    public init(sent: Int64, toSend: Int64?, received: Int64, toReceive: Int64?) {
        self.sent = sent
        self.toSend = toSend
        self.received = received
        self.toReceive = toReceive
    }

    /// Called with the progress of an exchange, on the engine's thread, which transfers: it must be quick and must not
    /// block, or all requests of that thread wait.
    public typealias Observer = @Sendable (TransferProgress) -> Void
}
