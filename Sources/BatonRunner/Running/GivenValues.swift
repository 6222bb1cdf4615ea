import BatonWorkflow

/// What a case is given by others: values for its inputs, and what the workflows gave that it needs.
struct GivenValues: Sendable {
    var arguments: [Workflow.Need.Argument] = []
    /// By the names that the workflow has for them.
    var needs: [String: NeededOutputs] = [:]
}
