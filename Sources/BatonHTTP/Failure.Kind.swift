extension Failure {
    /// The stable, dotted name of what went wrong: the same in console, reports, history, `outcome` and `retry.on`.
    package struct Kind: Sendable, Hashable, RawRepresentable, CustomStringConvertible {
        package let rawValue: String

        package init(rawValue: String) {
            self.rawValue = rawValue
        }

        package var description: String { rawValue }

        /// The word before the dot: `network` of `network.dns`.
        package var family: Substring {
            rawValue.prefix { $0 != "." }
        }
    }
}

extension Failure.Kind {
    package static var invalidURL: Self { Self(rawValue: "request.invalid_url") }
    package static var badInput: Self { Self(rawValue: "request.bad_input") }

    package static var dns: Self { Self(rawValue: "network.dns") }
    package static var connect: Self { Self(rawValue: "network.connect") }
    package static var tls: Self { Self(rawValue: "network.tls") }
    package static var timeout: Self { Self(rawValue: "network.timeout") }
    package static var reset: Self { Self(rawValue: "network.reset") }
    package static var tooLarge: Self { Self(rawValue: "network.too_large") }
    package static var `protocol`: Self { Self(rawValue: "network.protocol") }

    package static var badRequest: Self { Self(rawValue: "http.bad_request") }
    package static var unauthorized: Self { Self(rawValue: "http.unauthorized") }
    package static var forbidden: Self { Self(rawValue: "http.forbidden") }
    package static var notFound: Self { Self(rawValue: "http.not_found") }
    package static var conflict: Self { Self(rawValue: "http.conflict") }
    package static var unprocessable: Self { Self(rawValue: "http.unprocessable") }
    package static var tooManyRequests: Self { Self(rawValue: "http.too_many_requests") }
    package static var clientError: Self { Self(rawValue: "http.client_error") }
    package static var serverError: Self { Self(rawValue: "http.server_error") }
    package static var unexpected: Self { Self(rawValue: "http.unexpected") }

    package static var noData: Self { Self(rawValue: "response.no_data") }
    package static var notJSON: Self { Self(rawValue: "response.not_json") }
    package static var notXML: Self { Self(rawValue: "response.not_xml") }
    package static var encoding: Self { Self(rawValue: "response.encoding") }

    package static var mappingMissing: Self { Self(rawValue: "mapping.missing") }
    package static var mappingType: Self { Self(rawValue: "mapping.type") }
    package static var mappingFormat: Self { Self(rawValue: "mapping.format") }

    package static var check: Self { Self(rawValue: "check.failed") }
    package static var cacheMiss: Self { Self(rawValue: "cache.miss") }
    package static var cacheCorrupt: Self { Self(rawValue: "cache.corrupt") }
    package static var expression: Self { Self(rawValue: "expression.failed") }

    package static var workflowInvalid: Self { Self(rawValue: "workflow.invalid") }
    package static var blocked: Self { Self(rawValue: "workflow.blocked") }
    package static var workflowTimeout: Self { Self(rawValue: "workflow.timeout") }
    package static var cancelled: Self { Self(rawValue: "workflow.cancelled") }
    package static var exec: Self { Self(rawValue: "exec.failed") }
    package static var stubMissing: Self { Self(rawValue: "stub.missing") }

    /// Every kind that Baton itself uses, in the order of the reference.
    package static var all: [Self] {
        [
            invalidURL, badInput, dns, connect, tls, timeout, reset, tooLarge, `protocol`, badRequest, unauthorized,
            forbidden, notFound, conflict, unprocessable, tooManyRequests, clientError, serverError, unexpected, noData,
            notJSON, notXML, encoding, mappingMissing, mappingType, mappingFormat, check, cacheMiss, cacheCorrupt,
            expression, workflowInvalid, blocked, workflowTimeout, cancelled, exec, stubMissing,
        ]
    }

    /// What a status outside 200…299 is called when nobody asked for it.
    package static func status(_ status: Int) -> Self {
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
