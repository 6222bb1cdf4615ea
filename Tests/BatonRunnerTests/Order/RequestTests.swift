import Testing

@testable import BatonRunner

/// A run whose cases start only once they are asked for.
@Suite struct RequestTests {
    private func schedule(_ nodes: [ScheduleGraph.Node]) -> Schedule {
        Schedule(ScheduleGraph(nodes, startsOnRequest: true))
    }

    @Test func `a case starts once it is asked for, in the order of requests`() {
        var schedule = schedule([.init(), .init(), .init()])
        #expect(schedule.next() == .wait)
        schedule.request(2)
        #expect(schedule.next() == .start(.run(2)))
        schedule.request(0)
        #expect(schedule.next() == .start(.run(0)))
        #expect(schedule.next() == .wait)
        schedule.ended(2, passed: true)
        schedule.ended(0, passed: true)
        #expect(schedule.next() == .wait)
        #expect(schedule.closeRequests() == [1])
        #expect(schedule.next() == .stop)
    }

    @Test func `what a case needs starts with it, once`() {
        var schedule = schedule([.init(), .init(needs: [0]), .init(needs: [0])])
        schedule.request(1)
        #expect(schedule.next() == .start(.run(0)))
        #expect(schedule.next() == .wait)
        #expect(schedule.stepsPassed(0) == true)
        #expect(schedule.next() == .start(.run(1)))
        schedule.ended(1, passed: true)
        // The other case may still be asked for: no teardown.
        #expect(schedule.next() == .wait)
        schedule.request(2)
        #expect(schedule.next() == .start(.run(2)))
        schedule.ended(2, passed: true)
        #expect(schedule.next() == .start(.tearDown(0)))
        schedule.ended(0, passed: true)
        #expect(schedule.next() == .stop)
    }

    @Test func `closing requests tears down what was needed`() {
        var schedule = schedule([.init(), .init(needs: [0]), .init(needs: [0])])
        schedule.request(1)
        #expect(schedule.next() == .start(.run(0)))
        #expect(schedule.stepsPassed(0) == true)
        #expect(schedule.next() == .start(.run(1)))
        schedule.ended(1, passed: true)
        #expect(schedule.closeRequests() == [2])
        #expect(schedule.next() == .start(.tearDown(0)))
        schedule.ended(0, passed: true)
        #expect(schedule.next() == .stop)
    }

    @Test func `before starts unasked, and after waits until requests are closed`() {
        var schedule = schedule([.init(phase: .before), .init(), .init(phase: .after)])
        #expect(schedule.next() == .start(.run(0)))
        #expect(schedule.stepsPassed(0) == true)
        schedule.request(1)
        #expect(schedule.next() == .start(.run(1)))
        schedule.ended(1, passed: true)
        #expect(schedule.next() == .start(.tearDown(0)))
        schedule.ended(0, passed: true)
        #expect(schedule.next() == .start(.run(2)))
    }

    @Test func `after waits for cases that may still be asked for`() {
        var schedule = schedule([.init(), .init(phase: .after)])
        #expect(schedule.next() == .wait)
        #expect(schedule.closeRequests() == [0])
        #expect(schedule.next() == .start(.run(1)))
    }

    @Test func `a case that is withdrawn before it starts may be asked for again`() {
        var schedule = schedule([.init(), .init()])
        schedule.request(0)
        #expect(schedule.withdraw(0) == true)
        #expect(schedule.next() == .wait)
        schedule.request(0)
        #expect(schedule.next() == .start(.run(0)))
        #expect(schedule.withdraw(0) == false)
        schedule.ended(0, passed: true)
        #expect(schedule.withdraw(0) == false)
        #expect(schedule.closeRequests() == [1])
        #expect(schedule.next() == .stop)
    }

    @Test func `a withdrawn case gives back the lock that it waited for`() {
        var schedule = schedule([.init(locks: [0]), .init(locks: [0]), .init(locks: [0])])
        schedule.request(0)
        #expect(schedule.next() == .start(.run(0)))
        schedule.request(1)
        schedule.request(2)
        #expect(schedule.next() == .wait)
        #expect(schedule.withdraw(1) == true)
        schedule.ended(0, passed: true)
        #expect(schedule.next() == .start(.run(2)))
        schedule.ended(2, passed: true)
        schedule.request(1)
        #expect(schedule.next() == .start(.run(1)))
        schedule.ended(1, passed: true)
        #expect(schedule.next() == .stop)
    }

    @Test func `cancelling the run ends the cases that were not asked for`() {
        var schedule = schedule([.init(), .init(), .init(phase: .after)])
        schedule.request(0)
        #expect(schedule.next() == .start(.run(0)))
        #expect(schedule.cancel() == [1])
        schedule.ended(0, passed: false)
        #expect(schedule.next() == .start(.run(2)))
        schedule.ended(2, passed: true)
        #expect(schedule.next() == .stop)
    }
}
