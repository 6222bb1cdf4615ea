import BatonApplication
import BatonHTTP
import BatonRecords
import BatonReports
import Synchronization

/// The events of a run of all cases. Each loop over it starts a run of its own.
///
/// Leaving the loop or cancelling its task interrupts the run: requests on their way end, and teardowns and `after` still run.
/// Unread events are kept.
public struct WorkflowEvents: AsyncSequence, Sendable {
    /// One event.
    public typealias Element = WorkflowEvent
    /// Why the run cannot begin.
    public typealias Failure = WorkflowError

    private let workflows: EmbeddedWorkflows
    private let baseURL: String?
    private let dispatcher: (any Dispatcher)?

    init(_ workflows: EmbeddedWorkflows, _ baseURL: String?, _ dispatcher: (any Dispatcher)?) {
        self.workflows = workflows
        self.baseURL = baseURL
        self.dispatcher = dispatcher
    }

    /// Starts a run.
    public func makeAsyncIterator() -> Iterator {
        let (stream, continuation) = AsyncStream.makeStream(of: Result<WorkflowEvent, WorkflowError>.self)
        let (workflows, baseURL, dispatcher) = (workflows, baseURL, dispatcher)
        let task = Task {
            do throws(WorkflowError) {
                let run = try await Self.prepare(workflows, baseURL, dispatcher) { continuation.yield(.success($0)) }
                _ = await run.perform()
            } catch {
                continuation.yield(.failure(error))
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return Iterator(events: stream.makeAsyncIterator())
    }

    /// The events of one run; releasing it interrupts the run.
    public struct Iterator: AsyncIteratorProtocol {
        var events: AsyncStream<Result<WorkflowEvent, WorkflowError>>.Iterator

        /// The next event; nil after the last one. Throws where the run cannot begin.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(WorkflowError) -> WorkflowEvent? {
            try await events.next(isolation: actor)?.get()
        }
    }

    /// - Parameter tell: gets each event, one after the other.
    static func prepare(
        _ workflows: EmbeddedWorkflows, _ baseURL: String?, _ dispatcher: (any Dispatcher)?,
        tell: @escaping @Sendable (WorkflowEvent) -> Void
    ) async throws(WorkflowError) -> WholeRun {
        let teller = EventTeller(workflows.folder, tell)
        do {
            let run = try await EmbeddedRun.prepare(
                workflows, baseURL: baseURL, dispatcher: dispatcher, startsOnRequest: false, consumers: [teller])
            return WholeRun(run: run, teller: teller)
        } catch {
            throw WorkflowError(error, in: workflows.folder)
        }
    }

    struct WholeRun: Sendable {
        let run: EmbeddedRun
        let teller: EventTeller

        func perform() async -> WorkflowSummary {
            let end = await run.perform()
            return teller.finish(end, run.takeFailures())
        }
    }
}

/// Makes the public events of a run from those of the runner.
final class EventTeller: EventConsumer {
    private let folder: String
    private let tell: @Sendable (WorkflowEvent) -> Void
    private let results = Mutex<[WorkflowResult]>([])

    init(_ folder: String, _ tell: @escaping @Sendable (WorkflowEvent) -> Void) {
        self.folder = folder
        self.tell = tell
    }

    func receive(_ event: RunEvent) {
        switch event {
        case .runStarted(let started): tell(.runStarted(caseCount: started.cases.count))
        case .caseStarted, .stepStarted: break
        case .stepFinished(let step): tell(.stepFinished(WorkflowStep(step)))
        case .caseFinished(let record):
            let result = WorkflowResult(record, in: folder)
            results.withLock { $0.append(result) }
            tell(.caseFinished(result))
        case .warning(let text): tell(.warning(text.text))
        // Told by `finish`, which knows the reports that could not be written.
        case .runFinished: break
        }
    }

    func finish(_ end: RunFinished, _ problems: [FailureRecord]) -> WorkflowSummary {
        let summary = WorkflowSummary(
            end, results.withLock { $0 }, problems.map { WorkflowFailure($0, of: nil, in: folder) })
        tell(.runFinished(summary))
        return summary
    }
}

extension WorkflowStep {
    fileprivate init(_ step: StepRecord) {
        name = step.name
        outcome = WorkflowResult.Outcome(step.outcome)
        duration = .microseconds(step.duration)
        requests = step.exchanges.map(PlainFailureText.line)
        output = step.output.map(\.text)
    }
}

/// What happens in a run of workflows. All texts are masked.
///
/// The steps of a workflow are told together when it ends, because a later step may show which text is a secret.
public enum WorkflowEvent: Sendable {
    /// Told first, with the number of cases: selected ones, those that they need, `before` and `after`.
    case runStarted(caseCount: Int)
    case stepFinished(WorkflowStep)
    /// Told once for each case.
    case caseFinished(WorkflowResult)
    /// A message that changes no outcome.
    case warning(String)
    /// Told last.
    case runFinished(WorkflowSummary)
}

/// A step that has ended.
public struct WorkflowStep: Sendable {
    /// The step's name, or what it does: `GET /me`.
    public let name: String
    /// How it ended.
    public let outcome: WorkflowResult.Outcome
    /// Time from the start of the step to its end, with its retries.
    public let duration: Duration
    /// The requests of the step and what came back: `GET http://127.0.0.1:8080/me → 200 in 84 ms`.
    public let requests: [String]
    /// The texts that `log` wrote.
    public let output: [String]
}

/// A run that has ended.
public struct WorkflowSummary: Sendable {
    /// The results of all cases, in the order in which they ended.
    public let results: [WorkflowResult]
    /// Number of cases that passed, flaky ones too.
    public let passed: Int
    /// Number of cases that failed or could not run to their end, without those in quarantine.
    public let failed: Int
    /// Number of cases that did not run, or not in this environment.
    public let skipped: Int
    /// Number of cases in quarantine that failed.
    public let quarantined: Int
    /// Number of cases that passed only after a retry.
    public let flaky: Int
    /// Number of requests that were sent.
    public let requests: Int
    /// Time from the first case to the end of the last one.
    public let duration: Duration
    /// Whether nothing failed and something passed. A run in which nothing passed or failed proves nothing.
    public let isSuccess: Bool
    /// The reports that could not be written; they are failures of the run.
    public let problems: [WorkflowFailure]

    init(_ end: RunFinished, _ results: [WorkflowResult], _ problems: [WorkflowFailure]) {
        self.results = results
        passed = end.counts.passed
        failed = end.counts.bad
        skipped = end.counts.skipped
        quarantined = end.counts.quarantined
        flaky = end.counts.flaky
        requests = end.requestCount
        duration = .microseconds(end.duration)
        isSuccess = end.exitCode == ExitCode.passed && problems.isEmpty
        self.problems = problems
    }
}
