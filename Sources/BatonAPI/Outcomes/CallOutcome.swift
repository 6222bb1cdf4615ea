package import BatonHTTP

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
