import Testing

@testable import BatonRunner

@Suite struct ScheduleTests {
    @Test func `cases start in file order, each once`() {
        var schedule = Schedule(count: 3, failsFast: false)
        #expect((0..<4).map { _ in schedule.start() } == [.run(0), .run(1), .run(2), .stop])
    }

    @Test func `a failure stops nothing unless the run fails fast`() {
        var schedule = Schedule(count: 3, failsFast: false)
        _ = schedule.start()
        schedule.finished(.failed)
        #expect(schedule.start() == .run(1))
    }

    @Test(arguments: [Outcome.failed, .error])
    func `a run that fails fast starts nothing after a bad case`(_ outcome: Outcome) {
        var schedule = Schedule(count: 3, failsFast: true)
        _ = schedule.start()
        schedule.finished(outcome)
        #expect(schedule.start() == .stop)
        #expect(schedule.unstarted == 1..<3)
    }

    @Test(arguments: [Outcome.passed, .skipped])
    func `a run that fails fast goes on after a good case`(_ outcome: Outcome) {
        var schedule = Schedule(count: 2, failsFast: true)
        _ = schedule.start()
        schedule.finished(outcome)
        #expect(schedule.start() == .run(1))
    }

    @Test func `an interrupted run starts nothing more`() {
        var schedule = Schedule(count: 2, failsFast: false)
        _ = schedule.start()
        schedule.cancel()
        #expect(schedule.start() == .stop)
        #expect(schedule.unstarted == 1..<2)
    }
}
