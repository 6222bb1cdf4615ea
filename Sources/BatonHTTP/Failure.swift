import BatonText

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
        box = response.map { DetailBox($0, nil, nil) }
    }

    /// The part of a response that had arrived; its body may be incomplete.
    public var response: Response? {
        get { box?.response }
        set { setBox(newValue, redirectedTo, mask) }
    }

    /// Whether no access token could be had, so that the request itself was not sent.
    public package(set) var isOfAuthorization = false

    /// Whether the server refused the connection: nothing listens at its address.
    package var isRefusal = false

    /// Whether a failure of TLS is one with an `https` proxy, and not with the server.
    package var isOfProxy = false

    /// The URL of the last hop, if redirects were followed.
    package var redirectedTo: URLText? {
        get { box?.redirectedTo }
        set { setBox(response, newValue, mask) }
    }

    /// Masks the secrets of the request in a text; nil when none are known.
    package var mask: Mask? {
        get { box?.mask }
        set { setBox(response, redirectedTo, newValue) }
    }

    package typealias Mask = @Sendable (String) -> String

    private mutating func setBox(_ response: Response?, _ redirectedTo: URLText?, _ mask: Mask?) {
        let isEmpty = response == nil && redirectedTo == nil && mask == nil
        box = isEmpty ? nil : DetailBox(response, redirectedTo, mask)
    }
}

extension Failure: CustomStringConvertible {
    /// Kind, message and cause on one line, at most 4000 bytes. For a status outside 2xx the message ends with what the
    /// server said.
    ///
    /// Nothing else of the response is shown. Secrets of the request, its API and environment are masked in failures that
    /// an `APIClient` throws, and characters that control a terminal are replaced.
    public var description: String {
        let text = "\(kind): \(message)" + (cause.map { " (\($0))" } ?? "")
        return CutText.head(PrintableText.line(mask?(text) ?? text), 4000)
    }
}

/// Keeps `Failure` small: it is passed up by value through every layer, and rarely has any of these.
private final class DetailBox: Sendable {
    let response: Response?
    let redirectedTo: URLText?
    let mask: Failure.Mask?

    init(_ response: Response?, _ redirectedTo: URLText?, _ mask: Failure.Mask?) {
        self.response = response
        self.redirectedTo = redirectedTo
        self.mask = mask
    }
}
