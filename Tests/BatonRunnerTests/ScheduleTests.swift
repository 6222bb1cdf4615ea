import Testing

@testable import BatonRunner

@Suite struct ScheduleTests {
    private static func schedule(_ nodes: [ScheduleGraph.Node], order: [Int]? = nil) -> Schedule {
        Schedule(ScheduleGraph(nodes, order: order))
    }

    /// Takes jobs until there is none.
    private static func jobs(_ schedule: inout Schedule) -> [Schedule.Job] {
        var jobs: [Schedule.Job] = []
        while case .start(let job) = schedule.next() { jobs.append(job) }
        return jobs
    }

    // MARK: - Order

    @Test func `cases start in file order, each once`() {
        var schedule = Self.schedule(Array(repeating: ScheduleGraph.Node(), count: 3))
        #expect(Self.jobs(&schedule) == [.run(0), .run(1), .run(2)])
        #expect(schedule.next() == .wait)
        for index in 0..<3 {
            #expect(schedule.stepsPassed(index) == false)
            schedule.ended(index, passed: index != 1)
        }
        #expect(schedule.next() == .stop)
        #expect(schedule.unstarted.isEmpty)
    }

    @Test func `another order is followed`() {
        var schedule = Self.schedule(Array(repeating: ScheduleGraph.Node(), count: 3), order: [2, 0, 1])
        #expect(Self.jobs(&schedule) == [.run(2), .run(0), .run(1)])
    }

    @Test func `a run of nothing stops at once`() {
        var schedule = Self.schedule([])
        #expect(schedule.next() == .stop)
    }

    @Test func `what the first case needs starts before the second`() {
        var schedule = Self.schedule([.init(needs: [2]), .init(), .init()])
        #expect(Self.jobs(&schedule) == [.run(2), .run(1)])
    }

    // MARK: - Needs

    @Test func `a case starts once all that it needs has passed`() {
        var schedule = Self.schedule([.init(), .init(), .init(needs: [0, 1])])
        #expect(Self.jobs(&schedule) == [.run(0), .run(1)])
        #expect(schedule.stepsPassed(0) == true)
        #expect(schedule.next() == .wait)
        #expect(schedule.stepsPassed(1) == true)
        #expect(schedule.next() == .start(.run(2)))
    }

    @Test func `teardown waits for the last that needs the case`() {
        var schedule = Self.schedule([.init(), .init(needs: [0]), .init(needs: [0])])
        _ = Self.jobs(&schedule)
        #expect(schedule.stepsPassed(0) == true)
        #expect(Self.jobs(&schedule) == [.run(1), .run(2)])
        schedule.ended(1, passed: true)
        #expect(schedule.next() == .wait)
        schedule.ended(2, passed: false)
        #expect(Self.jobs(&schedule) == [.tearDown(0)])
        schedule.ended(0, passed: true)
        #expect(schedule.next() == .stop)
    }

    @Test func `teardowns of a chain go backwards`() {
        var schedule = Self.schedule([.init(), .init(needs: [0]), .init(needs: [1])])
        for index in 0..<3 {
            #expect(schedule.next() == .start(.run(index)))
            #expect(schedule.stepsPassed(index) == (index < 2))
        }
        schedule.ended(2, passed: true)
        #expect(Self.jobs(&schedule) == [.tearDown(1)])
        schedule.ended(1, passed: true)
        #expect(Self.jobs(&schedule) == [.tearDown(0)])
        schedule.ended(0, passed: true)
        #expect(schedule.next() == .stop)
    }

    @Test func `a case that has nothing to tear down ends although others need it`() {
        var schedule = Self.schedule([.init(), .init(needs: [0])])
        _ = schedule.next()
        schedule.ended(0, passed: true)
        #expect(schedule.next() == .start(.run(1)))
    }

    @Test func `whatever needs a case that did not pass is blocked, and what needs that`() {
        var schedule = Self.schedule([.init(), .init(needs: [0]), .init(needs: [1]), .init()])
        #expect(Self.jobs(&schedule) == [.run(0), .run(3)])
        schedule.ended(0, passed: false)
        let blocked = Self.jobs(&schedule)
        #expect(blocked.count == 2)
        #expect(blocked.contains(.block(1, by: 0)) && blocked.contains(.block(2, by: 1)))
        schedule.ended(3, passed: true)
        #expect(schedule.next() == .stop)
    }

    @Test func `a case that was blocked uses its other needs no more`() {
        var schedule = Self.schedule([.init(), .init(), .init(needs: [0, 1])])
        _ = Self.jobs(&schedule)
        #expect(schedule.stepsPassed(1) == true)
        schedule.ended(0, passed: false)
        let jobs = Self.jobs(&schedule)
        #expect(jobs.count == 2 && jobs.contains(.block(2, by: 0)) && jobs.contains(.tearDown(1)))
    }

    @Test func `a failed teardown blocks no case that has run`() {
        var schedule = Self.schedule([.init(), .init(needs: [0])])
        _ = schedule.next()
        _ = schedule.stepsPassed(0)
        _ = schedule.next()
        schedule.ended(1, passed: true)
        _ = schedule.next()
        schedule.ended(0, passed: false)
        #expect(schedule.next() == .stop)
    }

    @Test func `cases that need each other never start and are told of`() {
        var schedule = Self.schedule([.init(needs: [1]), .init(needs: [0]), .init()])
        #expect(Self.jobs(&schedule) == [.run(2)])
        schedule.ended(2, passed: true)
        #expect(schedule.next() == .stop)
        #expect(schedule.unstarted == [0, 1])
    }

    // MARK: - Locks

    @Test func `cases with one lock follow one another, others pass by`() {
        var schedule = Self.schedule([.init(locks: [0]), .init(locks: [0]), .init(), .init(locks: [0])])
        #expect(Self.jobs(&schedule) == [.run(0), .run(2)])
        schedule.ended(0, passed: false)
        #expect(Self.jobs(&schedule) == [.run(1)])
        schedule.ended(1, passed: true)
        #expect(Self.jobs(&schedule) == [.run(3)])
    }

    @Test func `all locks of a case are taken at once`() {
        var schedule = Self.schedule([.init(locks: [0]), .init(locks: [1]), .init(locks: [0, 1]), .init(locks: [1])])
        #expect(Self.jobs(&schedule) == [.run(0), .run(1)])
        schedule.ended(0, passed: true)
        #expect(schedule.next() == .wait)
        schedule.ended(1, passed: true)
        let job = schedule.next()
        #expect(job == .start(.run(3)) || job == .start(.run(2)))
        #expect(schedule.next() == .wait)
        schedule.ended(job == .start(.run(3)) ? 3 : 2, passed: true)
        #expect(schedule.next() == .start(job == .start(.run(3)) ? .run(2) : .run(3)))
    }

    @Test func `a needed case gives its lock to those that need it, and takes it again for its teardown`() {
        var schedule = Self.schedule([.init(locks: [0]), .init(needs: [0], locks: [0]), .init(locks: [0])])
        #expect(Self.jobs(&schedule) == [.run(0)])
        #expect(schedule.stepsPassed(0) == true)
        let first = schedule.next()
        #expect(first == .start(.run(1)) || first == .start(.run(2)))
        #expect(schedule.next() == .wait)
        let (one, other) = first == .start(.run(1)) ? (1, 2) : (2, 1)
        schedule.ended(one, passed: true)
        #expect(schedule.next() == .start(.run(other)))
        #expect(schedule.next() == .wait)
        schedule.ended(other, passed: true)
        #expect(Self.jobs(&schedule) == [.tearDown(0)])
    }

    @Test func `a case that is called off while it waits keeps no lock`() {
        var schedule = Self.schedule([.init(locks: [0]), .init(locks: [0]), .init(locks: [0], phase: .after)])
        _ = schedule.next()
        #expect(schedule.next() == .wait)
        #expect(schedule.cancel() == [1])
        schedule.ended(0, passed: false)
        #expect(Self.jobs(&schedule) == [.run(2)])
    }

    // MARK: - Before and after

    @Test func `what is before everything runs in order, and all else behind it`() {
        var schedule = Self.schedule([.init(), .init(phase: .before), .init(phase: .before)])
        #expect(Self.jobs(&schedule) == [.run(1)])
        #expect(schedule.stepsPassed(1) == true)
        #expect(Self.jobs(&schedule) == [.run(2)])
        #expect(schedule.stepsPassed(2) == true)
        #expect(Self.jobs(&schedule) == [.run(0)])
        schedule.ended(0, passed: true)
        #expect(Self.jobs(&schedule) == [.tearDown(2)])
        schedule.ended(2, passed: true)
        #expect(Self.jobs(&schedule) == [.tearDown(1)])
    }

    @Test func `everything is blocked when what is before it fails, but what is after runs`() {
        var schedule = Self.schedule([.init(), .init(needs: [0]), .init(phase: .before), .init(phase: .after)])
        #expect(Self.jobs(&schedule) == [.run(2)])
        schedule.ended(2, passed: false)
        let jobs = Self.jobs(&schedule)
        #expect(jobs.count == 3)
        #expect(jobs.contains(.block(0, by: nil)) && jobs.contains(.run(3)))
        #expect(jobs.contains(.block(1, by: 0)) || jobs.contains(.block(1, by: nil)))
        schedule.ended(3, passed: true)
        #expect(schedule.next() == .stop)
    }

    @Test func `what is before everything may need others, which do not wait for it`() {
        var schedule = Self.schedule([.init(), .init(needs: [0], phase: .before), .init()])
        #expect(Self.jobs(&schedule) == [.run(0)])
        #expect(schedule.stepsPassed(0) == true)
        #expect(Self.jobs(&schedule) == [.run(1)])
        #expect(schedule.stepsPassed(1) == true)
        #expect(Self.jobs(&schedule) == [.run(2)])
        schedule.ended(2, passed: true)
        #expect(Self.jobs(&schedule) == [.tearDown(1)])
        schedule.ended(1, passed: true)
        #expect(Self.jobs(&schedule) == [.tearDown(0)])
    }

    @Test func `what is after everything waits for all teardowns and runs in order`() {
        var schedule = Self.schedule([
            .init(phase: .after), .init(phase: .after), .init(), .init(needs: [2]),
        ])
        #expect(Self.jobs(&schedule) == [.run(2)])
        #expect(schedule.stepsPassed(2) == true)
        #expect(Self.jobs(&schedule) == [.run(3)])
        schedule.ended(3, passed: false)
        #expect(Self.jobs(&schedule) == [.tearDown(2)])
        schedule.ended(2, passed: true)
        #expect(Self.jobs(&schedule) == [.run(0)])
        schedule.ended(0, passed: false)
        #expect(Self.jobs(&schedule) == [.run(1)])
        schedule.ended(1, passed: true)
        #expect(schedule.next() == .stop)
    }

    @Test func `what a case of after needs is torn down behind it, whatever is before everything`() {
        var schedule = Self.schedule([.init(needs: [1], phase: .after), .init(), .init(), .init(phase: .before)])
        #expect(Self.jobs(&schedule) == [.run(3)])
        #expect(schedule.stepsPassed(3) == true)
        #expect(Self.jobs(&schedule) == [.run(1), .run(2)])
        #expect(schedule.stepsPassed(1) == true)
        schedule.ended(2, passed: true)
        #expect(Self.jobs(&schedule) == [.run(0)])
        schedule.ended(0, passed: true)
        #expect(Self.jobs(&schedule) == [.tearDown(1)])
        schedule.ended(1, passed: true)
        #expect(Self.jobs(&schedule) == [.tearDown(3)])
        schedule.ended(3, passed: true)
        #expect(schedule.next() == .stop)
    }

    // MARK: - An early end

    @Test func `a run that ends early starts no more cases, but teardowns and what is after everything`() {
        var schedule = Self.schedule([.init(), .init(needs: [0]), .init(), .init(phase: .after)])
        _ = schedule.next()
        #expect(schedule.stepsPassed(0) == true)
        #expect(schedule.next() == .start(.run(1)))
        #expect(schedule.cancel() == [2])
        #expect(schedule.cancel() == [])
        #expect(schedule.next() == .wait)
        schedule.ended(1, passed: false)
        #expect(Self.jobs(&schedule) == [.tearDown(0)])
        schedule.ended(0, passed: true)
        #expect(Self.jobs(&schedule) == [.run(3)])
        schedule.ended(3, passed: true)
        #expect(schedule.next() == .stop)
    }

    @Test func `a case of after whose need never ran is blocked`() {
        var schedule = Self.schedule([.init(), .init(), .init(needs: [1], phase: .after)])
        _ = schedule.next()
        #expect(schedule.cancel() == [1])
        schedule.ended(0, passed: false)
        #expect(Self.jobs(&schedule) == [.block(2, by: 1)])
        #expect(schedule.next() == .stop)
    }

    // MARK: - Anything

    /// Plays a run with so many jobs at a time; each case ends as a fixed pattern says.
    @Test(arguments: 1...40)
    func `whatever the graph is, each case is told of once and no lock is shared`(_ seed: Int) {
        var random = SplitMix64(state: UInt64(seed))
        let count = 60
        var nodes: [ScheduleGraph.Node] = []
        for index in 0..<count {
            let needs = index == 0 ? [] : (0..<(random.next() % 3)).map { _ in Int(random.next() % UInt64(index)) }
            let locks = (0..<(random.next() % 3)).map { _ in Int(random.next() % 4) }
            let phase: ScheduleGraph.Phase =
                random.next() % 12 == 0 ? .before : .main
            nodes.append(.init(needs: Array(Set(needs)).sorted(), locks: Array(Set(locks)).sorted(), phase: phase))
        }
        nodes.append(.init(needs: [3], phase: .after))
        // What is before everything must not need what waits for it.
        for index in nodes.indices where nodes[index].phase == .before { nodes[index].needs = [] }
        var schedule = Self.schedule(nodes, order: nodes.indices.shuffled(using: &random))
        var running: [Schedule.Job] = []
        var told: [Int: Int] = [:]
        var held: Set<Int> = []
        var hasPassed: Set<Int> = []
        var turns = 0
        while turns < 10_000 {
            turns += 1
            if turns == 40, seed % 4 == 0 {
                for index in schedule.cancel() { told[index, default: 0] += 1 }
            }
            let action = running.count < 4 ? schedule.next() : .wait
            if case .stop = action { break }
            if case .start(let job) = action {
                switch job {
                case .block(let index, _): told[index, default: 0] += 1
                case .run(let index):
                    #expect(nodes[index].needs.allSatisfy(hasPassed.contains))
                    running.append(job)
                case .tearDown: running.append(job)
                }
                let locks = running.flatMap { job -> [Int] in
                    switch job {
                    case .run(let index), .tearDown(let index): nodes[index].locks
                    case .block: []
                    }
                }
                #expect(Set(locks).count == locks.count)
                continue
            }
            guard !running.isEmpty else {
                Issue.record("nothing runs, and nothing can")
                break
            }
            switch running.remove(at: Int(random.next() % UInt64(running.count))) {
            case .run(let index):
                let passes = random.next() % 8 > 0
                if passes { hasPassed.insert(index) }
                if passes, schedule.stepsPassed(index) {
                    held.insert(index)
                } else {
                    told[index, default: 0] += 1
                    schedule.ended(index, passed: passes)
                }
            case .tearDown(let index):
                #expect(held.remove(index) != nil)
                told[index, default: 0] += 1
                schedule.ended(index, passed: true)
            case .block: break
            }
        }
        #expect(told.count == nodes.count && told.values.allSatisfy { $0 == 1 })
        #expect(held.isEmpty)
    }
}
