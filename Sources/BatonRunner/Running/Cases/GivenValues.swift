import BatonWorkflow

/// What a case is given by others: values for its inputs, and what the workflows gave that it needs.
struct GivenValues: Sendable {
    var arguments: [Workflow.Need.Argument] = []
    /// By the names that the workflow has for them.
    var needs: [String: Needed] = [:]

    /// Those that ran once.
    var single: [String: NeededOutputs] {
        needs.compactMapValues { if case .one(let outputs) = $0 { outputs } else { nil } }
    }

    enum Needed {
        case one(NeededOutputs)
        /// Of a workflow with rows, in their order.
        case rows([NeededOutputs])

        /// Of all of them.
        var all: [NeededOutputs] {
            switch self {
            case .one(let outputs): [outputs]
            case .rows(let rows): rows
            }
        }
    }
}
