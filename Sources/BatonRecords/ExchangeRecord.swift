package import BatonHTTP
package import BatonSecrets

/// One request and its response.
package struct ExchangeRecord: Sendable {
    /// Durations in microseconds; a phase that did not happen (a reused connection) is 0.
    package struct Phases: Sendable, Equatable {
        package var dns: Microseconds = 0
        package var connect: Microseconds = 0
        package var tls: Microseconds = 0
        package var send: Microseconds = 0
        package var wait: Microseconds = 0
        package var receive: Microseconds = 0

        package init() {}

        package init(_ timings: Response.Timings) {
            dns = timings.dns
            connect = timings.connect
            tls = timings.tls
            send = timings.send
            wait = timings.wait
            receive = timings.receive
        }
    }

    /// A response that another one follows.
    package struct Interim: Sendable {
        package var status: Int
        package var headers: [(name: MaskedText, value: MaskedText)]

        package init(status: Int, headers: [(name: MaskedText, value: MaskedText)]) {
            self.status = status
            self.headers = headers
        }
    }

    /// The exchange in full, masked, bodies cut to an excerpt: for a failure, what led to it, and with `--trace`.
    package struct Detail: Sendable {
        package var requestHeaders: [(name: MaskedText, value: MaskedText)]
        package var requestBody: MaskedText?
        /// Nil where the excerpt is the whole body, and where there is none.
        package var requestContent: BodyContent?
        /// The responses before the last one, such as 103 Early Hints; the console shows them, the history has none.
        package var interim: [Interim] = []
        package var responseHeaders: [(name: MaskedText, value: MaskedText)]
        /// The fields behind the body, as for `interim`.
        package var trailers: [(name: MaskedText, value: MaskedText)] = []
        package var responseBody: MaskedText?
        /// Nil where the excerpt is the whole body, and where none came.
        package var responseContent: BodyContent?
        /// The line of the response's body, from 0, at which the value that failed begins; nil where it is not known.
        /// The console cuts a body around it; nothing records it.
        package var responseLine: Int?
        /// A curl command that repeats the request; secrets are `***`.
        package var curl: MaskedText?

        package init(
            requestHeaders: [(name: MaskedText, value: MaskedText)], requestBody: MaskedText?,
            requestContent: BodyContent? = nil,
            responseHeaders: [(name: MaskedText, value: MaskedText)], responseBody: MaskedText?,
            responseContent: BodyContent? = nil, responseLine: Int? = nil, curl: MaskedText?
        ) {
            self.requestHeaders = requestHeaders
            self.requestBody = requestBody
            self.requestContent = requestContent
            self.responseHeaders = responseHeaders
            self.responseBody = responseBody
            self.responseContent = responseContent
            self.responseLine = responseLine
            self.curl = curl
        }
    }

    /// Number of the request within its step, from 1; a repeated request has the next number, a redirected one keeps
    /// its own.
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
    /// The failure's kind where no response came; otherwise nil.
    package var failure: String?
    package var detail: Detail?
    /// Why the request was repeated.
    package var note: MaskedText?
    /// Whether the request was repeated only because `until` did not hold yet.
    package var isPoll = false
    /// Why Baton itself sent the request, such as for an access token; nil for a request that the step asks for.
    package var purpose: MaskedText?
    /// Nil for a response that the server gave to this very request.
    package var cache: CacheMark?
    /// Whether its step passed, so that the detail was added at the end of the case.
    package var isDetailLate = false
    /// Number of the page that a step with `paginate` asked for, from 1; nil for any other request.
    package var page: Int?

    /// What the request is among those of its step: `attempt 3`, `page 2`, `attempt 2, page 1`.
    package static func position(attempt: Int, page: Int?) -> String {
        guard let page else { return "attempt \(attempt)" }
        return attempt > 1 ? "attempt \(attempt), page \(page)" : "page \(page)"
    }

    /// How a response came from the cache.
    package struct CacheMark: Sendable, Equatable {
        package enum Use: String, Sendable {
            /// Taken from the cache; no request was sent.
            case stored
            /// The server confirmed with 304 that the stored response is still valid.
            case revalidated
            /// Shared with an identical request that was in progress.
            case shared
        }

        package var use: Use
        /// Time since the response was stored; nil for a shared one.
        package var age: Microseconds?

        package init(_ use: Use, age: Microseconds? = nil) {
            self.use = use
            self.age = age
        }
    }

    /// Whether a request was sent to the server for this step.
    package var wasSent: Bool { Self.wasSent(cache, failure: failure) }

    package static func wasSent(_ cache: CacheMark?, failure: String?) -> Bool {
        switch cache?.use {
        case .stored, .shared: false
        case .revalidated, nil: failure != Failure.Kind.cacheMiss.rawValue
        }
    }

    package init(
        attempt: Int, method: String, url: MaskedText, urlTemplate: MaskedText, status: Int?, httpVersion: String?,
        started: Microseconds, duration: Microseconds, phases: Phases, requestBytes: Int, responseBytes: Int,
        failure: String?, detail: Detail?, note: MaskedText? = nil, cache: CacheMark? = nil,
        responseURL: MaskedText? = nil, isPoll: Bool = false, page: Int? = nil, purpose: MaskedText? = nil
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
        self.responseURL = responseURL
        self.isPoll = isPoll
        self.page = page
        self.purpose = purpose
    }
}

/// A body as it was sent or as it came, where people see it otherwise: cut, laid out, or as a sentence.
///
/// Reports that other programs read show it.
package struct BodyContent: Sendable, Equatable {
    package enum Form: Sendable, Equatable {
        case text(MaskedText)
        /// Bytes that are no text, and hold no secret.
        case bytes([UInt8])
        /// Nothing of it is kept: a file, the parts of a form, a stream, bytes with a secret in them.
        case none
    }

    package var form: Form
    /// Bytes of the whole body, secrets included; nil where it is not known.
    package var size: Int?
    /// Whether only the beginning is kept.
    package var isCut: Bool

    package init(_ form: Form, size: Int? = nil, isCut: Bool = false) {
        self.form = form
        self.size = size
        self.isCut = isCut
    }
}
