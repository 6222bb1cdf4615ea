public import BatonHTTP

/// An endpoint as a value, for those who do not want a type for each.
///
/// ```swift
/// let profile = Call<User>(.get("/me"), of: shop)
/// ```
public struct Call<Output: Sendable>: Endpoint {
    /// What is sent.
    public let request: APIRequest
    /// What all requests of its API share.
    public let api: API
    /// The response of a run without network.
    public let sample: Sample?
    private let read: @Sendable (Reply) throws(Failure) -> Output

    /// - Parameters:
    ///   - request: what is sent.
    ///   - api: what all requests of its API share.
    ///   - sample: the response of a run without network.
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

    /// Makes the result as the call was told to.
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
    /// Gives the response untouched.
    public init(_ request: APIRequest, of api: API = API(), sample: Sample? = nil) {
        self.init(request, of: api, sample: sample) { reply throws(Failure) in reply.response }
    }
}

extension Call where Output == Void {
    /// Reads nothing of a 2xx responses.
    public init(_ request: APIRequest, of api: API = API(), sample: Sample? = nil) {
        self.init(request, of: api, sample: sample) { _ throws(Failure) in }
    }
}
