package import BatonDiagnostics
import BatonFiles
import BatonHTTP
import BatonProcesses
import BatonRecords
import BatonRunner

/// Writes the reports of a run that could not begin, so that those of an earlier run are not taken for its own.
///
/// They hold one case with an error: the reason why the run could not begin.
package struct UnstartedRun {
    private let options: RunOptions
    private let context: ProcessContext
    private let messages: Messages

    /// What could not begin.
    package enum Command: String, Sendable {
        case run = "baton run"
        case merge = "baton merge"

        fileprivate var title: String { self == .run ? "The run did not start" : "The shards were not merged" }
    }

    private let command: Command

    /// - Parameter options: the options that were understood.
    package init(
        _ options: RunOptions, in context: ProcessContext, _ messages: Messages, of command: Command = .run
    ) {
        self.command = command
        self.options = options
        self.context = context
        self.messages = messages
    }

    /// Writes the reports. A file that is not a report is not overwritten.
    ///
    /// - Returns: the exit code, which changes when a report could not be written.
    package func writeReports(because diagnostics: [Diagnostic], exitCode: Int32 = ExitCode.invalid) async -> Int32 {
        if let target = try? OutputsTarget(options, workingFolder: context.workingFolder) { target.withdraw() }
        let workspace = try? Workspace(context)
        var paths = ReportPaths(options, workspace, in: context)
        paths.keepReports()
        guard !paths.isEmpty else { return exitCode }
        let root = workspace?.root ?? context.workingFolder
        let identity = CaseIdentity(
            index: 0, path: command.rawValue, name: command.title, row: nil, tags: [], stepCount: 0, role: .gap)
        let now = context.dependencies.clock()
        let started = RunStarted(
            id: context.dependencies.uuid7(), started: now, toolVersion: Version.text,
            environment: options.environment ?? workspace?.project?.defaultEnvironment, baseURL: nil,
            hostname: HostName.current(),
            project: workspace?.project?.name ?? RealPath.name(of: root), cases: [identity], jobs: 1,
            isDryRun: options.isDryRun, isStub: options.isStub, shard: shard)
        let errors = diagnostics.filter { $0.severity == .error }.map {
            failure($0.hidingValues(messages.secrets.names))
        }
        let record = CaseRecord(
            identity: identity, outcome: .error,
            reason: command == .run ? "the run did not start" : "the shards were not merged", started: started.started,
            duration: 0,
            steps: [], failures: errors.isEmpty ? [failure(Self.unknown)] : errors)
        let reporters = Reporters(
            options, context, paths, root: root, workspace: workspace, recordsHistory: false, messages)
        let code = await reporters.writeReports(started, [record], exitCode: exitCode)
        return exitCode == ExitCode.interrupted ? exitCode : code
    }

    /// The shard that could not begin, so that a merge tells why it is missing.
    private var shard: Shard? {
        guard let choice = options.shard, let place = try? ShardPlace(choice, context.environment) else { return nil }
        return .unstarted(index: place.index, total: place.total, group: place.group, attempt: place.attempt)
    }

    private static let unknown = Diagnostic(
        "run.not-started", "the files have errors: standard error has them", at: nil)

    private func failure(_ diagnostic: Diagnostic) -> FailureRecord {
        FailureRecord(
            diagnostic, advice: diagnostic.help?.text, elsewhere: Place(file: command.rawValue, line: 1, column: 1),
            messages.secrets)
    }
}
