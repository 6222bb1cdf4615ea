import BatonValues

/// Why a request got no usable response, in words for the user; it holds no position in a file.
///
/// A response with status 500 is not a failure here: it is a `Response`.
public struct Failure: Error, Sendable {
    /// What went wrong, as a stable name.
    public var kind: Kind
    /// One sentence without a full stop: which side did what, and after how long.
    public var message: String
    /// The error of the library below, where it adds information.
    public var cause: String?
    private var box: DetailBox?

    /// A failure, with the response that it is about, if there is one.
    public init(_ kind: Kind, _ message: String, cause: String? = nil, response: Response? = nil) {
        self.kind = kind
        self.message = message
        self.cause = cause
        self.response = response
    }

    /// A failure whose message ends with words of the response.
    package init(
        _ kind: Kind, _ message: String, quoting quote: String, response: Response? = nil,
        underlying: (any Error)? = nil
    ) {
        self.init(kind, message + quote, response: response)
        change { details in
            details.quote = quote.isEmpty ? nil : quote
            details.underlying = underlying
        }
    }

    /// The part of a response that had arrived; its body may be incomplete.
    public var response: Response? {
        get { box?.details.response }
        set { change { $0.response = newValue } }
    }

    /// Whether no access token could be had, so that the request itself was not sent.
    public package(set) var isOfAuthorization = false

    /// Whether the server refused the connection: nothing listens at its address.
    package var isRefusal = false

    /// Whether a failure of TLS is one with an `https` proxy, and not with the server.
    package var isOfProxy = false

    /// The URL of the last hop, if redirects were followed.
    package var redirectedTo: URLText? {
        get { box?.details.redirectedTo }
        set { change { $0.redirectedTo = newValue } }
    }

    /// Masks the secrets of the request in a text; nil when none are known.
    package var mask: Mask? {
        get { box?.details.mask }
        set { change { $0.mask = newValue } }
    }

    /// The error that a function of yours, or a library below, threw; nil where there is none.
    public package(set) var underlying: (any Error)? {
        get { box?.details.underlying }
        set { change { $0.underlying = newValue } }
    }

    /// What the message quotes of the response.
    package var quote: String? {
        get { box?.details.quote }
        set { change { $0.quote = newValue } }
    }

    package typealias Mask = @Sendable (String) -> String

    private mutating func change(_ change: (inout Details) -> Void) {
        var details = box?.details ?? Details()
        change(&details)
        box = details.isEmpty ? nil : DetailBox(details)
    }
}

extension Failure: CustomStringConvertible, CustomDebugStringConvertible {
    /// Kind, message and cause on one line, at most 4000 bytes, and nothing of the response: `…` stands for what the
    /// message quotes of it.
    ///
    /// Secrets of the request, its API and environment are masked in failures that an `APIClient` throws, and characters
    /// that control a terminal are replaced.
    public var description: String { text(withoutQuote) }

    /// As `description`, with what the message quotes of the response.
    public var debugDescription: String { text(message) }

    private func text(_ message: String) -> String {
        let text = "\(kind): \(message)" + (cause.map { " (\($0))" } ?? "")
        return CutText.head(PrintableText.line(mask?(text) ?? text), 4000)
    }

    private var withoutQuote: String {
        guard let quote else { return message }
        guard let place = message.firstRange(of: quote) else { return "…" }
        return message[..<place.lowerBound] + "…" + message[place.upperBound...]
    }
}

/// What few failures have.
private struct Details {
    var response: Response?
    var redirectedTo: URLText?
    var mask: Failure.Mask?
    var quote: String?
    var underlying: (any Error)?

    var isEmpty: Bool {
        response == nil && redirectedTo == nil && mask == nil && quote == nil && underlying == nil
    }
}

/// Keeps `Failure` small: it is passed up by value through every layer, and rarely has any of these.
private final class DetailBox: Sendable {
    let details: Details

    init(_ details: Details) {
        self.details = details
    }
}

extension Failure {
    /// The stable, dotted name of a failure: the same in console, reports, history, `outcome` and `retry.on`.
    public struct Kind: Sendable, Hashable, RawRepresentable, CustomStringConvertible {
        /// The name, such as `network.dns`.
        public let rawValue: String

        /// A kind with this name: one of `all`, or one of your own.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The name.
        public var description: String { rawValue }

        /// The word before the dot: `network` of `network.dns`.
        public var family: Substring {
            rawValue.prefix { $0 != "." }
        }
    }
}

extension Failure.Kind {
    /// The URL is not valid.
    public static var invalidURL: Self { Self(rawValue: "request.invalid_url") }
    /// The request cannot be sent as it is written.
    public static var badInput: Self { Self(rawValue: "request.bad_input") }

    /// The host name could not be resolved.
    public static var dns: Self { Self(rawValue: "network.dns") }
    /// No connection to the server could be made.
    public static var connect: Self { Self(rawValue: "network.connect") }
    /// The TLS handshake failed for another reason than those that follow.
    public static var tls: Self { Self(rawValue: "network.tls") }
    /// The server's certificate has expired, or is not valid yet.
    public static var tlsExpired: Self { Self(rawValue: "network.tls.expired") }
    /// The server's certificate is for another host.
    public static var tlsHostname: Self { Self(rawValue: "network.tls.hostname") }
    /// The server's certificate is not signed by an authority that is trusted.
    public static var tlsUntrusted: Self { Self(rawValue: "network.tls.untrusted") }
    /// The server's key is not the pinned one.
    public static var tlsPin: Self { Self(rawValue: "network.tls.pin") }
    /// The request's timeout has passed.
    public static var timeout: Self { Self(rawValue: "network.timeout") }
    /// The connection broke.
    public static var reset: Self { Self(rawValue: "network.reset") }
    /// The response has more bytes than the limit allows.
    public static var tooLarge: Self { Self(rawValue: "network.too_large") }
    /// The server violates the HTTP protocol.
    public static var `protocol`: Self { Self(rawValue: "network.protocol") }

    /// Status 400 (Bad Request).
    public static var badRequest: Self { Self(rawValue: "http.bad_request") }
    /// Status 401 (Unauthorized).
    public static var unauthorized: Self { Self(rawValue: "http.unauthorized") }
    /// Status 403 (Forbidden).
    public static var forbidden: Self { Self(rawValue: "http.forbidden") }
    /// Status 404 (Not Found).
    public static var notFound: Self { Self(rawValue: "http.not_found") }
    /// Status 409 (Conflict).
    public static var conflict: Self { Self(rawValue: "http.conflict") }
    /// Status 422 (Unprocessable Content).
    public static var unprocessable: Self { Self(rawValue: "http.unprocessable") }
    /// Status 429 (Too Many Requests).
    public static var tooManyRequests: Self { Self(rawValue: "http.too_many_requests") }
    /// Any other status 4xx.
    public static var clientError: Self { Self(rawValue: "http.client_error") }
    /// A status 5xx.
    public static var serverError: Self { Self(rawValue: "http.server_error") }
    /// Any other status outside of 2xx.
    public static var unexpected: Self { Self(rawValue: "http.unexpected") }

    /// A body was required, and the response has none.
    public static var noData: Self { Self(rawValue: "response.no_data") }
    /// The body is not JSON.
    public static var notJSON: Self { Self(rawValue: "response.not_json") }
    /// The body is not XML.
    public static var notXML: Self { Self(rawValue: "response.not_xml") }
    /// The body is not valid text in the encoding that its Content-Type names.
    public static var encoding: Self { Self(rawValue: "response.encoding") }

    /// The response is no stream of events.
    public static var notStream: Self { Self(rawValue: "response.not_stream") }
    /// The stream ended before its `until` held.
    public static var streamEnded: Self { Self(rawValue: "stream.ended") }

    /// A required value is missing.
    public static var mappingMissing: Self { Self(rawValue: "mapping.missing") }
    /// A value has another type than required.
    public static var mappingType: Self { Self(rawValue: "mapping.type") }
    /// A value has another format than required.
    public static var mappingFormat: Self { Self(rawValue: "mapping.format") }

    /// The response does not meet an expectation.
    public static var check: Self { Self(rawValue: "check.failed") }
    /// The request or the response breaks the contract, an OpenAPI document.
    public static var contract: Self { Self(rawValue: "contract.violated") }
    /// The cache has no response, and the request may not ask the server.
    public static var cacheMiss: Self { Self(rawValue: "cache.miss") }
    /// A stored response cannot be read.
    public static var cacheCorrupt: Self { Self(rawValue: "cache.corrupt") }
    /// An expression could not be evaluated.
    public static var expression: Self { Self(rawValue: "expression.failed") }

    /// The workflow file has mistakes.
    public static var workflowInvalid: Self { Self(rawValue: "workflow.invalid") }
    /// A step or workflow that this one needs did not pass.
    public static var blocked: Self { Self(rawValue: "workflow.blocked") }
    /// A workflow exceeded its timeout.
    public static var workflowTimeout: Self { Self(rawValue: "workflow.timeout") }
    /// The run or the request was cancelled.
    public static var cancelled: Self { Self(rawValue: "workflow.cancelled") }
    /// A program that a step runs failed.
    public static var exec: Self { Self(rawValue: "exec.failed") }
    /// The stub has no response for this request.
    public static var stubMissing: Self { Self(rawValue: "stub.missing") }

    /// Every kind that Baton itself uses, in the order of the reference.
    public static var all: [Self] {
        [
            invalidURL, badInput, dns, connect, tls, tlsExpired, tlsHostname, tlsUntrusted, tlsPin, timeout,
            reset, tooLarge, `protocol`, badRequest, unauthorized, forbidden, notFound, conflict, unprocessable,
            tooManyRequests, clientError, serverError, unexpected, noData,
            notJSON, notXML, encoding, notStream, streamEnded, mappingMissing, mappingType, mappingFormat, check,
            contract,
            cacheMiss, cacheCorrupt,
            expression, workflowInvalid, blocked, workflowTimeout, cancelled, exec, stubMissing,
        ]
    }

    /// The kind for a status outside 200…299 that the caller did not expect.
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

extension Failure.Kind {
    /// Whether an exchange can end with this kind, so that `outcome` of a step may expect it: it is caused by the
    /// server or by the way to it.
    ///
    /// All other kinds are mistakes in the test or on this machine (an invalid URL, a missing file, an expression that
    /// fails), tell that the run was stopped from outside, or come from the use of a response: a body that is not JSON
    /// is a failure only if JSON is read from it.
    public var isOutcome: Bool {
        switch family {
        case "network", "http", "stream": true
        default: self == .encoding || self == .cacheMiss
        }
    }
}
