/// Decides what is done next: a pure state machine without clocks and tasks.
///
/// Whoever runs cases asks it for jobs and tells it how they ended. A case costs O(1); one that waits for others or has
/// locks O(log n).
package struct Schedule {
    package enum Job: Equatable, Sendable {
        case run(Int)
        /// Ends a case whose steps have passed, and that nothing needs any longer.
        case tearDown(Int)
        /// The case does not run, since another that it needs did not pass: nil for what is to run before everything.
        case block(Int, by: Int?)
    }

    /// What to do next.
    package enum Action: Equatable, Sendable {
        case start(Job)
        /// Nothing can be started before something else has ended.
        case wait
        /// Nothing is left to start.
        case stop
    }

    private enum State {
        /// Waits for others, for a lock, or for its turn.
        case pending
        case running
        /// Its steps have passed; its teardown waits for those that need it.
        case held
        case tearingDown
        case ended
    }

    private let graph: ScheduleGraph
    private var states: [State]
    /// For how many others each still waits.
    private var waits: [Int]
    /// How many of those that need a case have not ended.
    private var users: [Int]
    /// How many of those that wait for nothing have been taken.
    private var taken = 0
    /// Those that have become ready meanwhile.
    private var ready = PriorityQueue()
    private var locks: LockTable
    private var blocked: [Job] = []
    /// How many of the blocked ones have been told of.
    private var toldCount = 0
    private var runningCount = 0
    private var isCancelled = false

    package init(_ graph: ScheduleGraph) {
        self.graph = graph
        states = Array(repeating: .pending, count: graph.nodeCount)
        waits = graph.waits
        users = graph.userCounts
        locks = LockTable(count: graph.lockCount)
    }

    // MARK: - Asking

    package mutating func next() -> Action {
        while true {
            if toldCount < blocked.count {
                toldCount += 1
                return .start(blocked[toldCount - 1])
            }
            guard let index = take() else { return runningCount == 0 ? .stop : .wait }
            if let job = begin(index) {
                runningCount += 1
                return .start(job)
            }
        }
    }

    /// The cases that never started and were not told of: those of a run whose schedule was left before its end.
    package var unstarted: [Int] { (0..<graph.caseCount).filter { states[$0] == .pending } }

    /// The first of those that may start.
    private mutating func take() -> Int? {
        guard taken < graph.freeCount else { return ready.popFirst() }
        let free = graph.free(at: taken)
        if let first = ready.first, first < graph.rank(of: free) { return ready.popFirst() }
        taken += 1
        return free
    }

    /// Nil for what has ended meanwhile, waits for a lock, or is no case.
    private mutating func begin(_ index: Int) -> Job? {
        guard states[index] == .pending || states[index] == .held else {
            if locks.giveUp(index) { release(index) }
            return nil
        }
        let isHeld = states[index] == .held
        if index >= graph.caseCount {
            if isHeld { end(index) } else { pass(index) }
            return nil
        }
        guard locks.take(graph.locks(of: index), for: index, graph.rank(of: index)) else { return nil }
        states[index] = isHeld ? .tearingDown : .running
        return isHeld ? .tearDown(index) : .run(index)
    }

    // MARK: - Telling

    /// The steps of a case have passed. True when its teardown has to wait for those that need the case, which may start
    /// now; otherwise it is torn down at once.
    package mutating func stepsPassed(_ index: Int) -> Bool {
        guard !users.isEmpty, users[index] > 0 else { return false }
        runningCount -= 1
        release(index)
        pass(index)
        return true
    }

    /// A case has ended, with its teardown.
    ///
    /// - Parameter passed: whether those that need it may start, unless its steps have passed already.
    package mutating func ended(_ index: Int, passed: Bool) {
        let hasPassed = states[index] == .tearingDown
        runningCount -= 1
        release(index)
        end(index)
        if hasPassed { return }
        if passed {
            for dependent in graph.dependents(of: index) { settle(dependent) }
        } else {
            block(dependentsOf: index)
        }
    }

    /// Starts nothing more but teardowns and what runs after everything: the run ends early.
    ///
    /// - Returns: the cases that will never start; nothing more is told of them.
    package mutating func cancel() -> [Int] {
        guard !isCancelled else { return [] }
        isCancelled = true
        let abandoned = states.indices.filter { states[$0] == .pending && !graph.isAfter($0) }
        for index in abandoned { end(index) }
        for index in abandoned { block(dependentsOf: index) }
        return abandoned.filter { $0 < graph.caseCount }
    }

    // MARK: - What follows

    private mutating func pass(_ index: Int) {
        states[index] = .held
        for dependent in graph.dependents(of: index) { settle(dependent) }
        if users.isEmpty || users[index] == 0 { makeReady(index) }
    }

    /// One of those that a case waits for has come.
    private mutating func settle(_ index: Int) {
        waits[index] -= 1
        if waits[index] == 0, states[index] == .pending { makeReady(index) }
    }

    private mutating func makeReady(_ index: Int) { ready.insert(index, graph.rank(of: index)) }

    private mutating func release(_ index: Int) {
        for granted in locks.release(graph.locks(of: index)) { makeReady(granted) }
    }

    private mutating func end(_ index: Int) {
        states[index] = .ended
        for needed in graph.needs(of: index) {
            users[needed] -= 1
            if users[needed] == 0, states[needed] == .held { makeReady(needed) }
        }
        for follower in graph.followers(of: index) { settle(follower) }
    }

    /// Whatever needs a case that did not pass never runs, and neither does what needs that.
    private mutating func block(dependentsOf index: Int) {
        var causes = [index]
        var next = 0
        while next < causes.count {
            let cause = causes[next]
            next += 1
            for dependent in graph.dependents(of: cause) where states[dependent] == .pending {
                end(dependent)
                causes.append(dependent)
                guard dependent < graph.caseCount else { continue }
                blocked.append(.block(dependent, by: cause < graph.caseCount ? cause : nil))
            }
        }
    }
}
