import BatonWorkflow

/// Values for a case from other cases: input values, and the outputs of the workflows that it needs.
struct GivenValues: Sendable {
    var arguments: [Workflow.Need.Argument] = []
    /// By the names that the workflow declares for them.
    var needs: [String: Needed] = [:]

    /// The needed workflows without rows.
    var single: [String: NeededOutputs] {
        needs.compactMapValues { if case .one(let outputs) = $0 { outputs } else { nil } }
    }

    enum Needed {
        case one(NeededOutputs)
        /// Outputs of a workflow with rows, in row order.
        case rows([NeededOutputs])

        /// The outputs of all rows.
        var all: [NeededOutputs] {
            switch self {
            case .one(let outputs): [outputs]
            case .rows(let rows): rows
            }
        }
    }
}
