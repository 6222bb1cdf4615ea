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
