import BatonRecords
import BatonWorkflow

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
