/// How a case or a step ended.
package enum Outcome: String, Sendable, CaseIterable {
    case passed
    /// A check was not met.
    case failed
    /// It could not run, or not to its end: no response, an unresolved name, a file that does not load.
    case error
    case skipped
}

/// Moments are microseconds since 1970-01-01T00:00:00Z, spans microseconds.
package typealias Microseconds = Int64
