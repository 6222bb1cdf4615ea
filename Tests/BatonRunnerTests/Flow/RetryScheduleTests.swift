import BatonWorkflow
import Testing

@testable import BatonRunner

/// Pauses in milliseconds, as tables.
@Suite struct RetryScheduleTests {
    private static func schedule(
        _ backoff: RetryPolicy.Backoff, every: Int64 = 100, longest: Int64 = 1000, attempts: Int? = 6,
        jitter: Bool = false, within: Int64? = nil
    ) -> RetrySchedule {
        RetrySchedule(
            attempts: attempts, every: every * 1000, backoff: backoff, longest: longest * 1000, hasJitter: jitter,
            within: within.map { $0 * 1000 })
    }

    @Test(arguments: [
        (RetryPolicy.Backoff.constant, [100, 100, 100, 100, 100, 100]),
        (.linear, [100, 200, 300, 400, 500, 600]),
        (.exponential, [100, 200, 400, 800, 1000, 1000]),
    ])
    func `pauses grow as backoff says, up to the longest, and end with the attempts`(
        _ backoff: RetryPolicy.Backoff, _ pauses: [Int64]
    ) {
        let schedule = Self.schedule(backoff)
        let decisions = (1...7).map { schedule.decide(after: $0, isRetried: true) }
        #expect(decisions == pauses.map { .pause($0 * 1000) } + [.stop])
    }

    @Test(arguments: [(0, 100), (25_000, 75), (50_000, 50), (50_001, 100), (UInt64.max, 75)] as [(UInt64, Int64)])
    func `chance shortens a pause by a half at most`(_ random: UInt64, _ pause: Int64) {
        let decision = Self.schedule(.constant, jitter: true).decide(after: 1, isRetried: true, random: random)
        guard case .pause(let microseconds) = decision else {
            Issue.record("no pause")
            return
        }
        #expect((50_000...100_000).contains(microseconds))
        if random <= 50_001 { #expect(microseconds == pause * 1000) }
    }

    @Test(arguments: [(0, 100), (50, 100), (300, 300), (5000, 1000), (Int64.max / 1000, 1000)] as [(Int64, Int64)])
    func `no pause is shorter than the server asks for, up to the longest`(_ asked: Int64, _ pause: Int64) {
        let decision = Self.schedule(.constant).decide(after: 1, isRetried: true, retryAfter: asked * 1000)
        #expect(decision == .pause(pause * 1000))
    }

    @Test func `what need not be tried again is not`() {
        #expect(Self.schedule(.constant).decide(after: 1, isRetried: false) == .stop)
    }

    @Test(arguments: [(Int64(399), true), (400, true), (401, false)])
    func `no attempt begins after the time is up`(_ elapsed: Int64, _ isTried: Bool) {
        let schedule = Self.schedule(.constant, attempts: nil, within: 500)
        let decision = schedule.decide(after: 1000, isRetried: true, elapsed: elapsed * 1000)
        #expect(decision == (isTried ? .pause(100_000) : .stop))
    }

    @Test func `pauses that no clock can hold end at the longest`() {
        let schedule = Self.schedule(.exponential, every: .max / 1000, longest: .max / 1000, attempts: nil)
        #expect(schedule.decide(after: 90, isRetried: true) == .pause(Int64.max / 1000 * 1000))
    }
}

@Suite struct PollScheduleTests {
    @Test(
        arguments: [
            (Int64(0), 1000), (59_000, 1000), (59_500, 500), (59_999, 1), (60_000, nil), (61_000, nil),
        ] as [(Int64, Int64?)])
    func `the last poll is made when the time is up`(_ elapsed: Int64, _ pause: Int64?) {
        let schedule = PollSchedule(every: 1_000_000, within: 60_000_000)
        #expect(schedule.pause(elapsed: elapsed * 1000) == pause.map { $0 * 1000 })
    }

    @Test func `a server is never asked without any pause`() {
        #expect(PollSchedule(every: 0, within: 60_000_000).pause(elapsed: 0) == 1000)
    }
}
