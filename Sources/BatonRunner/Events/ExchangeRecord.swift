import BatonHTTP
package import BatonSecrets

/// One request and what came back.
package struct ExchangeRecord: Sendable {
    /// Spans in microseconds; a phase that did not happen (a reused connection) is 0.
    package struct Phases: Sendable, Equatable {
        package var dns: Microseconds = 0
        package var connect: Microseconds = 0
        package var tls: Microseconds = 0
        package var send: Microseconds = 0
        package var wait: Microseconds = 0
        package var receive: Microseconds = 0

        package init() {}
    }

    /// What only a failure needs: the exchange in full, masked, bodies cut to an excerpt.
    package struct Detail: Sendable {
        package var requestHeaders: [(name: MaskedText, value: MaskedText)]
        package var requestBody: MaskedText?
        package var responseHeaders: [(name: MaskedText, value: MaskedText)]
        package var responseBody: MaskedText?
        /// A command that repeats the request; secrets are `***`.
        package var curl: MaskedText?

        package init(
            requestHeaders: [(name: MaskedText, value: MaskedText)], requestBody: MaskedText?,
            responseHeaders: [(name: MaskedText, value: MaskedText)], responseBody: MaskedText?, curl: MaskedText?
        ) {
            self.requestHeaders = requestHeaders
            self.requestBody = requestBody
            self.responseHeaders = responseHeaders
            self.responseBody = responseBody
            self.curl = curl
        }
    }

    /// From 1; a repeated request has the next number. Redirects that it follows are a part of it.
    package var attempt: Int
    package var method: String
    package var url: MaskedText
    /// The URL of the last request after redirects; nil if no redirect was followed.
    package var responseURL: MaskedText?
    /// The URL as written in the file, for grouping: `/items/$(id)`.
    package var urlTemplate: MaskedText
    package var status: Int?
    /// "1.0", "1.1", "2"; nil when no response came.
    package var httpVersion: String?
    package var started: Microseconds
    package var duration: Microseconds
    package var phases: Phases
    package var requestBytes: Int
    /// Decoded body bytes received.
    package var responseBytes: Int
    /// The failure's kind when no response came, else nil.
    package var failure: String?
    package var detail: Detail?
    /// Why another attempt followed.
    package var note: MaskedText?
    /// Whether that is only that `until` did not hold yet.
    package var isPoll = false
    /// Nil for a response that the server gave to this very request.
    package var cache: CacheMark?

    /// How the cache had to do with a response.
    package struct CacheMark: Sendable, Equatable {
        package enum Use: String, Sendable {
            /// Nothing was sent.
            case stored
            /// The server said that what was stored still holds.
            case revalidated
            /// Another request for the same was under way.
            case shared
        }

        package var use: Use
        /// Since the response was stored; nil for a shared one.
        package var age: Microseconds?

        package init(_ use: Use, age: Microseconds? = nil) {
            self.use = use
            self.age = age
        }
    }

    /// Whether the server was asked for this very step.
    package var wasSent: Bool {
        switch cache?.use {
        case .stored, .shared: false
        case .revalidated, nil: failure != Failure.Kind.cacheMiss.rawValue
        }
    }

    package init(
        attempt: Int, method: String, url: MaskedText, urlTemplate: MaskedText, status: Int?, httpVersion: String?,
        started: Microseconds, duration: Microseconds, phases: Phases, requestBytes: Int, responseBytes: Int,
        failure: String?, detail: Detail?, note: MaskedText? = nil, cache: CacheMark? = nil
    ) {
        self.attempt = attempt
        self.method = method
        self.url = url
        self.urlTemplate = urlTemplate
        self.status = status
        self.httpVersion = httpVersion
        self.started = started
        self.duration = duration
        self.phases = phases
        self.requestBytes = requestBytes
        self.responseBytes = responseBytes
        self.failure = failure
        self.detail = detail
        self.note = note
        self.cache = cache
    }
}
