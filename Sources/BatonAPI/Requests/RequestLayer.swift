/// Where a part of a request is written, from the weakest place to the strongest.
package enum RequestLayer: Int, Sendable, Comparable {
    case environment
    /// What all requests of an API share; the top of an API file.
    case api
    case defaults
    /// The endpoint that a step calls.
    case endpoint
    /// The step, or the request that Swift code makes.
    case step

    /// Whether what is written there goes wherever the request goes: it stands beside the URL.
    package var goesAnywhere: Bool { self >= .endpoint }

    package static func < (one: RequestLayer, other: RequestLayer) -> Bool { one.rawValue < other.rawValue }
}

/// What may go to the origin of a request.
package struct OriginTrust: Sendable {
    /// Whether it is that of the base URL, or one that the environment trusts.
    package let isTrusted: Bool
    /// Whether it is the one that the API names as its own.
    package let isOwnAPI: Bool

    package init(isTrusted: Bool, isOwnAPI: Bool) {
        self.isTrusted = isTrusted
        self.isOwnAPI = isOwnAPI
    }

    /// Whether a credential that is written there may go.
    package func allowsCredentials(of layer: RequestLayer) -> Bool {
        isTrusted || layer.goesAnywhere || layer == .api && isOwnAPI
    }
}
