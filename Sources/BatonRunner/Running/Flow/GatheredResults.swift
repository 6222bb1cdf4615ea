import BatonCEL
import BatonWorkflow

/// The results of what the passes of a loop called, in the order of the passes.
struct GatheredResults {
    private let ids: [String]
    private var values: [[CELValue]]

    init(_ loop: Loop) {
        ids = loop.results
        values = Array(repeating: [], count: ids.count)
    }

    /// A pass that gave no result has null in its place.
    ///
    /// - Parameter run: the variables that the pass worked on.
    mutating func add(_ run: CaseRun) {
        for (position, id) in ids.enumerated() { values[position].append(run.ownStep(id)?.result ?? .null) }
    }

    /// From here on `steps.ID.result` is the list.
    func set(in run: CaseRun) {
        for (id, values) in zip(ids, values) {
            let view = run.step(id) ?? StepView(ran: false, values: CapturedValues(), answer: nil)
            run.remember(id, view.with(result: .listOfParts(values)))
        }
    }
}
