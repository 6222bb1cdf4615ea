import BatonCEL
import BatonDiagnostics
import BatonJudging
import BatonLanguage
import BatonRecords
import BatonWorkflow

/// Runs several passes of a loop at a time, each on a copy of the variables.
///
/// Their records are passed on in the order of the elements, whichever pass ends first.
struct ConcurrentPasses {
    let step: StepExecution
    let loop: Loop
    let inner: ArraySlice<Loop>
    let elements: LoopElements

    private struct Ended: Sendable {
        let index: Int
        let end: StepEnd
    }

    func perform() async -> StepEnd {
        let run = step.run
        run.computeVariables()
        var names = PassNames()
        var all = StepEnd()
        var forks: [Int: CaseRun] = [:]
        var ended: Set<Int> = []
        var gathered = GatheredValues(loop, run.context.space)
        var results = GatheredResults(loop, run.context.space)
        var excess: StepFailure?
        var next = 0
        var merged = 0
        await withTaskGroup(of: Ended.self) { group in
            func start() {
                let fork = run.fork()
                forks[next] = fork
                let pass = step.pass(loop, elements[next], index: next, of: fork, &names)
                let index = next
                let inner = inner
                next += 1
                // Only this task uses the copy until the task has ended.
                nonisolated(unsafe) let own = pass
                group.addTask { Ended(index: index, end: await own.perform(inner)) }
            }
            while next < min(loop.concurrency, elements.count) { start() }
            while let pass = await group.next() {
                all.add(pass.end)
                ended.insert(pass.index)
                while ended.remove(merged) != nil, let fork = forks.removeValue(forKey: merged) {
                    run.take(over: fork)
                    do throws(StepFailure) {
                        try gathered.add(fork)
                        try results.add(fork)
                    } catch {
                        if excess == nil { excess = error }
                    }
                    merged += 1
                }
                let mayGoOn = !all.blocks && !run.mustStop && excess == nil
                if mayGoOn, next < elements.count { start() }
            }
        }
        if let excess { return all.adding(step.fail(excess)) }
        gathered.set(in: run)
        results.set(in: run)
        if next < elements.count {
            if run.mustStop { return all.adding(step.cancelled()) }
            step.leaveOut(elements.count - next)
        }
        return all
    }
}

/// The captures of a loop's passes, in the order of the elements.
private struct GatheredValues {
    private let loop: Loop
    private var values: [[CELValue]]
    private let share: VariableSpace.Share
    /// The ids of the steps that ran in any pass.
    private var ran: Set<String> = []

    init(_ loop: Loop, _ space: VariableSpace) {
        share = VariableSpace.Share(of: space)
        self.loop = loop
        values = Array(repeating: [], count: loop.given.count)
    }

    /// Adds the values of a pass; null stands for a pass without a value.
    mutating func add(_ fork: CaseRun) throws(StepFailure) {
        for id in loop.ids where fork.values.ownStep(id)?.ran == true { ran.insert(id) }
        for (position, given) in loop.given.enumerated() {
            let value = (fork.values.ownValue(at: given.slot) ?? .null).measured
            guard share.add(value) else { throw .noRoom(at: loop.range) }
            values[position].append(value)
        }
    }

    func set(in run: CaseRun) {
        for (given, values) in zip(loop.given, values) { run.values.set(given.slot, .list(values)) }
        var given = CapturedValues()
        for (name, values) in zip(loop.given.map(\.name), values) where given[name] == nil {
            given[name] = .list(values)
        }
        for id in loop.ids {
            run.values.remember(id, StepView(ran: ran.contains(id), values: given, response: nil, share: share))
        }
    }
}

/// The results of the calls in a loop, in the order of its passes.
struct GatheredResults {
    private let ids: [String]
    private var values: [[CELValue]]
    private let share: VariableSpace.Share
    private let range: SourceRange

    init(_ loop: Loop, _ space: VariableSpace) {
        share = VariableSpace.Share(of: space)
        range = loop.range
        ids = loop.results
        values = Array(repeating: [], count: ids.count)
    }

    /// Adds the result of a pass; null stands for a pass without a result.
    ///
    /// - Parameter run: holds the variables of the pass.
    mutating func add(_ run: CaseRun) throws(StepFailure) {
        for (position, id) in ids.enumerated() {
            let value = (run.values.ownStep(id)?.result ?? .null).measured
            guard share.add(value) else { throw .noRoom(at: range) }
            values[position].append(value)
        }
    }

    /// Sets `steps.ID.result` to the list of results.
    func set(in run: CaseRun) {
        for (id, values) in zip(ids, values) {
            let view = run.values.step(id) ?? .empty(ran: false)
            run.values.remember(id, view.with(result: .list(values), share: share))
        }
    }
}

/// Runs the branches of `parallel`, each on a copy of the variables. All branches run to their end, even if others
/// fail.
///
/// Their records are passed on in the order of the file, whichever branch ends first; their variables keep their names.
struct ParallelBranches {
    let run: CaseRun
    let group: Step.Group
    let section: StepSection
    let frame: PassFrame?

    private struct Ended: Sendable {
        let index: Int
        let end: StepEnd
    }

    private var steps: [Step] { group.steps }

    func perform() async -> StepEnd {
        run.computeVariables()
        let forks = steps.map { _ in run.fork() }
        for id in group.awaited {
            let signal = StepSignal()
            for fork in forks { fork.signals[id, default: []].append(signal) }
        }
        var ended: Set<Int> = []
        var merged = 0
        var all = StepEnd()
        await withTaskGroup(of: Ended.self) { group in
            for (index, step) in steps.enumerated() {
                // Only this task uses the copy until the task has ended.
                nonisolated(unsafe) let fork = forks[index]
                let (section, frame) = (section, frame)
                group.addTask {
                    Ended(index: index, end: await fork.perform([step], in: section, frame: frame))
                }
            }
            while let branch = await group.next() {
                all.add(branch.end)
                ended.insert(branch.index)
                while ended.remove(merged) != nil {
                    take(over: forks[merged], of: steps[merged])
                    merged += 1
                }
            }
        }
        return all
    }

    private func take(over fork: CaseRun, of step: Step) {
        run.take(over: fork)
        for name in step.action.givenNames {
            guard let slot = run.workflow.slots[name], let value = fork.values.ownValue(at: slot) else { continue }
            run.values.set(slot, value)
        }
        run.values.adoptSteps(step.all.compactMap(\.id), of: fork.values)
    }
}
