/// Why a request got no usable response, in the user's words; it knows no place in a file.
///
/// A response with status 500 is not a failure here: it is a `Response`.
public struct Failure: Error, Sendable {
    /// What went wrong, as a stable name.
    public var kind: Kind
    /// One sentence without a full stop: who did what, and after how long.
    public var message: String
    /// What the library below said, where that adds something.
    public var cause: String?
    private var box: DetailBox?

    /// A failure; with the response behind it where there is one.
    public init(_ kind: Kind, _ message: String, cause: String? = nil, response: Response? = nil) {
        self.kind = kind
        self.message = message
        self.cause = cause
        box = response.map { DetailBox($0, nil) }
    }

    /// As much of a response as had arrived; its body may be a part only.
    public var response: Response? {
        get { box?.response }
        set { setBox(newValue, redirectedTo) }
    }

    /// The URL that the request was for at last, where redirects led to it.
    package var redirectedTo: URLText? {
        get { box?.redirectedTo }
        set { setBox(response, newValue) }
    }

    private mutating func setBox(_ response: Response?, _ redirectedTo: URLText?) {
        box = response == nil && redirectedTo == nil ? nil : DetailBox(response, redirectedTo)
    }
}

extension Failure: CustomStringConvertible {
    /// Kind and message; nothing of a response.
    public var description: String { "\(kind): \(message)" }
}

/// Keeps `Failure` small: it is passed up by value through every layer, and hardly ever has either of these.
private final class DetailBox: Sendable {
    let response: Response?
    let redirectedTo: URLText?

    init(_ response: Response?, _ redirectedTo: URLText?) {
        self.response = response
        self.redirectedTo = redirectedTo
    }
}
