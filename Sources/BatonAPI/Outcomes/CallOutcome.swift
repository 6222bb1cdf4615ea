package import BatonHTTP

/// How the call of an endpoint ended: exactly one name for every response and every failure.
package enum CallOutcome: Sendable, Hashable {
    /// A 2xx that none of the endpoint's own outcomes claims, and that could be mapped.
    case success
    /// One of the endpoint's own.
    case named(String)
    /// A success whose response is not what `result` wants.
    case mappingFailed
    /// There was no response, or one that means failure.
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

    /// Whether a name means something for every endpoint, so that none may define it.
    package static func isReserved(_ name: String) -> Bool {
        name == successName || name == mappingFailedName || Failure.Kind.all.contains { $0.rawValue == name }
    }

    /// What a response is called that none of the endpoint's own outcomes claims.
    ///
    /// - Parameter isMapped: whether the result could be made of it; asked only for a success.
    package static func unclaimed(status: Int, isMapped: () -> Bool) -> CallOutcome {
        guard (200..<300).contains(status) else { return .failure(.status(status)) }
        return isMapped() ? .success : .mappingFailed
    }
}
