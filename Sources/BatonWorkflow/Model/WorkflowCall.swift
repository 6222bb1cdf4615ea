/// `workflow`: another file's steps, done within this one with variables of their own.
package final class WorkflowCall: Sendable {
    package let workflow: Workflow
    /// Values for its inputs; their slots are the called workflow's.
    package let arguments: [CallTemplate.Argument]
    /// The session that it works with as its own; nil for one of its own.
    package let sharedSession: SessionChoice?

    init(workflow: Workflow, arguments: [CallTemplate.Argument], sharedSession: SessionChoice?) {
        self.workflow = workflow
        self.arguments = arguments
        self.sharedSession = sharedSession
    }
}
