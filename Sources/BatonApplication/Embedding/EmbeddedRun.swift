import BatonAPI
import BatonCurl
import BatonDiagnostics
package import BatonHTTP
import BatonProcesses
package import BatonRecords
import BatonReports
import BatonRunner
import BatonSecrets
import Synchronization

/// A run within another program, such as a test: of all cases at once, or of those that callers ask for.
///
/// `EmbeddedWorkflows` lists the cases of a folder and has the options that Swift code gives. A run is prepared and
/// executed as for `baton run`; `CaseAnswers` hands each record to the caller who waits for it.
package final class EmbeddedRun: Sendable {
    private let prepared: PreparedRun
    private let execution: RunExecution
    private let hub: EventHub
    private let server: ServerControl
    private let engine: CurlEngine?
    private let answers: CaseAnswers
    private let files: [ReportFile]
    /// The places of the selected cases in the plan.
    private let places: [Key: Int]
    /// The places of the files that do not load, by path.
    private let invalid: [String: Int]
    /// The reports that could not be written.
    private let failures = Mutex<[FailureRecord]>([])
    private let isClosed = Mutex(false)
    private let task = Mutex<Task<RunFinished, Never>?>(nil)

    private struct Key: Hashable {
        let path: String
        let row: String?
    }

    /// Prepares a run; nothing has been sent when it returns.
    ///
    /// - Parameters:
    ///   - dispatcher: takes all requests; nil to send them over the network.
    ///   - startsOnRequest: whether a case runs only once `answer(to:row:)` asks for it.
    package static func prepare(
        _ workflows: EmbeddedWorkflows, baseURL: String?, dispatcher: (any Dispatcher)?, startsOnRequest: Bool,
        consumers: [any EventConsumer] = []
    ) async throws(EmbeddingError) -> EmbeddedRun {
        var options = workflows.options
        options.baseURL = baseURL
        options.hasOwnDispatcher = dispatcher != nil
        let said = Mutex("")
        let context = ProcessContext.embedded(in: workflows.folder) { text in said.withLock { $0 += text } }
        let messages = Messages(context, .never)
        do throws(UsageError) {
            let prepared = try await PreparedRun(options, context, messages, saved: nil)
            return try EmbeddedRun(
                prepared, options, context, messages, dispatcher, startsOnRequest: startsOnRequest, consumers)
        } catch {
            throw EmbeddingError(error.diagnostics, messages, shown: said.withLock { $0 })
        }
    }

    private init(
        _ prepared: PreparedRun, _ options: RunOptions, _ context: ProcessContext, _ messages: Messages,
        _ given: (any Dispatcher)?, startsOnRequest: Bool, _ consumers: [any EventConsumer]
    ) throws(UsageError) {
        self.prepared = prepared
        let loops = prepared.loopCount
        let engine =
            given == nil ? CurlEngine(loopCount: loops, environment: CurlEnvironment(context.environment)) : nil
        self.engine = engine
        // A dispatcher of somebody's own may never return.
        let dispatcher =
            given.map { DeadlineDispatcher.holding($0) } ?? engine.map { CurlDispatcher(engine: $0) }
            ?? CurlDispatcher.shared
        do {
            server = try ServerControl(
                prepared.server, baseURL: prepared.settings.environments.chosen.baseURL,
                folder: prepared.workspace.root, environment: context.environment,
                secretValues: prepared.secretValues, secrets: prepared.settings.secrets, dispatcher: dispatcher)
        } catch {
            engine?.shutDown()
            throw error
        }
        let facts = RunFacts(of: prepared.workspace.root, context.environment, mask: messages.secrets.redact)
        let past = SharedFinding { PastRunsFinder.find($0, nil) }
        files = ReportFile.all(
            prepared.reports, JUnitForm(options, context.environment, root: prepared.workspace.root), facts,
            Spool(context.environment.temporaryFolder), past: past.find)
        let answers = CaseAnswers()
        self.answers = answers
        hub = EventHub(
            files.map(\.report) + consumers + [answers, prepared.unusedSnapshots], showsProgress: false)
        let cases = prepared.plan.cases.map(\.identity)
        let selected = cases.filter { $0.role == .selected }
        places = Dictionary(selected.map { (Key(path: $0.path, row: $0.row), $0.index) }) { first, _ in first }
        let broken = selected.filter { identity in
            if case .invalid? = prepared.plan.cases[identity.index].content { true } else { false }
        }
        invalid = Dictionary(broken.map { ($0.path, $0.index) }) { first, _ in first }
        let requests = startsOnRequest ? CaseRequests(onHold: { answers.hold(cases[$0]) }) : nil
        execution = RunExecution(
            prepared, options, hub: hub, dispatcher: dispatcher, requests: requests,
            executor: { job in engine?.loop(at: job % loops) })
    }

    /// Starts the run, unless it was started before.
    package func start() {
        task.withLock { task in
            if task == nil { task = Task { await self.perform() } }
        }
    }

    /// Runs all cases. Cancelling the caller interrupts the run: teardowns and `after` still run.
    package func perform() async -> RunFinished {
        defer { engine?.shutDown() }
        let reserve = DescriptorReserve(DescriptorShare.reserve)
        do throws(ServerControl.StartError) {
            try await server.start()
        } catch {
            reserve.release()
            return finishUnstarted(because: error)
        }
        execution.begin()
        let ended = await execution.run()
        await server.stop()
        reserve.release()
        execution.warnOfUnusedSnapshots()
        let isInterrupted = Task.isCancelled
        let isWritten = writeReports(execution.summary(of: ended, isInterrupted: isInterrupted, isWritten: true))
        let summary = execution.summary(of: ended, isInterrupted: isInterrupted, isWritten: isWritten)
        hub.emit(.runFinished(summary))
        return summary
    }

    /// Reports all cases of a run whose server did not start.
    private func finishUnstarted(because error: ServerControl.StartError) -> RunFinished {
        let message = server.secrets.masked(error.diagnostic(at: prepared.server, server.secrets).message.text)
        let place = prepared.server.map { Place($0.range, server.secrets.names, masked: server.secrets.masked) }
        hub.emit(.runStarted(prepared.started))
        var counts = RunFinished.Counts()
        for planned in prepared.plan.cases {
            let record = UnstartedCase.withoutServer(planned, because: message, at: place, prepared.settings)
            counts.count(record)
            hub.emit(.caseFinished(record))
        }
        func summary(_ exitCode: Int32) -> RunFinished {
            RunFinished(state: .error, counts: counts, requestCount: 0, duration: 0, exitCode: exitCode)
        }
        let isWritten = writeReports(summary(ExitCode.unreachable))
        let end = summary(isWritten ? ExitCode.unreachable : ExitCode.internalError)
        hub.emit(.runFinished(end))
        return end
    }

    private func writeReports(_ summary: RunFinished) -> Bool {
        var isWritten = true
        for file in files {
            file.report.receive(.runFinished(summary))
            do {
                try file.finish()
            } catch {
                isWritten = false
                let text = "\(file.name) could not be written to \(file.path): \(error)"
                let failure = FailureRecord(
                    kind: "file.unwritable", message: prepared.settings.secrets.masked(text), place: .nowhere)
                failures.withLock { $0.append(failure) }
            }
        }
        return isWritten
    }

    // MARK: - Cases on request

    /// Runs one case and what it needs; waits until it has ended. Cancelling the caller cancels the case.
    ///
    /// - Returns: nil where `close()` was called before.
    package func answer(to path: String, row: String?) async -> CaseAnswer? {
        guard let index = index(of: path, row) else { return .missing }
        let runner = execution.runner
        let isAsked = isClosed.withLock { isClosed in
            if !isClosed { runner.request(index) }
            return !isClosed
        }
        guard isAsked else { return nil }
        return await answers.answer(index) { runner.cancel(index) }
    }

    /// The place of a selected case in the plan. A file that no longer loads has one case for all of its rows.
    private func index(of path: String, _ row: String?) -> Int? {
        places[Key(path: path, row: row)] ?? invalid[path]
    }

    /// The bad records that belong to no caller; each is handed out once.
    package func takeUnclaimed() -> [CaseRecord] { answers.takeUnclaimed() }

    /// The reports that could not be written, once.
    package func takeFailures() -> [FailureRecord] {
        failures.withLock { failures in
            defer { failures = [] }
            return failures
        }
    }

    /// Asks for no further case, and waits for the end of the run: teardowns of needed cases, `after`, and reports.
    package func close() async {
        isClosed.withLock { isClosed in
            isClosed = true
            execution.runner.closeRequests()
        }
        _ = await task.withLock { $0 }?.value
    }
}

/// Why workflows could not be listed, or a run of them could not begin.
package struct EmbeddingError: Error, Sendable {
    /// All errors as text, in the form of the command line, secrets masked.
    package let text: String
    /// One for each error. The place of an error that belongs to no file has an empty path.
    package let failures: [FailureRecord]

    init(_ diagnostics: [Diagnostic], _ messages: Messages, shown: String = "") {
        let errors = diagnostics.filter { $0.severity == .error }
        text = errors.isEmpty ? shown : messages.text(errors)
        failures = errors.map { diagnostic in
            let diagnostic = diagnostic.hidingValues(messages.secrets.names)
            return FailureRecord(
                diagnostic, advice: diagnostic.help?.text, elsewhere: .nowhere, messages.secrets)
        }
    }

    /// - Parameter message: holds no secret.
    init(_ code: String, _ message: Message, help: Message? = nil) {
        let context = ProcessContext.embedded(in: "/")
        self.init([Diagnostic(code, message, at: nil, help: help)], Messages(context, .never))
    }
}

extension Place {
    /// The place of what belongs to no file.
    static let nowhere = Place(file: "", line: 1, column: 1)
}
