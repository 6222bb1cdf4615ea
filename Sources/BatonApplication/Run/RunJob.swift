import BatonAPI
import BatonCurl
import BatonDiagnostics
import BatonFiles
import BatonHTTP
import BatonHistory
import BatonJSON
import BatonJudging
import BatonLoading
import BatonProcesses
package import BatonRecords
import BatonReports
package import BatonRunner
import BatonSecrets
import BatonWorkflow

/// `baton run`, from loading the files to the exit code.
///
/// How this folder works together: `RunPreparation` makes all decisions, which `PreparedRun` holds. This job then
/// starts the server with `ServerControl` and the run with `RunExecution`, which puts the cache in front of the
/// dispatcher and emits the events. `Interruption` cancels it on a signal. `UnstartedRun` writes the reports of a run
/// that could not begin.
package struct RunJob: Sendable {
    private let options: RunOptions
    private let context: ProcessContext
    private let interruption: Interruption
    private let saved: SavedFiles?
    private let consumers: [any EventConsumer]

    /// - Parameters:
    ///   - interruption: has handled signals since before any other thread started.
    ///   - saved: records the files that the run saves.
    ///   - consumers: get the events of the run, beside its reports.
    package init(
        _ options: RunOptions, in context: ProcessContext, interruption: Interruption, saved: SavedFiles? = nil,
        consumers: [any EventConsumer] = []
    ) {
        self.options = options
        self.context = context
        self.interruption = interruption
        self.saved = saved
        self.consumers = consumers
    }

    /// Runs and returns the exit code. All errors are printed on standard error.
    package func run() async -> Int32 {
        let messages = Messages(context, options.colour)
        do throws(UsageError) {
            let prepared = try await PreparedRun(options, context, messages, saved: saved)
            if prepared.started.shard != nil {
                BazelStatus.tell(options, context.environment)
                if prepared.reports[.events] == nil, !options.isDryRun {
                    messages.show([.shardWithoutEvents])
                }
            }
            return await perform(prepared, messages)
        } catch {
            messages.show(error.diagnostics)
            return await UnstartedRun(options, in: context, messages).writeReports(because: error.diagnostics)
        }
    }

    private func perform(_ prepared: PreparedRun, _ messages: Messages) async -> Int32 {
        if let sentence = prepared.nothingToDo {
            let reporters = Reporters(options, context, prepared, messages)
            let code = await reporters.writeReports(prepared.started, exitCode: ExitCode.passed)
            context.output(sentence + "\n")
            return code
        }
        let reserve = DescriptorReserve(DescriptorShare.reserve)
        let engine = CurlEngine(loopCount: prepared.loopCount, environment: CurlEnvironment(context.environment))
        defer { engine.shutDown() }
        let dispatcher = CurlDispatcher(engine: engine)
        let server: ServerControl
        do throws(StartError) {
            server = try await startedServer(prepared, dispatcher)
        } catch {
            reserve.release()
            return await report(error, prepared, messages)
        }
        let started = start(prepared, server, engine, dispatcher, messages)
        let ended = await interruption.run {
            await started.reporters.refreshing(started.hub.transfers) { await started.execution.run() }
        }
        await server.stop()
        reserve.release()
        return await finish(started, ended, prepared, messages)
    }

    /// Why the cases of a prepared run did not begin.
    private enum StartError: Error {
        /// What starts the server is wrong.
        case diagnostics([Diagnostic])
        case interrupted
        case server(ServerControl.StartError, secrets: SecretRegistry)
    }

    /// Starts the server, if the run needs one. From here on a signal brings the run to its end.
    private func startedServer(
        _ prepared: PreparedRun, _ dispatcher: CurlDispatcher
    ) async throws(StartError) -> ServerControl {
        let server: ServerControl
        do throws(UsageError) {
            server = try ServerControl(
                prepared.server, baseURL: prepared.settings.environments.chosen.baseURL,
                folder: prepared.workspace.root,
                environment: context.environment, secretValues: prepared.secretValues,
                secrets: prepared.settings.secrets, dispatcher: dispatcher)
        } catch {
            throw .diagnostics(error.diagnostics)
        }
        interruption.begin { server.kill() }
        do throws(ServerControl.StartError) {
            try await interruption.run { () async throws(ServerControl.StartError) in try await server.start() }
        } catch {
            throw interruption.isInterrupted ? .interrupted : .server(error, secrets: server.secrets)
        }
        return server
    }

    /// Writes the reports of a run whose cases did not begin; returns the exit code.
    private func report(_ failure: StartError, _ prepared: PreparedRun, _ messages: Messages) async -> Int32 {
        switch failure {
        case .diagnostics(let diagnostics):
            messages.show(diagnostics)
            return await UnstartedRun(options, in: context, messages).writeReports(because: diagnostics)
        case .interrupted:
            let diagnostic = Diagnostic("run.not-started", "the run was interrupted before it began", at: nil)
            return await UnstartedRun(options, in: context, messages).writeReports(
                because: [diagnostic], exitCode: ExitCode.interrupted)
        case .server(let problem, let secrets):
            let diagnostic = problem.diagnostic(at: prepared.server, secrets)
            messages.show([diagnostic])
            // Shown without the source line: the command may hold secrets that are not known here.
            let place = prepared.server.map { spec in
                Place(file: spec.range.file.path, line: spec.range.start.line, column: spec.range.start.column)
            }
            return await Reporters(options, context, prepared, messages).writeReports(
                prepared.started,
                prepared.plan.cases.map {
                    UnstartedCase.withoutServer(
                        $0, because: secrets.masked(diagnostic.message.text), at: place, prepared.settings)
                },
                exitCode: ExitCode.unreachable)
        }
    }

    /// A run whose first events are sent.
    private struct Started: Sendable {
        let reporters: Reporters
        let hub: EventHub
        let execution: RunExecution
        /// What is done on a second signal, before the process ends.
        let abandon: @Sendable () -> Void
    }

    private func start(
        _ prepared: PreparedRun, _ server: ServerControl, _ engine: CurlEngine, _ dispatcher: CurlDispatcher,
        _ messages: Messages
    ) -> Started {
        prepared.outputs?.withdraw()
        let reporters = Reporters(options, context, prepared, messages)
        let hub = EventHub(
            reporters.consumers + consumers + [prepared.unusedSnapshots], showsProgress: reporters.followsSteps,
            revise: reporters.revision(of: prepared.started))
        let abandon: @Sendable () -> Void = {
            server.kill()
            reporters.abandon()
        }
        interruption.onSecond(abandon) { hub.emit(.warning(Self.interruptedNotice)) }
        let loops = prepared.loopCount
        let execution = RunExecution(
            prepared, options, hub: hub, dispatcher: dispatcher, executor: { engine.loop(at: $0 % loops) })
        execution.begin()
        return Started(reporters: reporters, hub: hub, execution: execution, abandon: abandon)
    }

    /// Writes the files of a run that has ended, sends its last event, and returns the exit code.
    private func finish(
        _ started: Started, _ ended: RunExecution.Ended, _ prepared: PreparedRun, _ messages: Messages
    ) async -> Int32 {
        let (reporters, hub, execution) = (started.reporters, started.hub, started.execution)
        execution.warnOfUnusedSnapshots()
        // From here on the run has ended as it has, and reports say so: a first signal changes nothing any more.
        let isInterrupted = interruption.isInterrupted
        interruption.onSecond(started.abandon) { hub.emit(.warning(Self.endedNotice)) }
        let areOutputsWritten = writeOutputs(of: ended.result, prepared, messages)
        let isWritten =
            await reporters.writeFiles(
                execution.summary(of: ended, isInterrupted: isInterrupted, isWritten: areOutputsWritten),
                notes: WrittenSnapshots.lines(prepared.settings.snapshots))
            && reporters.areEventsWritten && areOutputsWritten
        let summary = execution.summary(of: ended, isInterrupted: isInterrupted, isWritten: isWritten)
        hub.emit(.runFinished(summary))
        reporters.close()
        if let gap = prepared.workspace.imported?.gap { messages.warn(Message(value: gap)) }
        return reporters.areEventsWritten ? summary.exitCode : ExitCode.internalError
    }

    /// Writes the file of `--outputs` if its workflow passed.
    ///
    /// - Returns: false where the file is missing although the run otherwise passed.
    private func writeOutputs(of result: Runner.Result, _ prepared: PreparedRun, _ messages: Messages) -> Bool {
        guard let target = prepared.outputs else { return true }
        let selected = prepared.plan.cases.first { $0.identity.role == .selected }?.identity.path ?? ""
        guard let outputs = result.outputs else {
            messages.show([
                Diagnostic("run.no-outputs", "\(target.shown) is not written: \(selected) did not pass", at: nil)
            ])
            return result.verdict.exitCode(isInterrupted: false, isDryRun: false) != ExitCode.passed
        }
        do throws(FileError) {
            try target.write(
                OutputsDocument(
                    workflow: selected, environment: prepared.environment?.name, run: prepared.started.id,
                    written: context.dependencies.clock(), outputs: outputs))
            return true
        } catch {
            messages.show([.notWritten("the outputs", target.shown, error.message)])
            return false
        }
    }

    static let interruptedNotice: MaskedText =
        "interrupted: teardown still runs and reports are written; a second Ctrl-C ends at once"

    static let endedNotice: MaskedText =
        "the run has ended and its reports are being written; a second Ctrl-C ends at once"
}

extension Reporters {
    init(_ options: RunOptions, _ context: ProcessContext, _ prepared: PreparedRun, _ messages: Messages) {
        // A dry run proved nothing, and a partial run does not stand for the whole workflow: neither is recorded.
        self.init(
            options, context, prepared.reports, root: prepared.workspace.root,
            workspace: prepared.workspace,
            recordsHistory: options.recordsHistory && !options.isDryRun && !prepared.isPartial,
            isPartial: prepared.isPartial, messages,
            sentStep: prepared.sentStep)
    }
}
