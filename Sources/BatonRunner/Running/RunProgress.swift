import BatonHTTP
import BatonJudging
import BatonLanguage
import BatonRecords
import BatonWorkflow
import Synchronization

/// State shared by the workers of a run: jobs, results, and outputs of needed cases.
final class RunProgress: Sendable {
    let board: JobBoard
    private let plan: Plan
    /// For each case, whether other cases need it.
    private let needed: [Bool]
    /// The cases from whose sessions other cases start.
    private let sessionSources: Set<Int>

    private struct State {
        var result: Runner.Result
        var cancelWorkers: (@Sendable () -> Void)?
        /// Outputs of needed cases, by case index.
        var outputs: [Int: NeededOutputs] = [:]
        var endings: [Int: CaseRecord] = [:]
        var failedBefore: Int?
    }

    private let state: Mutex<State>
    private let held = Mutex(HeldCases())
    private let remainder = Mutex(Remainder())

    /// The cases that never started.
    private struct Remainder {
        var cases: [Int] = []
        /// Whether the run has been concluded.
        var isClosed = false
    }

    /// Cases whose steps have passed, and whose teardown waits for the cases that need them.
    private struct HeldCases: ~Copyable {
        nonisolated(unsafe) var cases: [Int: CaseAttempts] = [:]
    }

    init(_ plan: Plan, _ settings: RunSettings, startsOnRequest: Bool) {
        self.plan = plan
        board = JobBoard(Schedule(plan.graph(startsOnRequest: startsOnRequest)))
        var needed = Array(repeating: false, count: plan.cases.count)
        var sources: Set<Int> = []
        for planned in plan.cases {
            for need in planned.needs {
                needed[need.index] = true
                if planned.workflow?.uses.neededSessions.contains(need.name) == true { sources.insert(need.index) }
            }
            // All other cases need the cases of `before`.
            if planned.phase == .before { needed[planned.identity.index] = true }
        }
        self.needed = needed
        sessionSources = sources
        let options = settings.options
        let verdict = ExitCode.Verdict(failsOnFlaky: options.failsOnFlaky, isShared: options.isShared)
        state = Mutex(State(result: Runner.Result(verdict: verdict)))
    }

    var result: Runner.Result { state.withLock(\.result) }

    /// Number of ended cases that make the run fail, without the blocked ones.
    var failureCount: Int { state.withLock { $0.result.counts.bad - $0.result.counts.blocked } }

    /// Cancels the cases in progress.
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

    /// - Parameter allowsOthers: whether the cases that need this one, or run after it, may run.
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

    /// Keeps the outputs of the selected workflow for the result of the run.
    func keep(_ outputs: [OutputForm]) { state.withLock { $0.result.outputs = outputs } }

    // MARK: - The end

    /// Ends the run early: from now on only teardowns and the cases of `after` start.
    ///
    /// - Parameter isFirst: returns whether the run was not ending already.
    /// - Returns: whether this call ended the run: false where the run was ending already or was concluded.
    func leave(if isFirst: () -> Bool) -> Bool {
        remainder.withLock { remainder in
            guard !remainder.isClosed, isFirst() else { return false }
            remainder.cases += board.cancel()
            return true
        }
    }

    /// Ends cases before they start; they are reported when the run is concluded.
    ///
    /// - Parameter choose: ends them in the schedule, and returns them; not called once the run is concluded.
    func leaveOut(_ choose: (JobBoard) -> [Int]) -> [Int] {
        remainder.withLock { remainder in
            if remainder.isClosed { return [] }
            let cases = choose(board)
            remainder.cases += cases
            return cases
        }
    }

    /// Concludes the run, so that it cannot be ended early any more.
    ///
    /// - Returns: the cases that never started and were not reported, in the order of the plan.
    func close() -> [Int] {
        remainder.withLock { remainder in
            remainder.isClosed = true
            return (remainder.cases + board.unstarted).sorted()
        }
    }

    // MARK: - Needed cases

    func isNeeded(_ index: Int) -> Bool { needed[index] }

    func givesSession(_ index: Int) -> Bool { sessionSources.contains(index) }

    /// The record of a needed case.
    func ending(of index: Int) -> CaseRecord? { state.withLock { $0.endings[index] } }

    /// The first case of `before` that did not pass.
    var failedBefore: Int? { state.withLock(\.failedBefore) }

    func give(_ outputs: NeededOutputs, of index: Int) { state.withLock { $0.outputs[index] = outputs } }

    func outputs(of index: Int) -> NeededOutputs { state.withLock { $0.outputs[index] } ?? NeededOutputs() }

    /// Keeps a case until no other needs it any longer; returns false where none needs it now.
    func hold(_ attempts: CaseAttempts, _ index: Int) -> Bool {
        // Stored before the schedule is told: another worker may get the teardown job at once.
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
