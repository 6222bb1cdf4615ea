import BatonWorkflow

/// Decides whether an attempt is retried, and after which pause.
struct RetrySchedule: Equatable {
    /// Maximum number of retries; nil where only `within` limits them.
    var attempts: Int?
    var every: Microseconds
    var backoff = RetryPolicy.Backoff.exponential
    /// Maximum pause.
    var longest: Microseconds
    var hasJitter = false
    /// Maximum time from the start of the first attempt to the start of another.
    var within: Microseconds?

    enum Decision: Equatable {
        case pause(Microseconds)
        case stop
    }

    /// - Parameters:
    ///   - attempt: number of the attempt that has ended, from 1.
    ///   - retryAfter: the pause that the server requests; a minimum, as far as `longest` allows.
    ///   - elapsed: time since the start of the first attempt.
    ///   - random: random bits for the jitter.
    func decide(
        after attempt: Int, isRetried: Bool, retryAfter: Microseconds? = nil, elapsed: Microseconds = 0,
        random: UInt64 = 0
    ) -> Decision {
        guard isRetried else { return .stop }
        if let attempts, attempt > attempts { return .stop }
        var pause = shortened(min(grown(attempt), longest), random)
        if let retryAfter { pause = max(pause, min(retryAfter, longest)) }
        if let within, elapsed.addingReportingOverflow(pause).partialValue > within { return .stop }
        return .pause(pause)
    }

    private func grown(_ attempt: Int) -> Microseconds {
        switch backoff {
        case .constant: return every
        case .linear: return Self.product(every, Int64(clamping: attempt))
        case .exponential: return Self.product(every, attempt > 62 ? .max : 1 << Int64(attempt - 1))
        }
    }

    private static func product(_ left: Int64, _ right: Int64) -> Int64 {
        let (product, overflow) = left.multipliedReportingOverflow(by: right)
        return overflow ? .max : product
    }

    /// Applies jitter: subtracts up to half of the pause at random, so that many clients do not retry at the same
    /// moment.
    private func shortened(_ pause: Microseconds, _ random: UInt64) -> Microseconds {
        guard hasJitter, pause > 1 else { return pause }
        let half = pause / 2
        return pause - Int64(random % UInt64(half + 1))
    }
}

extension RetrySchedule {
    init(_ policy: RetryPolicy, from run: CaseRun) throws(TemplateFailure) {
        attempts = policy.attempts
        every = try policy.every.microseconds(from: run)
        backoff = policy.backoff
        longest = try policy.longest.microseconds(from: run)
        hasJitter = policy.hasJitter
        within = try policy.within.map { (bound) throws(TemplateFailure) in try bound.microseconds(from: run) }
    }
}
