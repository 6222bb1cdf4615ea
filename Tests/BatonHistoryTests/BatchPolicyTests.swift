import BatonRecords
import Testing

@testable import BatonHistory

struct BatchPolicyTests {
    private func decision(_ policy: inout BatchPolicy, _ now: Int64) -> BatchPolicy.Decision { policy.decide(now: now) }

    @Test func `nothing to do is a reason to sleep`() {
        var policy = BatchPolicy()
        #expect(decision(&policy, 5) == .sleep)
    }

    @Test func `results wait for one another, 200 ms from the first`() {
        var policy = BatchPolicy()
        let first = policy.resultArrived()
        #expect(first)
        #expect(decision(&policy, 1000) == .wait(milliseconds: 200))
        let second = policy.resultArrived()
        #expect(!second)
        #expect(decision(&policy, 1150) == .wait(milliseconds: 50))
        #expect(decision(&policy, 1200) == .commit)
        policy.committed()
        #expect(decision(&policy, 1200) == .sleep)
    }

    @Test func `256 results wait no longer`() {
        var policy = BatchPolicy()
        let woken = (1...256).filter { _ in policy.resultArrived() }
        #expect(woken == [1, 256])
        #expect(decision(&policy, 0) == .commit)
    }

    @Test func `what is urgent is committed at once`() {
        var policy = BatchPolicy()
        policy.isUrgent = true
        #expect(decision(&policy, 0) == .commit)
    }

    @Test(arguments: [(0, false), (1, false), (31, false), (32, true), (200, true)])
    func `near the end of a run many results are committed at once, few wait for it`(
        _ results: Int, _ isCommitted: Bool
    ) {
        var policy = BatchPolicy()
        for _ in 0..<results { _ = policy.resultArrived() }
        #expect(policy.endIsNear() == isCommitted)
        #expect((decision(&policy, 0) == .commit) == isCommitted)
    }
}
