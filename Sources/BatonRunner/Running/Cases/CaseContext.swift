import BatonSecrets
import BatonWorkflow

/// What one attempt at a case has from its beginning to its end, shared with its copies and the workflows that it calls.
final class CaseContext: Sendable {
    let job: JobContext
    let identity: CaseIdentity
    /// Position of the case's row in the workflow; nil for a workflow without rows.
    let row: Int?
    /// Values from the workflows that need this case and from those that it needs.
    let given: GivenValues
    /// Whether an earlier attempt at the case failed.
    let isRepeated: Bool
    let secrets: SecretRegistry
    let diskResponses = MetDiskResponses()
    /// What the variables of the case hold together.
    let space = VariableSpace()
    /// What the `log` steps of the case keep together.
    let logs = LogSpace()

    init(
        _ identity: CaseIdentity, row: Int? = nil, given: GivenValues = GivenValues(), isRepeated: Bool = false,
        in job: JobContext
    ) {
        self.identity = identity
        self.row = row
        self.given = given
        self.isRepeated = isRepeated
        self.job = job
        secrets = job.settings.secrets.makeChild()
    }

    var settings: RunSettings { job.settings }
}
