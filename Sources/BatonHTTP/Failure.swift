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
        box = response.map { DetailBox($0, nil) }
    }

    /// The part of a response that had arrived; its body may be incomplete.
    public var response: Response? {
        get { box?.response }
        set { setBox(newValue, redirectedTo) }
    }

    /// Whether no access token could be had, so that the request itself was not sent.
    public package(set) var isOfAuthorization = false

    /// The URL of the last hop, if redirects were followed.
    package var redirectedTo: URLText? {
        get { box?.redirectedTo }
        set { setBox(response, newValue) }
    }

    private mutating func setBox(_ response: Response?, _ redirectedTo: URLText?) {
        box = response == nil && redirectedTo == nil ? nil : DetailBox(response, redirectedTo)
    }
}

extension Failure: CustomStringConvertible {
    /// Kind and message, without anything of the response.
    public var description: String { "\(kind): \(message)" }
}

/// Keeps `Failure` small: it is passed up by value through every layer, and rarely has either of these.
private final class DetailBox: Sendable {
    let response: Response?
    let redirectedTo: URLText?

    init(_ response: Response?, _ redirectedTo: URLText?) {
        self.response = response
        self.redirectedTo = redirectedTo
    }
}
