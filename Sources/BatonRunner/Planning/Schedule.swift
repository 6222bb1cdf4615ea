/// Decides which case starts next: a pure state machine without clocks and tasks.
///
/// The runner asks it for jobs and reports how they ended. A case costs O(1); a case with dependencies or locks O(log
/// n).
package struct Schedule {
    package enum Job: Equatable, Sendable {
        case run(Int)
        /// Tears down a case whose steps have passed and that no pending case needs any longer.
        case tearDown(Int)
        /// Reports a case as blocked because another case did not pass: nil where that case is one of `before`.
        case block(Int, by: Int?)
    }

    /// What a worker does next.
    package enum Action: Equatable, Sendable {
        case start(Job)
        /// No case can start before another one has ended.
        case wait
        /// No case is left to start.
        case stop
    }

    private enum State {
        /// Waits for other cases, for a lock, or for its turn.
        case pending
        case running
        /// Its steps have passed; its teardown waits for the cases that need it.
        case held
        case tearingDown
        case ended
    }

    private let graph: ScheduleGraph
    private var states: [State]
    /// For each node, the number of nodes that it still waits for.
    private var waits: [Int]
    /// For each node, the number of unfinished nodes that need it.
    private var users: [Int]
    /// Number of nodes taken from those that never had to wait.
    private var taken = 0
    /// Nodes that had to wait and are ready now.
    private var ready = PriorityQueue()
    private var locks: LockTable
    private var blocked: [Job] = []
    /// Number of blocked cases that `next` has returned.
    private var toldCount = 0
    private var runningCount = 0
    private var isCancelled = false
    /// The cases that wait until they are asked for.
    private var unrequested: Set<Int>

    package init(_ graph: ScheduleGraph) {
        self.graph = graph
        states = Array(repeating: .pending, count: graph.nodeCount)
        waits = graph.waits
        users = graph.userCounts
        locks = LockTable(count: graph.lockCount)
        unrequested = graph.onRequest
    }

    // MARK: - Asking

    package mutating func next() -> Action {
        while true {
            if toldCount < blocked.count {
                toldCount += 1
                return .start(blocked[toldCount - 1])
            }
            guard let index = take() else { return runningCount == 0 && unrequested.isEmpty ? .stop : .wait }
            if let job = begin(index) {
                runningCount += 1
                return .start(job)
            }
        }
    }

    /// The cases that never started and were never reported, because the run ended before the schedule did.
    package var unstarted: [Int] { (0..<graph.caseCount).filter { states[$0] == .pending } }

    /// Removes and returns the ready node with the smallest rank.
    private mutating func take() -> Int? {
        guard taken < graph.freeCount else { return ready.popFirst() }
        let free = graph.free(at: taken)
        if let first = ready.first, first < graph.rank(of: free) { return ready.popFirst() }
        taken += 1
        return free
    }

    /// Nil for a node that has ended or was withdrawn meanwhile, waits for a lock, or is not a case.
    private mutating func begin(_ index: Int) -> Job? {
        let isWithdrawn = states[index] == .pending && unrequested.contains(index)
        guard !isWithdrawn, states[index] == .pending || states[index] == .held else {
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

    /// Reports that the steps of a case have passed.
    ///
    /// - Returns: true where teardown has to wait for the cases that need this one, which may start now; false where
    ///   the case is torn down at once.
    package mutating func stepsPassed(_ index: Int) -> Bool {
        guard !users.isEmpty, users[index] > 0 else { return false }
        runningCount -= 1
        release(index)
        pass(index)
        return true
    }

    /// Reports that a case has ended, teardown included.
    ///
    /// - Parameter passed: whether the cases that need it may start, unless its steps have passed already.
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

    /// Ends the run early: from now on only teardowns and the cases of `after` start.
    ///
    /// - Returns: the cases that will never start; the schedule returns no job for them.
    package mutating func cancel() -> [Int] {
        guard !isCancelled else { return [] }
        isCancelled = true
        unrequested = []
        let abandoned = states.indices.filter { states[$0] == .pending && !graph.isAfter($0) }
        for index in abandoned { end(index) }
        for index in abandoned { block(dependentsOf: index) }
        return abandoned.filter { $0 < graph.caseCount }
    }

    // MARK: - Cases on request

    /// Asks for a case and for everything that it needs. Has no effect on a case that was asked for before.
    package mutating func request(_ index: Int) {
        var open = [index]
        while let node = open.popLast() {
            guard unrequested.remove(node) != nil else { continue }
            open += graph.needs(of: node)
            settle(node)
        }
    }

    /// Makes a case that has not started wait until it is asked for again.
    ///
    /// - Returns: false for a case that has started or ended, to which nothing happens.
    package mutating func withdraw(_ index: Int) -> Bool {
        guard states[index] == .pending, graph.onRequest.contains(index) else { return false }
        if unrequested.insert(index).inserted { waits[index] += 1 }
        return true
    }

    /// From now on no case is asked for any more, so that the run can end.
    ///
    /// - Returns: the cases that were never requested; the schedule returns no job for them.
    package mutating func closeRequests() -> [Int] {
        let left = unrequested.sorted().filter { states[$0] == .pending }
        unrequested = []
        for index in left { end(index) }
        return left
    }

    // MARK: - What follows

    private mutating func pass(_ index: Int) {
        states[index] = .held
        for dependent in graph.dependents(of: index) { settle(dependent) }
        if users.isEmpty || users[index] == 0 { makeReady(index) }
    }

    /// Counts down the dependencies of a node, which becomes ready when none is left.
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

    /// Blocks all cases that need this one, directly or through others.
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

/// A binary heap of the nodes that may start, smallest rank first.
struct PriorityQueue {
    private var entries: [(rank: ScheduleGraph.Rank, index: Int)] = []

    /// The rank of the next node.
    var first: ScheduleGraph.Rank? { entries.first?.rank }

    mutating func insert(_ index: Int, _ rank: ScheduleGraph.Rank) {
        entries.append((rank, index))
        var child = entries.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard entries[child].rank < entries[parent].rank else { return }
            entries.swapAt(child, parent)
            child = parent
        }
    }

    mutating func popFirst() -> Int? {
        guard let last = entries.popLast() else { return nil }
        guard let first = entries.first else { return last.index }
        entries[0] = last
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < entries.count {
                if entries[child].rank < entries[least].rank { least = child }
            }
            if least == parent { return first.index }
            entries.swapAt(parent, least)
            parent = least
        }
    }
}
