/// How much of a response is kept beyond its step.
package enum Retention: Int, Sendable, Comparable {
    case nothing
    /// All but the body.
    case head
    case body

    /// What reading this member of `response` needs; without a member the whole of it is handed around.
    static func needed(for member: String?) -> Retention {
        switch member {
        case nil, "body", "bytes", "json", "stdout", "stderr": .body
        default: .head
        }
    }

    package static func < (left: Retention, right: Retention) -> Bool { left.rawValue < right.rawValue }
}
