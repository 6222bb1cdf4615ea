import BatonDiagnostics
import BatonFiles
import BatonHistory
import BatonProcesses
import BatonRecords
import BatonValues

/// The result of `--last-failed` in the history of the environment and the base URL.
enum LastFailed {
    /// No usable history exists, so everything runs.
    case unknown(String)
    case known(LatestFailures)

    /// Throws outside a project, because no history exists there.
    init(
        _ options: RunOptions, _ workspace: Workspace, _ process: EnvironmentVariables, _ messages: Messages
    ) throws(UsageError) {
        guard let path = try workspace.historyPath() else {
            throw UsageError(
                "run.no-history", "`--last-failed` needs the history of a project, and there is no baton.yaml here",
                help: "run this inside a project")
        }
        let environment = try workspace.environment(named: options.environment)
        // A failure on one server says nothing about another one.
        let url = try BaseURL.ofRun(options, environment, ProjectScope(process.values, messages.secrets))
        let baseURL = url.map { BaseURL.shown($0, messages.secrets).text }
        if let url, BaseURL.shown(url.withoutUserInfo, messages.secrets).text.contains("***") {
            self = .unknown(
                "the base URL holds a secret, so it is not known which runs were against it: everything runs")
            return
        }
        do throws(HistoryError) {
            let reader = try HistoryReader(path, patience: workspace.historyPatience)
            if let journal = HistoryReader.pendingJournals(of: path).first {
                self = .unknown("the last run is not imported yet (\(journal)), so everything runs")
            } else if let latest = try reader.latestFailures(
                environment: environment?.name, baseURL: baseURL, isStub: options.isStub,
                exists: { PathText.kind(of: RealPath.join(workspace.root, $0)) != .missing })
            {
                self = .known(latest)
            } else {
                self = .unknown(
                    "no run\(Self.against(environment?.name, baseURL)) has been recorded yet, so everything runs")
            }
        } catch {
            if error.code == .missing {
                self = .unknown("no run has been recorded yet, so everything runs")
            } else {
                messages.warn("`--last-failed` cannot read the history, so everything runs: \(error.message)")
                self = .unknown("the history cannot be read, so everything runs")
            }
        }
    }

    /// ` against staging at https://staging.example.com/`
    private static func against(_ environment: String?, _ baseURL: String?) -> String {
        let parts = [environment, baseURL].compactMap(\.self)
        return parts.isEmpty ? "" : " against " + parts.joined(separator: " at ")
    }
}

extension RunSummary {
    /// The run in a sentence: `0198f3c7-a2b0, 2026-11-21 16:20`.
    var mention: String {
        "\(shortID), \(TimeText.minute(started, offset: HistoryText.localOffset(started)))"
    }
}
