/// Why a request got no usable answer, in the user's words; it knows no place in a file.
///
/// An answer with status 500 is not a failure here: it is a `Response`.
public struct Failure: Error, Sendable {
    /// What went wrong, as a stable name.
    public var kind: Kind
    /// One sentence without a full stop: who did what, and after how long.
    public var message: String
    /// What the library below said, where that adds something.
    public var cause: String?
    private var box: ResponseBox?

    /// A failure; with the answer behind it where there is one.
    public init(_ kind: Kind, _ message: String, cause: String? = nil, response: Response? = nil) {
        self.kind = kind
        self.message = message
        self.cause = cause
        box = response.map(ResponseBox.init)
    }

    /// As much of an answer as had arrived; its body may be a part only.
    public var response: Response? {
        get { box?.response }
        set { box = newValue.map(ResponseBox.init) }
    }
}

extension Failure: CustomStringConvertible {
    /// Kind and message; nothing of an answer.
    public var description: String { "\(kind): \(message)" }
}

/// Keeps `Failure` small: it is passed up by value through every layer, and hardly ever has a response.
private final class ResponseBox: Sendable {
    let response: Response

    init(_ response: Response) {
        self.response = response
    }
}
