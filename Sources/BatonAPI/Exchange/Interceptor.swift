public import BatonHTTP
import BatonSecrets

/// Observes every exchange, and may change the request before it is sent.
///
/// Interceptors see requests in the order in which they are given, and responses in the opposite order. An error thrown
/// in `adapt` ends the exchange before anything is sent. All functions are called on Swift's global executor, in the task of
/// the request, and not on the actor that has called the client; each attempt of a `RetryPolicy` is an exchange of its own.
public protocol Interceptor: Sendable {
    /// Returns the request that goes to the next interceptor, and after the last one to the server.
    ///
    /// It may be declared with `throws(Failure)`, `throws` or neither. An error of another type than `Failure` becomes
    /// `request.bad_input`, and a `CancellationError` becomes `workflow.cancelled`.
    func adapt(_ request: Request, in exchange: Exchange) async throws -> Request
    /// Called before the request is sent.
    func didStart(_ request: Request, in exchange: Exchange)
    /// Called when a response of any status has arrived.
    func didFinish(_ request: Request, _ response: Response, in exchange: Exchange)
    /// Called when the request failed without a response.
    func didFail(_ request: Request, _ failure: Failure, in exchange: Exchange)
}

extension Interceptor {
    /// Changes nothing.
    public func adapt(_ request: Request, in exchange: Exchange) async throws(Failure) -> Request { request }
    /// Does nothing.
    public func didStart(_ request: Request, in exchange: Exchange) {}
    /// Does nothing.
    public func didFinish(_ request: Request, _ response: Response, in exchange: Exchange) {}
    /// Does nothing.
    public func didFail(_ request: Request, _ failure: Failure, in exchange: Exchange) {}
}

/// One request in progress, among the others of the same dispatcher.
public struct Exchange: Sendable {
    /// Number of the exchange, counted from 1 for each dispatcher.
    public let number: Int
    /// How many exchanges were in progress when this one started (itself included), or after it ended.
    public let inFlight: Int
    /// Time since the exchange began; zero before it is sent.
    public let elapsed: Duration
    /// Secrets of the environment, which must be masked.
    let secrets: SecretRegistry
}
