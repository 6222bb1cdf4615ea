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
    private var read: @Sendable (Reply) throws(Failure) -> Output
    private var accepted: [any StatusCodes] = [200...299]

    /// - Parameters:
    ///   - request: the request that is sent.
    ///   - api: what all requests of its API share.
    ///   - sample: the response of a stubbed client, without network.
    ///   - output: makes the result of a response with an accepted status, 2xx unless `accepting` says otherwise. It may throw
    ///     any error; an error that is not a `Failure` is converted to one, see `Endpoint.output(from:)`.
    public init(
        _ request: APIRequest, of api: API = API(), sample: Sample? = nil,
        output: @escaping @Sendable (Reply) throws -> Output
    ) {
        self.request = request
        self.api = api
        self.sample = sample
        read = { reply throws(Failure) in
            do {
                return try output(reply)
            } catch {
                throw .thrown(error, .mappingFormat, "`\(Output.self)` cannot be read")
            }
        }
    }

    /// The call with these accepted statuses in place of 2xx: `.accepting(200...299, 304)`. Its output must be able to read
    /// their bodies, as `Response`, `Void`, `JSONValue` and a closure can.
    public func accepting(_ statuses: any StatusCodes...) -> Call {
        var changed = self
        changed.accepted = statuses
        return changed
    }

    /// Whether the output can be made of a response with that status.
    public func accepts(status: Int) -> Bool { accepted.contains { $0.contains(status: status) } }

    /// The same call with another request, and an output that is made of this one's.
    func mapped<Other: Sendable>(
        _ request: APIRequest, _ change: @escaping @Sendable (Output, Reply) throws -> Other
    ) -> Call<Other> {
        var other = Call<Other>(request, of: api, sample: sample) { [read] reply in try change(try read(reply), reply) }
        other.accepted = accepted
        return other
    }

    /// Makes the result with the function that the call was given.
    public func output(from reply: Reply) throws(Failure) -> Output { try read(reply) }
}

extension Call {
    /// Nobody knows how to read the output.
    @available(
        *, unavailable,
        message:
            "let the output be `Decodable` (`nonisolated` where the main actor is the default), or make it in a closure"
    )
    public init(_ request: APIRequest, of api: API = API(), sample: Sample? = nil) {
        self.init(request, of: api, sample: sample) { reply in throw reply.statusFailure }
    }
}

extension Call where Output: ExpressibleByNilLiteral {
    /// The call with nil as the output of these statuses, whatever their body: `.returningNil(for: 404)`. They are accepted
    /// beside the others.
    public func returningNil(for statuses: any StatusCodes...) -> Call {
        var changed = self
        changed.accepted += statuses
        changed.read = { [read] reply throws(Failure) in
            statuses.contains { $0.contains(status: reply.status) } ? nil : try read(reply)
        }
        return changed
    }
}

extension Call where Output: Decodable {
    /// Decodes the body.
    public init(_ request: APIRequest, of api: API = API(), sample: Sample? = nil) {
        self.init(request, of: api, sample: sample) { reply in try reply.decoded() }
    }
}

extension Call where Output: MappableValue {
    /// Maps the body.
    public init(_ request: APIRequest, of api: API = API(), sample: Sample? = nil) {
        self.init(request, of: api, sample: sample) { reply in try reply.mapped() }
    }
}

extension Call where Output: Decodable & MappableValue {
    /// Decodes the body.
    public init(_ request: APIRequest, of api: API = API(), sample: Sample? = nil) {
        self.init(request, of: api, sample: sample) { reply in try reply.decoded() }
    }
}

extension Call where Output == Response {
    /// Returns the response unchanged.
    public init(_ request: APIRequest, of api: API = API(), sample: Sample? = nil) {
        self.init(request, of: api, sample: sample) { reply in reply.response }
    }
}

extension Call where Output == Void {
    /// Ignores the body of a 2xx response.
    public init(_ request: APIRequest, of api: API = API(), sample: Sample? = nil) {
        self.init(request, of: api, sample: sample) { _ in }
    }
}
