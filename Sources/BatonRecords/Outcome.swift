/// How a case or a step ended.
package enum Outcome: String, Sendable, CaseIterable {
    case passed
    /// A check was not met.
    case failed
    /// The case or step could not run, or not to its end: no response, an unresolved name, a file that does not load.
    case error
    case skipped
}

/// Timestamps are microseconds since 1970-01-01T00:00:00Z, durations microseconds.
package typealias Microseconds = Int64
