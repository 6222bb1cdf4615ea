import BatonHTTP
import BatonWorkflow
import Synchronization

/// What the workers of a run share: the jobs, what came of them, and what needed cases give.
final class RunProgress: Sendable {
    let board: JobBoard
    private let plan: Plan
    /// Whether others need the case.
    private let needed: [Bool]
    /// The cases whose sessions others start from.
    private let sessionSources: Set<Int>

    private struct State {
        var result: Runner.Result
        var cancelWorkers: (@Sendable () -> Void)?
        /// What a needed case gives, by its index.
        var outputs: [Int: NeededOutputs] = [:]
        var endings: [Int: CaseRecord] = [:]
        var failedBefore: Int?
    }

    private let state: Mutex<State>
    private let held = Mutex(HeldCases())
    private let remainder = Mutex(Remainder())

    /// What never began.
    private struct Remainder {
        var cases: [Int] = []
        /// Whether the run has been concluded.
        var isClosed = false
    }

    /// Cases whose steps have passed, and whose teardown waits.
    private struct HeldCases: ~Copyable {
        nonisolated(unsafe) var cases: [Int: CaseAttempts] = [:]
    }

    init(_ plan: Plan, _ settings: RunSettings) {
        self.plan = plan
        board = JobBoard(Schedule(plan.graph))
        var needed = Array(repeating: false, count: plan.cases.count)
        var sources: Set<Int> = []
        for planned in plan.cases {
            for need in planned.needs {
                needed[need.index] = true
                if planned.workflow?.uses.neededSessions.contains(need.name) == true { sources.insert(need.index) }
            }
            // All others need what is before them.
            if planned.phase == .before { needed[planned.identity.index] = true }
        }
        self.needed = needed
        sessionSources = sources
        state = Mutex(
            State(result: Runner.Result(verdict: ExitCode.Verdict(failsOnFlaky: settings.options.failsOnFlaky))))
    }

    var result: Runner.Result { state.withLock(\.result) }

    /// Cancels what is under way.
    var cancelWorkers: (@Sendable () -> Void)? {
        get { state.withLock(\.cancelWorkers) }
        set { state.withLock { $0.cancelWorkers = newValue } }
    }

    func count(requests: Int, cached: Int) {
        state.withLock { state in
            state.result.requestCount += requests
            state.result.cachedCount += cached
        }
    }

    /// - Parameter allowsOthers: whether those that need the case, or run behind it, may run.
    func add(_ record: CaseRecord, allowsOthers: Bool = false) {
        let index = record.identity.index
        state.withLock { state in
            state.result.counts.count(record)
            state.result.verdict.add(record)
            guard needed[index] else { return }
            state.endings[index] = record
            if plan.cases[index].phase == .before, !allowsOthers, state.failedBefore == nil {
                state.failedBefore = index
            }
        }
    }

    // MARK: - The end

    /// Starts nothing more but teardowns and what is after everything.
    ///
    /// - Parameter isFirst: whether nothing ended the run before.
    /// - Returns: whether this ended the run: not where something else had, and not once it was concluded.
    func leave(if isFirst: () -> Bool) -> Bool {
        remainder.withLock { remainder in
            guard !remainder.isClosed, isFirst() else { return false }
            remainder.cases = board.cancel()
            return true
        }
    }

    /// Concludes the run: nothing can end it early any more.
    ///
    /// - Returns: the cases that never began and were not told of, in the order of the plan.
    func close() -> [Int] {
        remainder.withLock { remainder in
            remainder.isClosed = true
            return (remainder.cases + board.unstarted).sorted()
        }
    }

    // MARK: - Needed cases

    func isNeeded(_ index: Int) -> Bool { needed[index] }

    func givesSession(_ index: Int) -> Bool { sessionSources.contains(index) }

    /// How a needed case ended.
    func ending(of index: Int) -> CaseRecord? { state.withLock { $0.endings[index] } }

    /// The first case of `before` that did not pass.
    var failedBefore: Int? { state.withLock(\.failedBefore) }

    func give(_ outputs: NeededOutputs, of index: Int) { state.withLock { $0.outputs[index] = outputs } }

    func outputs(of index: Int) -> NeededOutputs { state.withLock { $0.outputs[index] } ?? NeededOutputs() }

    /// Keeps a case until nothing needs it any longer; false where nothing does.
    func hold(_ attempts: CaseAttempts, _ index: Int) -> Bool {
        // Kept before the schedule hears of it: another worker may be told to tear it down at once.
        nonisolated(unsafe) let kept = attempts
        held.withLock { $0.cases[index] = kept }
        if board.tell({ $0.stepsPassed(index) }) { return true }
        held.withLock { _ = $0.cases.removeValue(forKey: index) }
        return false
    }

    func takeHeld(_ index: Int) -> CaseAttempts? {
        nonisolated(unsafe) var taken: CaseAttempts?
        held.withLock { taken = $0.cases.removeValue(forKey: index) }
        return taken
    }
}

/// What a workflow gives to those that need it.
struct NeededOutputs: Sendable {
    var values: [WorkflowOutputs.Entry] = []
    /// What its session held after its steps; only where someone starts from it.
    var sessions: [Left] = []

    struct Left: Sendable {
        let environment: String?
        let session: Session
    }
}
