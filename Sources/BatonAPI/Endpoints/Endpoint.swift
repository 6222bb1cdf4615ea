public import BatonHTTP

/// One thing that an API can be asked, and the type of its response.
///
/// ```swift
/// struct Profile: Endpoint {
///     struct User: Decodable, Sendable { var name: String }
///     typealias Output = User
///     var request: APIRequest { .get("/me") }
/// }
/// ```
/// What all endpoints of an API share is written once, in an extension of a protocol of one's own that refines this one
/// and gives `api`.
public protocol Endpoint<Output>: Sendable {
    /// What sending it gives: a `Decodable` or `Mappable` type needs no further code.
    associatedtype Output: Sendable

    /// What its API says about all its requests.
    var api: API { get }

    /// What is sent; throws `request.*` for what cannot be said.
    var request: APIRequest { get throws(Failure) }

    /// Whether a response with that status is one that `output` can read; 2xx unless said otherwise.
    func accepts(status: Int) -> Bool

    /// Makes the result of a response; throws `mapping.*` or `response.*` for what does not fit.
    func output(from reply: Reply) throws(Failure) -> Output

    /// The response of a run without network.
    var sample: Sample? { get }
}

extension Endpoint {
    /// An API without anything of its own.
    public var api: API { API() }
    /// 2xx.
    public func accepts(status: Int) -> Bool { (200...299).contains(status) }
    /// None.
    public var sample: Sample? { nil }
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
    /// Gives the response untouched.
    public func output(from reply: Reply) throws(Failure) -> Response { reply.response }
}

extension Endpoint where Output == Void {
    /// Reads nothing: the status was all that counts.
    public func output(from reply: Reply) throws(Failure) {}
}
