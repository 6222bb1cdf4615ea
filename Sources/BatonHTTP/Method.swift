/// A request method (RFC 9110 section 9), written as it goes over the wire: methods are case-sensitive.
public struct Method: Sendable, Hashable {
    public let rawValue: String

    /// Nil for text that is not a token, such as an empty one or one with a space.
    public init?(_ text: String) {
        guard Token.isValid(text) else { return nil }
        rawValue = text
    }

    private init(known: String) {
        rawValue = known
    }

    public static var get: Method { Method(known: "GET") }
    public static var head: Method { Method(known: "HEAD") }
    public static var post: Method { Method(known: "POST") }
    public static var put: Method { Method(known: "PUT") }
    public static var patch: Method { Method(known: "PATCH") }
    public static var delete: Method { Method(known: "DELETE") }
    public static var options: Method { Method(known: "OPTIONS") }
    public static var trace: Method { Method(known: "TRACE") }

    /// Whether sending twice means the same as sending once (RFC 9110 section 9.2.2).
    ///
    /// A method nobody registered is not idempotent: only those may be repeated without the user's word.
    public var isIdempotent: Bool {
        switch rawValue {
        case "GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE": true
        default: false
        }
    }

    /// Whether a request without a body still says so with `Content-Length: 0` (RFC 9110 section 8.6).
    public var announcesEmptyBody: Bool {
        switch rawValue {
        case "POST", "PUT", "PATCH": true
        default: false
        }
    }
}
