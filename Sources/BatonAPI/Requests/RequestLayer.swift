/// Where a part of a request is written, from the weakest place to the strongest.
package enum RequestLayer: Int, Sendable, Comparable {
    case environment
    /// Shared by all requests of an API: the top of an API file.
    case api
    case defaults
    /// The endpoint that a step calls.
    case endpoint
    /// The step, or the request that Swift code makes.
    case step

    /// Whether what is written there is sent to any origin: the URL is written at the same place.
    package var goesAnywhere: Bool { self >= .endpoint }

    package static func < (one: RequestLayer, other: RequestLayer) -> Bool { one.rawValue < other.rawValue }
}

/// Which credentials may be sent to the origin of a request.
package struct OriginTrust: Sendable {
    /// Whether the origin is that of the base URL, or one that the environment trusts.
    package let isTrusted: Bool
    /// Whether the origin is that of the API's own base URL.
    package let isOwnAPI: Bool

    package init(isTrusted: Bool, isOwnAPI: Bool) {
        self.isTrusted = isTrusted
        self.isOwnAPI = isOwnAPI
    }

    /// Whether anything of that place is sent to the origin: what the environment says is meant for the origins of its own.
    package func admits(_ layer: RequestLayer) -> Bool { isTrusted || layer != .environment }

    /// Whether credentials that are written at that place may be sent to the origin.
    package func allowsCredentials(of layer: RequestLayer) -> Bool {
        isTrusted || layer.goesAnywhere || layer == .api && isOwnAPI
    }
}
