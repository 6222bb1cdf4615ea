public import BatonHTTP

/// An outcome endpoint as a value: every response and every failure becomes an output, and sending it does not throw.
///
/// ```swift
/// let isUp = OutcomeCall(.get("/health")) { result in
///     switch result {
///     case .success(let reply): reply.status == 200
///     case .failure: false
///     }
/// }
/// if await client.send(isUp) { … }
/// ```
public struct OutcomeCall<Output: Sendable>: OutcomeEndpoint {
    /// The request that is sent.
    public let request: APIRequest
    /// What all requests of its API share.
    public let api: API
    /// The response of a stubbed client, without network.
    public let sample: Sample?
    private let map: @Sendable (Result<Reply, Failure>) -> Output

    /// - Parameters:
    ///   - request: the request that is sent.
    ///   - api: what all requests of its API share.
    ///   - sample: the response of a stubbed client, without network.
    ///   - outcome: makes the output of a response of any status, or of the reason why there is none.
    public init(
        _ request: APIRequest, of api: API = API(), sample: Sample? = nil,
        outcome: @escaping @Sendable (Result<Reply, Failure>) -> Output
    ) {
        self.request = request
        self.api = api
        self.sample = sample
        map = outcome
    }

    /// Makes the output with the closure that the call was given.
    public func outcome(of result: Result<Reply, Failure>) -> Output { map(result) }

    /// Makes the output of a response.
    public func output(from reply: Reply) throws(Failure) -> Output { map(.success(reply)) }
}
