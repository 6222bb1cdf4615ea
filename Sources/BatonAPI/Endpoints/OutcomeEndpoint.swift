public import BatonHTTP

/// An endpoint whose output is the list of its possible ends: every response and every failure becomes one of them.
///
/// ```swift
/// enum SignIn: Sendable { case done(User), wrongPassword, unreachable, unclear(Failure) }
/// ```
/// Sending it throws nothing, so that no path is left unmanaged: the compiler asks for each case.
public protocol OutcomeEndpoint<Output>: Endpoint {
    /// Says which end this is.
    ///
    /// - Parameter result: a response of any status, or why there is none: a request that cannot be made, a network that
    ///   fails, a task that was cancelled.
    func outcome(of result: Result<Reply, Failure>) -> Output
}

extension OutcomeEndpoint {
    /// Every status has its end.
    public func accepts(status: Int) -> Bool { true }
    /// Says which end a response is.
    public func output(from reply: Reply) throws(Failure) -> Output { outcome(of: .success(reply)) }
}
