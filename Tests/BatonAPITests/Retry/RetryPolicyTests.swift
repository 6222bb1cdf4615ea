import Testing

@testable import BatonAPI

/// Pauses in milliseconds, as tables.
@Suite struct RetryPolicyTests {
    private static func policy(
        _ backoff: RetryPolicy.Backoff, every: Int64 = 100, longest: Int64 = 1000, attempts: Int? = 6,
        jitter: Bool = false, within: Int64? = nil
    ) -> RetryPolicy {
        var policy = RetryPolicy(
            every: .milliseconds(every), backoff: backoff, max: .milliseconds(longest), jitter: jitter,
            within: within.map { .milliseconds($0) })
        policy.attempts = attempts
        return policy
    }

    @Test(arguments: [
        (RetryPolicy.Backoff.constant, [100, 100, 100, 100, 100, 100]),
        (.linear, [100, 200, 300, 400, 500, 600]),
        (.exponential, [100, 200, 400, 800, 1000, 1000]),
    ])
    func `pauses grow as backoff says, up to the longest, and end with the attempts`(
        _ backoff: RetryPolicy.Backoff, _ pauses: [Int64]
    ) {
        let policy = Self.policy(backoff)
        let decisions = (1...7).map { policy.decide(after: $0, isRetried: true) }
        #expect(decisions == pauses.map { .pause(.milliseconds($0)) } + [.stop])
    }

    @Test(arguments: [(0, 100), (25_000, 75), (50_000, 50), (50_001, 100), (UInt64.max, 75)] as [(UInt64, Int64)])
    func `chance shortens a pause by a half at most`(_ random: UInt64, _ pause: Int64) {
        let decision = Self.policy(.constant, jitter: true).decide(after: 1, isRetried: true, random: random)
        guard case .pause(let chosen) = decision else {
            Issue.record("no pause")
            return
        }
        #expect((.milliseconds(50) ... .milliseconds(100)).contains(chosen))
        if random <= 50_001 { #expect(chosen == .milliseconds(pause)) }
    }

    @Test(arguments: [(0, 100), (50, 100), (300, 300), (5000, 1000), (Int64.max / 1000, 1000)] as [(Int64, Int64)])
    func `no pause is shorter than the server asks for, up to the longest`(_ asked: Int64, _ pause: Int64) {
        let decision = Self.policy(.constant).decide(after: 1, isRetried: true, retryAfter: .milliseconds(asked))
        #expect(decision == .pause(.milliseconds(pause)))
    }

    @Test(arguments: [
        (Failure.Kind.timeout, true), (.connect, true), (.tls, true), (.tlsExpired, false), (.tlsHostname, false),
        (.tlsUntrusted, false), (.tlsPin, false), (.badInput, false),
    ])
    func `what is the same the next time is tried again only by its own name`(_ kind: Failure.Kind, _ isUsual: Bool) {
        #expect(RetryPolicy().isReason(kinds: [kind.rawValue], status: nil) == isUsual)
        #expect(RetryPolicy(on: [.kind(kind)]).isReason(kinds: [kind.rawValue], status: nil))
        let isOfTLS = kind.rawValue.hasPrefix("network.tls")
        #expect(RetryPolicy(on: [.kind(.tls)]).isReason(kinds: [kind.rawValue], status: nil) == isOfTLS)
    }

    @Test func `what need not be tried again is not`() {
        #expect(Self.policy(.constant).decide(after: 1, isRetried: false) == .stop)
    }

    @Test(arguments: [(Int64(399), true), (400, true), (401, false)])
    func `no attempt begins after the time is up`(_ elapsed: Int64, _ isTried: Bool) {
        let policy = Self.policy(.constant, attempts: nil, within: 500)
        let decision = policy.decide(after: 1000, isRetried: true, elapsed: .milliseconds(elapsed))
        #expect(decision == (isTried ? .pause(.milliseconds(100)) : .stop))
    }

    @Test func `pauses that no clock can hold end at the longest`() {
        let policy = Self.policy(.exponential, every: .max / 1000, longest: .max / 1000, attempts: nil)
        #expect(policy.decide(after: 90, isRetried: true) == .pause(.milliseconds(Int64.max / 1000)))
    }
}
