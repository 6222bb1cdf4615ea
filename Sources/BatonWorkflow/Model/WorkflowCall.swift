/// `workflow`: another file's steps, done within this one with variables of their own.
package final class WorkflowCall: Sendable {
    /// Files that call each other, from the first to the last.
    package static let mostLevels = 32
    /// The steps of a file where each call is replaced by what it runs.
    package static let mostSteps = 1_000_000

    package let workflow: Workflow
    /// Values for its inputs; their slots are the called workflow's.
    package let arguments: [CallTemplate.Argument]
    /// The session that it works with as its own; nil for one of its own.
    package let sharedSession: SessionChoice?
    /// Taken from its outputs, and what these must be.
    package let captures: [Capture]
    package let checks: [Check]
    package let conditions: [Expression]

    init(
        workflow: Workflow, arguments: [CallTemplate.Argument], sharedSession: SessionChoice?, captures: [Capture],
        checks: [Check], conditions: [Expression]
    ) {
        self.workflow = workflow
        self.arguments = arguments
        self.sharedSession = sharedSession
        self.captures = captures
        self.checks = checks
        self.conditions = conditions
    }
}
