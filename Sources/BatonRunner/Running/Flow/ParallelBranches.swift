import BatonWorkflow

/// The branches of `parallel`: each works on a copy of the variables, and all end, whatever becomes of the others.
///
/// What they record is handed on in the order of the file, whichever ends first; what they give keeps its name.
struct ParallelBranches {
    let run: CaseRun
    let steps: [Step]
    let section: StepSection
    let frame: PassFrame?

    private struct Ended: Sendable {
        let index: Int
        let end: StepEnd
    }

    func perform() async -> StepEnd {
        run.computeVariables()
        let forks = steps.map { _ in run.fork() }
        var ended: Set<Int> = []
        var merged = 0
        var all = StepEnd()
        await withTaskGroup(of: Ended.self) { group in
            for (index, step) in steps.enumerated() {
                // Nobody else has the copy until this task has ended.
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
