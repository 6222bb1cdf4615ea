import BatonHTTP

extension RetryPolicy {
    /// What follows a failed attempt.
    package enum Decision: Sendable, Hashable {
        /// Another attempt, after this pause.
        case pause(Duration)
        case stop
    }

    /// Whether an attempt that ended with one of these kinds, or with this status, is a reason for another one.
    ///
    /// - Parameter status: of the response, if there was one, expected or not.
    package func isReason(kinds ended: some Sequence<String>, status: Int?) -> Bool {
        Self.isReason(on, kinds: ended, status: status)
    }

    package static func isReason(
        _ reasons: Set<Reason>, kinds ended: some Sequence<String>, status: Int?
    ) -> Bool {
        if let status {
            for reason in reasons {
                switch reason {
                case .status(let one): if one == status { return true }
                case .statuses(let several): if several.contains(status) { return true }
                case .kind: break
                }
            }
            if !(200...299).contains(status), names(Failure.Kind.status(status).rawValue, in: reasons) { return true }
        }
        return ended.contains { names($0, in: reasons) }
    }

    /// Whether the reasons name this kind or one above it: `network.tls.expired` is of `network.tls`, and `network.tls` of
    /// `network`. What is wrong with a certificate does not pass by itself, so that `network` does not name it.
    private static func names(_ kind: String, in reasons: Set<Reason>) -> Bool {
        var name = kind[...]
        while !reasons.contains(.kind(Failure.Kind(rawValue: String(name)))) {
            let isOfCertificate = name == Failure.Kind.tls.rawValue && name.count < kind.count
            guard !isOfCertificate, let dot = name.lastIndex(of: ".") else { return false }
            name = name[..<dot]
        }
        return true
    }

    /// Decides whether an attempt is followed by another one, and after which pause.
    ///
    /// - Parameters:
    ///   - attempt: number of the attempt that has ended, from 1.
    ///   - retryAfter: the pause that the server asks for; a minimum, as far as `max` allows.
    ///   - elapsed: time since the start of the first attempt.
    ///   - random: random bits for the jitter.
    package func decide(
        after attempt: Int, isRetried: Bool, retryAfter: Duration? = nil, elapsed: Duration = .zero,
        random: UInt64 = 0
    ) -> Decision {
        guard isRetried else { return .stop }
        if let attempts, attempt > attempts { return .stop }
        let longest = self.max.microseconds
        var pause = shortened(min(grown(attempt), longest), random)
        if let retryAfter { pause = Swift.max(pause, min(retryAfter.microseconds, longest)) }
        let (next, overflow) = elapsed.microseconds.addingReportingOverflow(pause)
        if let within, overflow || next > within.microseconds { return .stop }
        return .pause(.microseconds(pause))
    }

    private func grown(_ attempt: Int) -> Int64 {
        let first = every.microseconds
        switch backoff {
        case .constant: return first
        case .linear: return Self.product(first, Int64(clamping: attempt))
        case .exponential: return Self.product(first, attempt > 62 ? .max : 1 << Int64(attempt - 1))
        }
    }

    private static func product(_ left: Int64, _ right: Int64) -> Int64 {
        let (product, overflow) = left.multipliedReportingOverflow(by: right)
        return overflow ? .max : product
    }

    /// Applies jitter: subtracts up to half of the pause at random.
    private func shortened(_ pause: Int64, _ random: UInt64) -> Int64 {
        guard jitter, pause > 1 else { return pause }
        return pause - Int64(random % UInt64(pause / 2 + 1))
    }
}
