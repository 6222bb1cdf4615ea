/// A request method (RFC 9110 section 9), written as it goes over the wire: methods are case-sensitive.
public struct Method: Sendable, Hashable {
    /// The name as sent.
    public let rawValue: String

    /// Nil for text that is not a token, such as an empty one or one with a space.
    public init?(_ text: String) {
        switch text {
        case "GET", "POST", "PUT", "PATCH", "DELETE": break
        default: guard Token.isValid(text) else { return nil }
        }
        rawValue = text
    }

    private init(known: String) {
        rawValue = known
    }

    /// GET (RFC 9110 section 9.3.1).
    public static var get: Method { Method(known: "GET") }
    /// HEAD (RFC 9110 section 9.3.2).
    public static var head: Method { Method(known: "HEAD") }
    /// POST (RFC 9110 section 9.3.3).
    public static var post: Method { Method(known: "POST") }
    /// PUT (RFC 9110 section 9.3.4).
    public static var put: Method { Method(known: "PUT") }
    /// PATCH (RFC 5789).
    public static var patch: Method { Method(known: "PATCH") }
    /// DELETE (RFC 9110 section 9.3.5).
    public static var delete: Method { Method(known: "DELETE") }
    /// OPTIONS (RFC 9110 section 9.3.7).
    public static var options: Method { Method(known: "OPTIONS") }
    /// TRACE (RFC 9110 section 9.3.8).
    public static var trace: Method { Method(known: "TRACE") }

    /// Whether sending a request twice has the same effect as sending it once (RFC 9110 section 9.2.2).
    ///
    /// An unregistered method is not idempotent. Only idempotent methods may be repeated without the user's consent.
    public var isIdempotent: Bool {
        switch rawValue {
        case "GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE": true
        default: false
        }
    }

    /// Whether the method is read-only (RFC 9110 section 9.2.1).
    public var isSafe: Bool {
        switch rawValue {
        case "GET", "HEAD", "OPTIONS", "TRACE": true
        default: false
        }
    }

    /// Whether a request without a body still has `Content-Length: 0` (RFC 9110 section 8.6).
    public var announcesEmptyBody: Bool {
        switch rawValue {
        case "POST", "PUT", "PATCH": true
        default: false
        }
    }
}

extension Method: CustomStringConvertible {
    /// The name as sent.
    public var description: String { rawValue }
}
