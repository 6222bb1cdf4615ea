public import BatonHTTP

/// An endpoint whose output lists its possible outcomes: every response and every failure becomes one of them.
///
/// ```swift
/// enum SignIn: Sendable { case done(User), wrongPassword, unreachable, unclear(Failure) }
/// ```
/// Sending it throws nothing: the compiler asks for each case, so that none is forgotten.
public protocol OutcomeEndpoint<Output>: Endpoint {
    /// The outcome of a response or a failure.
    ///
    /// - Parameter result: a response of any status, or why there is none: a request that cannot be built, a network
    ///   error, a cancelled task.
    func outcome(of result: Result<Reply, Failure>) -> Output
}

extension OutcomeEndpoint {
    /// Accepts every status, because each has its outcome.
    public func accepts(status: Int) -> Bool { true }
    /// The outcome of a response.
    public func output(from reply: Reply) throws(Failure) -> Output { outcome(of: .success(reply)) }
}
