/// A request method (RFC 9110 section 9), written as it goes over the wire: methods are case-sensitive.
package struct Method: Sendable, Hashable {
    package let rawValue: String

    /// Nil for text that is not a token, such as an empty one or one with a space.
    package init?(_ text: String) {
        guard Token.isValid(text) else { return nil }
        rawValue = text
    }

    private init(known: String) {
        rawValue = known
    }

    package static var get: Method { Method(known: "GET") }
    package static var head: Method { Method(known: "HEAD") }
    package static var post: Method { Method(known: "POST") }
    package static var put: Method { Method(known: "PUT") }
    package static var patch: Method { Method(known: "PATCH") }
    package static var delete: Method { Method(known: "DELETE") }
    package static var options: Method { Method(known: "OPTIONS") }
    package static var trace: Method { Method(known: "TRACE") }

    /// Whether sending twice means the same as sending once (RFC 9110 section 9.2.2).
    ///
    /// A method nobody registered is not idempotent: only those may be repeated without the user's word.
    package var isIdempotent: Bool {
        switch rawValue {
        case "GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE": true
        default: false
        }
    }

    /// Whether a request without a body still says so with `Content-Length: 0` (RFC 9110 section 8.6).
    package var announcesEmptyBody: Bool {
        switch rawValue {
        case "POST", "PUT", "PATCH": true
        default: false
        }
    }
}
