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
    private var earlier: [CaseRecord.Attempt] = []
    /// The step records of each failed attempt.
    private var earlierSteps: [[StepRecord]] = []
    /// The warnings of the failed attempts.
    private var warnings: [MaskedText] = []
    /// The secrets that all attempts have received.
    private let secrets: SecretRegistry
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
        run = Self.attempt(workflow, planned, given, limit, secrets, isRepeated: false, in: job)
    }

    private static func attempt(
        _ workflow: Workflow, _ planned: Plan.Case, _ given: GivenValues, _ limit: TimeLimit?,
        _ secrets: SecretRegistry, isRepeated: Bool, in job: JobContext
    ) -> CaseRun {
        let context = CaseContext(
            planned.identity, row: planned.row, given: given, isRepeated: isRepeated, secrets: secrets, in: job)
        let isBounded = planned.phase != .after
        return CaseRun(workflow, in: context, deadlines: Deadlines(isBounded ? limit.map { [$0] } ?? [] : []))
    }

    /// Runs setup and steps; a failed attempt is torn down before the next one.
    func performSteps() async {
        await run.performSteps()
        while run.recording.hasFailed, mayRepeat {
            run.dropSnapshots()
            repeats(after: await run.finish())
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
        while true {
            let record = await run.finish()
            let isBad = record.outcome == .failed || record.outcome == .error
            guard isBad, mayRepeat, !isUsed else {
                count()
                tell()
                let earlier = earlier.map(LateMasking(secrets).masked)
                return Ended(
                    record: record.following(earlier), requests: requests, cached: cached,
                    outputs: record.outcome == .passed ? keptOutputs : nil)
            }
            repeats(after: record)
            await performSteps()
        }
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

    private func repeats(after record: CaseRecord) {
        count()
        job.settings.snapshots.withdraw(planned.identity.index)
        earlier.append(CaseRecord.Attempt(record, number: earlier.count + 1))
        earlierSteps.append(run.recording.records)
        warnings += run.context.warnings.take()
        run = Self.attempt(workflow, planned, given, limit, secrets, isRepeated: true, in: job)
    }

    /// Sends the steps of all attempts and their warnings as events. Not before the case has ended: what one step has
    /// shown may be a secret that a later one receives.
    private func tell() {
        let late = LateMasking(secrets)
        for steps in earlierSteps {
            for step in steps { job.hub.emit(.stepFinished(late.masked(step))) }
            job.hub.emit(.caseStarted(planned.identity))
        }
        for step in run.recording.records { job.hub.emit(.stepFinished(step)) }
        for warning in warnings + run.context.warnings.take() { job.hub.emit(.warning(late.masked(warning))) }
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
