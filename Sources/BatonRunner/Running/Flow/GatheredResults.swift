import BatonCEL
import BatonDiagnostics
import BatonWorkflow

/// The results of what the passes of a loop called, in the order of the passes.
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

    /// A pass that gave no result has null in its place.
    ///
    /// - Parameter run: the variables that the pass worked on.
    mutating func add(_ run: CaseRun) throws(StepFailure) {
        for (position, id) in ids.enumerated() {
            let value = (run.values.ownStep(id)?.result ?? .null).measured
            guard share.add(value) else { throw .noRoom(at: range) }
            values[position].append(value)
        }
    }

    /// From here on `steps.ID.result` is the list.
    func set(in run: CaseRun) {
        for (id, values) in zip(ids, values) {
            let view = run.values.step(id) ?? .empty(ran: false)
            run.values.remember(id, view.with(result: .listOfParts(values), share: share))
        }
    }
}
