import BatonWorkflow

/// A case on its way, from its first step to its end: the whole workflow again and again, as far as `retries` allow.
///
/// It belongs to one task at a time: another may take it over when its steps have passed.
final class CaseAttempts {
    private let workflow: Workflow
    private let planned: Plan.Case
    private let given: GivenValues
    private let runner: Runner
    private let executor: (any TaskExecutor)?
    private var run: CaseRun
    /// How many more times the workflow may run.
    private let most: Int
    private var earlier: [CaseRecord.Attempt] = []
    private var requests = 0
    private var cached = 0

    /// What is left of a case.
    struct Ended: Sendable {
        let record: CaseRecord
        let requests: Int
        let cached: Int
    }

    init(
        _ workflow: Workflow, _ planned: Plan.Case, given: GivenValues, of runner: Runner,
        executor: (any TaskExecutor)?
    ) {
        self.workflow = workflow
        self.planned = planned
        self.given = given
        self.runner = runner
        self.executor = executor
        most = runner.settings.retries ?? workflow.retries
        run = CaseRun(workflow, planned, given: given, of: runner, executor: executor)
    }

    /// Runs setup and steps; an attempt at which they fail is torn down before the next.
    func performSteps() async {
        await run.performSteps()
        while run.hasFailed, mayRepeat {
            repeats(after: await run.finish())
            await run.performSteps()
        }
    }

    /// What it gives to those that need it; nil unless its steps have passed.
    ///
    /// - Parameter withSession: whether someone starts from its session.
    func outputs(withSession: Bool) -> NeededOutputs? {
        guard run.hasPassed || (runner.settings.isDryRun && !run.hasFailed) else { return nil }
        // What others are given they may show before it is known to be secret there.
        run.secrets.shareWithParent()
        return NeededOutputs(values: run.outputs, sessions: withSession ? run.leftSessions : [])
    }

    /// Runs teardown and says how the case ended.
    ///
    /// - Parameter isUsed: whether others have run with what it gave, so that there is no going back.
    func finish(isUsed: Bool = false) async -> Ended {
        while true {
            let record = await run.finish()
            let isBad = record.outcome == .failed || record.outcome == .error
            guard isBad, mayRepeat, !isUsed else {
                count()
                return Ended(record: record.following(earlier), requests: requests, cached: cached)
            }
            repeats(after: record)
            await performSteps()
        }
    }

    private var mayRepeat: Bool {
        earlier.count < most && !Task.isCancelled && !(runner.limit?.hasPassed ?? false)
    }

    private func repeats(after record: CaseRecord) {
        count()
        earlier.append(CaseRecord.Attempt(record, number: earlier.count + 1))
        run = CaseRun(workflow, planned, given: given, of: runner, executor: executor, isRepeated: true)
    }

    private func count() {
        requests += run.requestCount
        cached += run.cachedCount
    }
}

extension CaseRun {
    fileprivate convenience init(
        _ workflow: Workflow, _ planned: Plan.Case, given: GivenValues, of runner: Runner,
        executor: (any TaskExecutor)?, isRepeated: Bool = false
    ) {
        self.init(
            workflow, planned.identity, row: planned.row, settings: runner.settings, dispatcher: runner.dispatcher,
            cache: runner.cache, hub: runner.hub, executor: executor, given: given,
            limits: planned.phase == .after ? [] : runner.limit.map { [$0] } ?? [], isRepeated: isRepeated)
    }
}

extension CaseRecord {
    /// Whether those that need the case may run.
    func allowsDependents(_ settings: RunSettings) -> Bool {
        outcome == .passed || (settings.isDryRun && outcome == .skipped)
    }
}
