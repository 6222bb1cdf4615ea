public import BatonHTTP

/// An endpoint as a value, for those who do not want a type for each.
///
/// ```swift
/// let profile = Call<User>(.get("/me"), of: shop)
/// ```
public struct Call<Output: Sendable>: Endpoint {
    public let request: APIRequest
    public let api: API
    public let sample: Sample?
    private let read: @Sendable (Reply) throws(Failure) -> Output

    /// - Parameter output: makes the result of an answer with a 2xx status.
    public init(
        _ request: APIRequest, of api: API = API(), sample: Sample? = nil,
        output: @escaping @Sendable (Reply) throws(Failure) -> Output
    ) {
        self.request = request
        self.api = api
        self.sample = sample
        read = output
    }

    public func output(from reply: Reply) throws(Failure) -> Output { try read(reply) }
}

extension Call where Output: Decodable {
    public init(_ request: APIRequest, of api: API = API(), sample: Sample? = nil) {
        self.init(request, of: api, sample: sample) { reply throws(Failure) in try reply.decoded() }
    }
}

extension Call where Output: MappableValue {
    public init(_ request: APIRequest, of api: API = API(), sample: Sample? = nil) {
        self.init(request, of: api, sample: sample) { reply throws(Failure) in try reply.mapped() }
    }
}

extension Call where Output: Decodable & MappableValue {
    public init(_ request: APIRequest, of api: API = API(), sample: Sample? = nil) {
        self.init(request, of: api, sample: sample) { reply throws(Failure) in try reply.decoded() }
    }
}

extension Call where Output == Response {
    public init(_ request: APIRequest, of api: API = API(), sample: Sample? = nil) {
        self.init(request, of: api, sample: sample) { reply throws(Failure) in reply.response }
    }
}

extension Call where Output == Void {
    public init(_ request: APIRequest, of api: API = API(), sample: Sample? = nil) {
        self.init(request, of: api, sample: sample) { _ throws(Failure) in }
    }
}
