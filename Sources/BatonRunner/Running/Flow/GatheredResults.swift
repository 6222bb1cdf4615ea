import BatonCEL
import BatonDiagnostics
import BatonJudging
import BatonLanguage
import BatonWorkflow

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
