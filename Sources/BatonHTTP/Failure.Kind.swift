extension Failure {
    /// The stable, dotted name of what went wrong: the same in console, reports, history, `outcome` and `retry.on`.
    public struct Kind: Sendable, Hashable, RawRepresentable, CustomStringConvertible {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        public var description: String { rawValue }

        /// The word before the dot: `network` of `network.dns`.
        public var family: Substring {
            rawValue.prefix { $0 != "." }
        }
    }
}

extension Failure.Kind {
    public static var invalidURL: Self { Self(rawValue: "request.invalid_url") }
    public static var badInput: Self { Self(rawValue: "request.bad_input") }

    public static var dns: Self { Self(rawValue: "network.dns") }
    public static var connect: Self { Self(rawValue: "network.connect") }
    public static var tls: Self { Self(rawValue: "network.tls") }
    public static var timeout: Self { Self(rawValue: "network.timeout") }
    public static var reset: Self { Self(rawValue: "network.reset") }
    public static var tooLarge: Self { Self(rawValue: "network.too_large") }
    public static var `protocol`: Self { Self(rawValue: "network.protocol") }

    public static var badRequest: Self { Self(rawValue: "http.bad_request") }
    public static var unauthorized: Self { Self(rawValue: "http.unauthorized") }
    public static var forbidden: Self { Self(rawValue: "http.forbidden") }
    public static var notFound: Self { Self(rawValue: "http.not_found") }
    public static var conflict: Self { Self(rawValue: "http.conflict") }
    public static var unprocessable: Self { Self(rawValue: "http.unprocessable") }
    public static var tooManyRequests: Self { Self(rawValue: "http.too_many_requests") }
    public static var clientError: Self { Self(rawValue: "http.client_error") }
    public static var serverError: Self { Self(rawValue: "http.server_error") }
    public static var unexpected: Self { Self(rawValue: "http.unexpected") }

    public static var noData: Self { Self(rawValue: "response.no_data") }
    public static var notJSON: Self { Self(rawValue: "response.not_json") }
    public static var notXML: Self { Self(rawValue: "response.not_xml") }
    public static var encoding: Self { Self(rawValue: "response.encoding") }

    public static var mappingMissing: Self { Self(rawValue: "mapping.missing") }
    public static var mappingType: Self { Self(rawValue: "mapping.type") }
    public static var mappingFormat: Self { Self(rawValue: "mapping.format") }

    public static var check: Self { Self(rawValue: "check.failed") }
    public static var cacheMiss: Self { Self(rawValue: "cache.miss") }
    public static var cacheCorrupt: Self { Self(rawValue: "cache.corrupt") }
    public static var expression: Self { Self(rawValue: "expression.failed") }

    public static var workflowInvalid: Self { Self(rawValue: "workflow.invalid") }
    public static var blocked: Self { Self(rawValue: "workflow.blocked") }
    public static var workflowTimeout: Self { Self(rawValue: "workflow.timeout") }
    public static var cancelled: Self { Self(rawValue: "workflow.cancelled") }
    public static var exec: Self { Self(rawValue: "exec.failed") }
    public static var stubMissing: Self { Self(rawValue: "stub.missing") }

    /// Every kind that Baton itself uses, in the order of the reference.
    public static var all: [Self] {
        [
            invalidURL, badInput, dns, connect, tls, timeout, reset, tooLarge, `protocol`, badRequest, unauthorized,
            forbidden, notFound, conflict, unprocessable, tooManyRequests, clientError, serverError, unexpected, noData,
            notJSON, notXML, encoding, mappingMissing, mappingType, mappingFormat, check, cacheMiss, cacheCorrupt,
            expression, workflowInvalid, blocked, workflowTimeout, cancelled, exec, stubMissing,
        ]
    }

    /// What a status outside 200…299 is called when nobody asked for it.
    public static func status(_ status: Int) -> Self {
        switch status {
        case 400: badRequest
        case 401: unauthorized
        case 403: forbidden
        case 404: notFound
        case 409: conflict
        case 422: unprocessable
        case 429: tooManyRequests
        case 400...499: clientError
        case 500...599: serverError
        default: unexpected
        }
    }
}
