/// Whether, when and how often a step is done; a step that is simply done once has none of it.
package final class StepFlow: Sendable {
    /// Why the step is left out; nil for one that is done.
    package let skip: String?
    /// From outside in.
    package let loops: [Loop]
    package let delay: DurationTemplate?
    /// How long a group or a call may take, with all its passes and attempts.
    package let timeout: DurationTemplate?
    /// Whether the steps behind it run although it failed.
    package let continuesOnFailure: Bool

    init(
        skip: String?, loops: [Loop], delay: DurationTemplate?, timeout: DurationTemplate?, continuesOnFailure: Bool
    ) {
        self.timeout = timeout
        self.skip = skip
        self.loops = loops
        self.delay = delay
        self.continuesOnFailure = continuesOnFailure
    }
}

/// How a request is sent more than once; one that is sent once has none of it.
package final class RequestFlow: Sendable {
    package let retry: RetryPolicy?
    package let polling: Polling?
    package let pagination: Pagination?

    init(retry: RetryPolicy?, polling: Polling?, pagination: Pagination?) {
        self.retry = retry
        self.polling = polling
        self.pagination = pagination
    }
}

/// `until`: the request is sent until a condition on its answer holds.
package struct Polling: Sendable {
    package let condition: Expression
    package let every: DurationTemplate
    /// Counted from the first poll.
    package let within: DurationTemplate
    /// Whether `within` is what the file says, and not the default.
    package let hasOwnBound: Bool

    static let standardPause: Int64 = 1_000_000
    package static let standardBound: Int64 = 60_000_000
}
