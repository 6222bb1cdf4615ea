import BatonSecrets
import BatonWorkflow

/// State of one attempt at a case, shared with its copies and the workflows that it calls.
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
    let trail: ExchangeTrail
    /// The memory that the variables of the case may take.
    let space = VariableSpace()
    /// The memory that the `log` texts of the case may take.
    let logs = LogSpace()
    /// The snapshots that are written when the case has ended.
    let snapshots = PendingSnapshots()

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
        trail = ExchangeTrail(isTracing: job.settings.options.isTracing)
    }

    var settings: RunSettings { job.settings }
}
