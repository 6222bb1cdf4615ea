/// The part of a response that is kept after its step.
package enum Retention: Int, Sendable, Comparable {
    case nothing
    /// Everything except the body.
    case head
    case body

    /// The part that an expression with this member of `response` needs; without a member the whole response is used as
    /// a value.
    package static func needed(for member: String?) -> Retention {
        switch member {
        case nil, "body", "bytes", "json", "events", "stdout", "stderr": .body
        default: .head
        }
    }

    package static func < (left: Retention, right: Retention) -> Bool { left.rawValue < right.rawValue }
}
