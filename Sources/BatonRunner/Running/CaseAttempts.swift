import BatonJudging
import BatonLanguage
import BatonRecords
import BatonSecrets
import BatonWorkflow

/// A case in progress, including the retries of the whole workflow that `retries` allows.
///
/// Only one task uses it at a time; once the steps have passed, another task may take it over.
final class CaseAttempts {
    private let workflow: Workflow
    private let planned: Plan.Case
    private let given: GivenValues
    private let job: JobContext
    /// The deadline of the run; nil for a run without one.
    private let limit: TimeLimit?
    private var run: CaseRun
    /// Maximum number of retries of the workflow.
    private let most: Int
    /// The failed attempts.
    private var earlier: [CaseRecording] = []
    /// The warnings of the failed attempts.
    private var warnings: [HeldWarnings.Warning] = []
    /// The secrets that all attempts have received.
    private let secrets: SecretRegistry
    /// The number of secrets known before the first step.
    private let secretsAtStart: Int
    private var requests = 0
    private var cached = 0

    /// The result of a case.
    struct Ended: Sendable {
        let record: CaseRecord
        let requests: Int
        let cached: Int
        /// The outputs with their real values; nil unless the run keeps those of this case, and it passed.
        let outputs: [OutputForm]?
    }

    /// - Parameter limit: the deadline of the run.
    init(_ workflow: Workflow, _ planned: Plan.Case, given: GivenValues, limit: TimeLimit?, in job: JobContext) {
        self.workflow = workflow
        self.planned = planned
        self.given = given
        self.limit = limit
        self.job = job
        most = job.settings.options.retries ?? workflow.retries
        secrets = job.settings.secrets.makeChild()
        secretsAtStart = secrets.count
        run = Self.attempt(workflow, planned, given, limit, secrets, number: 0, in: job)
    }

    private static func attempt(
        _ workflow: Workflow, _ planned: Plan.Case, _ given: GivenValues, _ limit: TimeLimit?,
        _ secrets: SecretRegistry, number: Int, in job: JobContext
    ) -> CaseRun {
        let context = CaseContext(
            planned.identity, row: planned.row, given: given, attempt: number, secrets: secrets, in: job)
        let isBounded = planned.phase != .after
        return CaseRun(workflow, in: context, deadlines: Deadlines(isBounded ? limit.map { [$0] } ?? [] : []))
    }

    /// Runs setup and steps; a failed attempt is torn down before the next one.
    func performSteps() async {
        await run.performSteps()
        while run.recording.hasFailed, mayRepeat {
            run.dropSnapshots()
            await run.finish()
            repeats()
            await run.performSteps()
        }
    }

    /// The outputs for the cases that need this one; nil unless its steps have passed.
    ///
    /// - Parameter withSession: whether another case starts from its session.
    func outputs(withSession: Bool) -> NeededOutputs? {
        guard run.recording.hasPassed || (job.settings.options.isDryRun && !run.recording.hasFailed) else { return nil }
        // Other cases may show these outputs before their own step marks a secret in them.
        run.context.secrets.shareWithParent()
        return NeededOutputs(values: run.outputs.entries, sessions: withSession ? run.values.leftSessions : [])
    }

    /// Runs teardown and returns the result of the case.
    ///
    /// - Parameter isUsed: whether other cases have used its outputs, so that it cannot be retried any more.
    func finish(isUsed: Bool = false) async -> Ended {
        await run.finish()
        while run.recording.hasFailed, mayRepeat, !isUsed {
            repeats()
            await performSteps()
            await run.finish()
        }
        count()
        return leave()
    }

    /// Makes the records of the case, and sends those of the steps and the warnings as events. What happened in the case
    /// leaves it here alone, masked: what one step has shown may be a secret that a later one, or a later attempt, receives.
    private func leave() -> Ended {
        let masking = CaseMasking(secrets, knownAtStart: secretsAtStart)
        func tell(_ record: CaseRecord) { for step in record.steps { job.hub.emit(.stepFinished(step)) } }
        var attempts: [CaseRecord.Attempt] = []
        for recording in earlier {
            let record = masking.record(recording, of: planned.identity)
            attempts.append(CaseRecord.Attempt(record, number: attempts.count + 1))
            tell(record)
            job.hub.emit(.caseStarted(planned.identity))
        }
        let record = masking.record(
            run.recording, of: planned.identity, outputs: run.outputs.entries,
            isDryRun: job.settings.options.isDryRun)
        tell(record)
        for warning in warnings + run.context.warnings.take() { job.hub.emit(.warning(masking.masked(warning))) }
        return Ended(
            record: record.following(attempts, steps: run.withTrail(record)), requests: requests, cached: cached,
            outputs: record.outcome == .passed ? keptOutputs : nil)
    }

    private var keptOutputs: [OutputForm]? {
        guard job.settings.options.keepsOutputs, planned.identity.role == .selected else { return nil }
        // A value without a form was a failure when the output was computed.
        return run.outputs.entries.compactMap { entry in
            try? OutputForm(entry.name, entry.value) { [run] text in run.mask(text) != text }
        }
    }

    private var mayRepeat: Bool {
        earlier.count < most && !Task.isCancelled && !(limit?.hasPassed ?? false)
    }

    private func repeats() {
        count()
        run.context.trail.forgetAll()
        job.settings.snapshots.withdraw(planned.identity.index)
        earlier.append(run.recording)
        warnings += run.context.warnings.take()
        run = Self.attempt(workflow, planned, given, limit, secrets, number: earlier.count, in: job)
    }

    private func count() {
        requests += run.recording.requestCount
        cached += run.recording.cachedCount
    }
}

extension CaseRecord {
    /// Whether the cases that need this one may run.
    func allowsDependents(_ settings: RunSettings) -> Bool {
        outcome == .passed || (settings.options.isDryRun && outcome == .skipped)
    }
}
