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

/// One status code or a range of them: `304`, `200...299`.
public protocol StatusCodes: Sendable {
    /// Whether the status is among them.
    func contains(status: Int) -> Bool
}

extension Int: StatusCodes {
    /// Whether it is this status.
    public func contains(status: Int) -> Bool { self == status }
}

extension ClosedRange: StatusCodes where Bound == Int {
    /// Whether the status is in the range.
    public func contains(status: Int) -> Bool { contains(status) }
}

extension Range: StatusCodes where Bound == Int {
    /// Whether the status is in the range.
    public func contains(status: Int) -> Bool { contains(status) }
}

/// How the call of an endpoint ended: every response and every failure has exactly one name.
package enum CallOutcome: Sendable, Hashable {
    /// A 2xx response that could be mapped, and that none of the endpoint's own outcomes matches.
    case success
    /// One of the endpoint's own outcomes.
    case named(String)
    /// A 2xx response that could not be mapped to `result`.
    case mappingFailed
    /// No response, or one with a status outside 2xx.
    case failure(Failure.Kind)

    package static let successName = "success"
    package static let mappingFailedName = "mapping_failed"

    package var name: String {
        switch self {
        case .success: Self.successName
        case .named(let name): name
        case .mappingFailed: Self.mappingFailedName
        case .failure(let kind): kind.rawValue
        }
    }

    /// Whether a name has a meaning for every endpoint, so that no endpoint may define it.
    package static func isReserved(_ name: String) -> Bool {
        name == successName || name == mappingFailedName || Failure.Kind.all.contains { $0.rawValue == name }
    }

    /// The outcome of a response that none of the endpoint's own outcomes matches.
    ///
    /// - Parameter isMapped: whether the result could be made of the response; called only for a 2xx status.
    package static func unclaimed(status: Int, isMapped: () -> Bool) -> CallOutcome {
        guard (200..<300).contains(status) else { return .failure(.status(status)) }
        return isMapped() ? .success : .mappingFailed
    }
}
