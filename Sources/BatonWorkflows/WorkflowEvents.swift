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
