public import BatonHTTP
import BatonSecrets

/// Looks on at every exchange, and may change what is sent.
///
/// Interceptors see requests in the order in which they are given, and responses in the opposite one. What one throws in
/// `adapt` ends the exchange before anything is sent.
public protocol Interceptor: Sendable {
    /// Returns the request that goes on to the next interceptor, and at last to the server.
    func adapt(_ request: Request, in exchange: Exchange) async throws(Failure) -> Request
    /// Nothing has been sent yet.
    func didStart(_ request: Request, in exchange: Exchange)
    /// A response of any status has arrived.
    func didFinish(_ request: Request, _ response: Response, in exchange: Exchange)
    /// There is no response.
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

/// One request on its way, among the others of the same dispatcher.
public struct Exchange: Sendable {
    /// Counts from 1 for each dispatcher.
    public let number: Int
    /// How many are on their way, this one included, when it started or after it ended.
    public let inFlight: Int
    /// Since the exchange began; zero before it is sent.
    public let elapsed: Duration
    /// What must not be shown of it: the secrets of the environment.
    let secrets: SecretRegistry
}
