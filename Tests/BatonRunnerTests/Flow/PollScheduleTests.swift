import Testing

@testable import BatonRunner

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
