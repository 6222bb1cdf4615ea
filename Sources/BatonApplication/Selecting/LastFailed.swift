import BatonDiagnostics
import BatonFiles
import BatonHistory
import BatonProcesses
import BatonRunner
import BatonText

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

/// The cases of a plan that have not passed since they failed.
struct FailedCases {
    let plan: Plan
    /// Notes for the user about the selection.
    let notes: [String]
    /// Why there is nothing to run; nil where there is something.
    let nothingToDo: String?

    /// - Parameters:
    ///   - whole: the cases that the other options select.
    ///   - loaded: all loaded files, to recognise cases that these options leave out.
    init(_ latest: LatestFailures, of whole: Plan, _ loaded: LoadedWorkflows, _ workspace: Workspace) {
        let known = Set(loaded.completed(loaded.plan(Selection())).cases.map { LatestFailures.Case($0.identity) })
        let failed = latest.failed.filter { entry, number in
            // A renamed case may be any case of its file, until one of these passes.
            known.contains(entry) || (latest.passed[entry.kin] ?? .min) <= number
        }
        let renamed = Set(failed.keys.filter { !known.contains($0) }.map(\.kin))
        // A renamed file may be any file that has never run under its current name.
        let gone = Set(failed.keys.map(\.path)).filter {
            PathText.kind(of: RealPath.join(workspace.root, $0)) == .missing
        }
        let own = whole.filtered { identity in
            if !gone.isEmpty, !latest.ran.contains(TextKey(identity.path)) { return true }
            if let torn = latest.torn, !torn.contains(TextKey(identity.path)) { return true }
            let entry = LatestFailures.Case(identity)
            return failed[entry] != nil || renamed.contains(entry.kin)
        }
        let needed = FailedNeeds(
            failed.keys, renamed: renamed, of: whole, completed: loaded.completed(whole), beside: own)
        plan = needed.plan
        let mention = latest.run.mention
        let count = own.cases.count + needed.count
        let mayBeRenamed = !gone.isEmpty && own.cases.contains { !latest.ran.contains(TextKey($0.identity.path)) }
        let notThere = gone.sorted().map {
            "\($0) failed too, and is not there any more"
                + (mayBeRenamed ? ": what has never run by its name runs" : "")
        }
        let planned = Set(needed.plan.cases.map(\.identity.path))
        let left = Set(failed.keys.map(\.path)).subtracting(gone).subtracting(planned).sorted()
        let notSelected = left.filter { !needed.broughtPaths.contains($0) }.map {
            "\($0) failed when it last ran, and is not selected"
        }
        let unknown = Self.withoutResult(whole, latest, besides: planned)
        guard !plan.cases.isEmpty else {
            let others = Set(failed.keys.map(\.path)).subtracting(gone).count
            let what = others == 0 ? "no workflow" : "none of the selected workflows"
            notes = notThere + notSelected + unknown
            nothingToDo =
                (["\(what) failed when it last ran (last run: \(mention)): nothing to run"] + notes)
                .joined(separator: "\n")
            return
        }
        nothingToDo = nil
        notes =
            [
                latest.torn == nil
                    ? "\(count) workflow\(count == 1 ? "" : "s") failed when \(count == 1 ? "it" : "they") last ran (last run: \(mention))"
                    : "the last run (\(mention)) was cut off: what it did not come to runs, and what failed when it last ran"
            ] + needed.notes + notThere + notSelected + unknown
    }

    /// A note on the selected workflows of which it is not known whether they fail.
    private static func withoutResult(_ whole: Plan, _ latest: LatestFailures, besides planned: Set<String>) -> [String]
    {
        let paths = Set(whole.cases.map(\.identity.path)).subtracting(planned)
            .filter { !latest.ran.contains(TextKey($0)) }.sorted()
        if paths.isEmpty { return [] }
        if paths.count == 1 { return ["\(paths[0]) has no result yet, and does not run"] }
        let named = paths.prefix(3).joined(separator: ", ") + (paths.count > 3 ? ", …" : "")
        return ["\(paths.count) workflows have no result yet, and do not run: \(named)"]
    }
}

extension LatestFailures.Case {
    init(_ identity: CaseIdentity) {
        self.init(path: identity.path, row: identity.row, variant: identity.variant)
    }
}

extension RunSummary {
    /// The run in a sentence: `0198f3c7-a2b0, 2026-11-21 16:20`.
    var mention: String {
        "\(shortID), \(TimeText.minute(started, offset: HistoryText.localOffset(started)))"
    }
}
