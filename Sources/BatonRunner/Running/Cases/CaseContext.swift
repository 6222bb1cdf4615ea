import BatonRecords
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
    /// The number of secrets known before the first step.
    private let secretsAtStart: Int
    let diskResponses = UsedDiskResponses()
    let trail: ExchangeTrail
    /// The memory that the variables of the case may take.
    let space = VariableSpace()
    /// The memory that the `log` texts of the case may take.
    let logs = LogSpace()
    /// The snapshots that are written when the case has ended.
    let snapshots = PendingSnapshots()
    let warnings = HeldWarnings()

    /// - Parameter secrets: what earlier attempts at the case received; nil for the only attempt.
    init(
        _ identity: CaseIdentity, row: Int? = nil, given: GivenValues = GivenValues(), isRepeated: Bool = false,
        secrets: SecretRegistry? = nil, in job: JobContext
    ) {
        self.identity = identity
        self.row = row
        self.given = given
        self.isRepeated = isRepeated
        self.job = job
        let secrets = secrets ?? job.settings.secrets.makeChild()
        self.secrets = secrets
        secretsAtStart = secrets.count
        trail = ExchangeTrail(isTracing: job.settings.options.isTracing)
    }

    var settings: RunSettings { job.settings }

    /// Masks what was recorded before now; nil where no secret has become known since the first step.
    var lateMasking: LateMasking? { secrets.count == secretsAtStart ? nil : LateMasking(secrets) }
}
