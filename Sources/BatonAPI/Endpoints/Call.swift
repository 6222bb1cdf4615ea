public import BatonHTTP

/// An endpoint as a value, for APIs that do not need a type for each endpoint.
///
/// ```swift
/// let profile = Call<User>(.get("/me"), of: shop)
/// ```
public struct Call<Output: Sendable>: Endpoint {
    /// The request that is sent.
    public let request: APIRequest
    /// What all requests of its API share.
    public let api: API
    /// The response of a stubbed client, without network.
    public let sample: Sample?
    private let read: @Sendable (Reply) throws(Failure) -> Output

    /// - Parameters:
    ///   - request: the request that is sent.
    ///   - api: what all requests of its API share.
    ///   - sample: the response of a stubbed client, without network.
    ///   - output: makes the result of a response with a 2xx status.
    public init(
        _ request: APIRequest, of api: API = API(), sample: Sample? = nil,
        output: @escaping @Sendable (Reply) throws(Failure) -> Output
    ) {
        self.request = request
        self.api = api
        self.sample = sample
        read = output
    }

    /// Makes the result with the function that the call was given.
    public func output(from reply: Reply) throws(Failure) -> Output { try read(reply) }
}

extension Call where Output: Decodable {
    /// Decodes the body.
    public init(_ request: APIRequest, of api: API = API(), sample: Sample? = nil) {
        self.init(request, of: api, sample: sample) { reply throws(Failure) in try reply.decoded() }
    }
}

extension Call where Output: MappableValue {
    /// Maps the body.
    public init(_ request: APIRequest, of api: API = API(), sample: Sample? = nil) {
        self.init(request, of: api, sample: sample) { reply throws(Failure) in try reply.mapped() }
    }
}

extension Call where Output: Decodable & MappableValue {
    /// Decodes the body.
    public init(_ request: APIRequest, of api: API = API(), sample: Sample? = nil) {
        self.init(request, of: api, sample: sample) { reply throws(Failure) in try reply.decoded() }
    }
}

extension Call where Output == Response {
    /// Returns the response unchanged.
    public init(_ request: APIRequest, of api: API = API(), sample: Sample? = nil) {
        self.init(request, of: api, sample: sample) { reply throws(Failure) in reply.response }
    }
}

extension Call where Output == Void {
    /// Ignores the body of a 2xx response.
    public init(_ request: APIRequest, of api: API = API(), sample: Sample? = nil) {
        self.init(request, of: api, sample: sample) { _ throws(Failure) in }
    }
}
