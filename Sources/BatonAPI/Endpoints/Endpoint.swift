// An endpoint is a request and what becomes of its response: a `Reply` in, an output or a failure out. `Call` and
// `OutcomeCall` are endpoints as values; an `OutcomeEndpoint` makes its output of failures, too.

public import BatonHTTP

/// One operation of an API, and the type of its result.
///
/// ```swift
/// struct Profile: Endpoint {
///     struct User: Decodable, Sendable { var name: String }
///     typealias Output = User
///     var request: APIRequest { .get("/me") }
/// }
/// ```
/// Give `api`, which all endpoints of an API share, in an extension of a protocol that refines this one.
public protocol Endpoint<Output>: Sendable {
    /// The type of the result: a `Decodable` or `Mappable` type needs no further code.
    associatedtype Output: Sendable

    /// What all requests of its API share.
    var api: API { get }

    /// The request that is sent; throws `request.*` when it cannot be built.
    var request: APIRequest { get throws(Failure) }

    /// Whether `output` can read a response with that status; 2xx by default.
    func accepts(status: Int) -> Bool

    /// Makes the result of a response; throws `mapping.*` or `response.*` when the response does not fit.
    ///
    /// It may be declared with `throws(Failure)`, `throws` or neither. A `DecodingError` becomes `mapping.*`, a
    /// `CancellationError` `workflow.cancelled`, and any other error `mapping.format`.
    func output(from reply: Reply) throws -> Output

    /// The response of a stubbed client, without network.
    var sample: Sample? { get }
}

extension Endpoint {
    /// An API without a base URL, headers or credentials of its own.
    public var api: API { API() }
    /// 2xx.
    public func accepts(status: Int) -> Bool { (200...299).contains(status) }
    /// No sample.
    public var sample: Sample? { nil }
}

extension Endpoint {
    /// Nobody knows how to read the output.
    @available(
        *, unavailable,
        message:
            "let the output be `Decodable` (`nonisolated` where the main actor is the default), or write `output(from:)`"
    )
    public func output(from reply: Reply) throws -> Output { throw reply.statusFailure }
}

extension Endpoint where Output: Decodable {
    /// Decodes the body.
    public func output(from reply: Reply) throws(Failure) -> Output { try reply.decoded() }
}

extension Endpoint where Output: MappableValue {
    /// Maps the body.
    public func output(from reply: Reply) throws(Failure) -> Output { try reply.mapped() }
}

extension Endpoint where Output: Decodable & MappableValue {
    /// Decodes the body.
    public func output(from reply: Reply) throws(Failure) -> Output { try reply.decoded() }
}

extension Endpoint where Output == Response {
    /// Returns the response unchanged.
    public func output(from reply: Reply) throws(Failure) -> Output { reply.response }
}

extension Endpoint where Output == Void {
    /// Ignores the body: only the status counts.
    public func output(from reply: Reply) throws(Failure) -> Output { () }
}

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
