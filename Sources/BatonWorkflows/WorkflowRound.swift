import BatonApplication
import BatonHTTP
import BatonRunner
import Synchronization

/// The runs that the cases of one list share, one for each base URL and dispatcher.
///
/// How this module works together: `Workflows` lists a folder as `WorkflowCase`s. A case asks its round for the run
/// that fits its settings, and waits there for its result, `WorkflowResult` with `WorkflowFailure`s; `WorkflowEvents`
/// gives the events of a whole run instead. The work is done by `EmbeddedRun` of BatonApplication.
final class WorkflowRound: Sendable {
    private struct Key: Hashable {
        let baseURL: String?
        let dispatcher: ObjectIdentifier?
    }

    private typealias Opening = Task<Result<EmbeddedRun, EmbeddingError>, Never>

    private struct State {
        var runs: [Key: Opening] = [:]
        /// Number of cases that have not ended and may still be asked for.
        var open = 0
    }

    private let workflows: EmbeddedWorkflows
    private let state = Mutex(State())

    init(_ workflows: EmbeddedWorkflows) {
        self.workflows = workflows
    }

    func add() { state.withLock { $0.open += 1 } }

    /// A case will not be asked for.
    func release() {
        let runs = leave()
        if runs.isEmpty { return }
        // No test waits for what fails from now on.
        Task {
            for result in await close(runs) where !result.isSuccess { WorkflowScope.warn("\(result)") }
        }
    }

    /// - Parameter isFirst: whether the case has not run before.
    func result(
        of planned: WorkflowCase, _ baseURL: String?, _ dispatcher: (any Dispatcher)?, isFirst: Bool
    ) async -> WorkflowResult {
        // The run of a dispatcher that is a value cannot be found again.
        let isShared = isFirst && dispatcher.map { type(of: $0) is AnyClass } != false
        if isShared { WorkflowScope.current?.note(self) }
        var result = await answered(planned, baseURL, dispatcher, isShared: isShared)
        if isFirst { result.others += await close(leave()) }
        return result
    }

    private func answered(
        _ planned: WorkflowCase, _ baseURL: String?, _ dispatcher: (any Dispatcher)?, isShared: Bool
    ) async -> WorkflowResult {
        let begin = ContinuousClock.now
        while true {
            let opening = isShared ? shared(baseURL, dispatcher) : open(baseURL, dispatcher)
            switch await opening.value {
            case .success(let run):
                let answer = await run.answer(to: planned.identity.path, row: planned.identity.row)
                if !isShared { await run.close() }
                // Where a scope has ended the run meanwhile, the next one is another run.
                guard let answer else { continue }
                var result = self.result(of: planned, answer, since: begin)
                result.others = others(of: run)
                return result
            case .failure(let error): return result(of: planned, error, since: begin)
            }
        }
    }

    private func shared(_ baseURL: String?, _ dispatcher: (any Dispatcher)?) -> Opening {
        let key = Key(baseURL: baseURL, dispatcher: dispatcher.map { ObjectIdentifier($0 as AnyObject) })
        return state.withLock { state in
            let opening = state.runs[key] ?? open(baseURL, dispatcher)
            state.runs[key] = opening
            return opening
        }
    }

    private func open(_ baseURL: String?, _ dispatcher: (any Dispatcher)?) -> Opening {
        let workflows = workflows
        // The caller's cancellation must not end a run that others share.
        return Task.detached { () -> Result<EmbeddedRun, EmbeddingError> in
            do throws(EmbeddingError) {
                let run = try await EmbeddedRun.prepare(
                    workflows, baseURL: baseURL, dispatcher: dispatcher, startsOnRequest: true)
                run.start()
                return .success(run)
            } catch {
                return .failure(error)
            }
        }
    }

    /// One case fewer.
    ///
    /// - Returns: the runs that end with it.
    private func leave() -> [Opening] {
        state.withLock { state in
            state.open -= 1
            if state.open > 0 { return [] }
            defer { state.runs = [:] }
            return Array(state.runs.values)
        }
    }

    /// Ends the shared runs although cases may still come; those get a new run.
    func finish() async -> [WorkflowResult] {
        await close(
            state.withLock { state in
                defer { state.runs = [:] }
                return Array(state.runs.values)
            })
    }

    private func close(_ runs: [Opening]) async -> [WorkflowResult] {
        var results: [WorkflowResult] = []
        for opening in runs {
            guard case .success(let run) = await opening.value else { continue }
            await run.close()
            results += others(of: run)
        }
        return results
    }

    /// What failed beside the cases that were asked for, and was not told yet.
    private func others(of run: EmbeddedRun) -> [WorkflowResult] {
        run.takeUnclaimed().map { WorkflowResult($0, in: workflows.folder) }
            + run.takeFailures().map { WorkflowResult(report: $0) }
    }

    /// The result of a case whose run cannot begin.
    private func result(
        of planned: WorkflowCase, _ error: EmbeddingError, since begin: ContinuousClock.Instant
    ) -> WorkflowResult {
        WorkflowResult(
            planned.identity, .error, in: workflows.folder, reason: "the run cannot begin", duration: .now - begin,
            failures: error.failures.isEmpty
                ? [WorkflowFailure(error.text)]
                : error.failures.map { WorkflowFailure($0, of: nil, in: workflows.folder) })
    }

    private func result(
        of planned: WorkflowCase, _ answer: CaseAnswer, since begin: ContinuousClock.Instant
    ) -> WorkflowResult {
        switch answer {
        case .ended(let record): return WorkflowResult(record, in: workflows.folder)
        case .passedSoFar(let identity):
            return WorkflowResult(identity, .passed, in: workflows.folder, duration: .now - begin)
        case .cancelled:
            return WorkflowResult(
                planned.identity, .error, in: workflows.folder, reason: "cancelled", isCancelled: true,
                duration: .now - begin)
        case .missing:
            let what = planned.row.map { "the row `\($0)` is" } ?? "the workflow is"
            return WorkflowResult(
                planned.identity, .error, in: workflows.folder, reason: "the file changed",
                duration: .now - begin,
                failures: [
                    WorkflowFailure(
                        "\(planned.file): \(what) no longer there: the file changed after its cases were listed")
                ])
        }
    }
}
