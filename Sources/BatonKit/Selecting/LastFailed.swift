import BatonDiagnostics
import BatonHistory
import BatonRunner
import BatonSystem

/// What `--last-failed` finds in the history.
enum LastFailed {
    /// Nothing that could be asked: everything runs.
    case unknown(String)
    /// The last run had no failure.
    case none(RunSummary)
    case some(Failed)

    struct Failed {
        let run: RunSummary
        /// The rows that failed of each path; nil in it for a workflow without rows.
        let paths: [String: Set<String?>]
        /// Of a run that was killed: what did not fail. Everything else may have.
        let fine: Set<String>?

        /// - Parameter isKnown: whether there still is such a row of the path.
        func includes(_ identity: CaseIdentity, isKnown: (String, String?) -> Bool) -> Bool {
            if let fine, !fine.contains(identity.path) { return true }
            guard let rows = paths[identity.path] else { return false }
            // A row that was renamed since may be any of them.
            return rows.contains(identity.row) || !rows.allSatisfy { isKnown(identity.path, $0) }
        }
    }

    /// Throws outside a project, where nothing is ever recorded.
    init(_ options: RunOptions, _ workspace: Workspace, _ messages: Messages) throws(UsageError) {
        guard let project = workspace.project else {
            throw UsageError(
                "run.no-history", "`--last-failed` needs the history of a project, and there is no baton.yaml here",
                help: "run this inside a project")
        }
        do throws(HistoryError) {
            let reader = try HistoryReader(RealPath.join(project.folder, project.history))
            if let journal = reader.pendingJournals.first {
                self = .unknown("the last run is not imported yet (\(journal)), so everything runs")
                return
            }
            guard let last = try reader.lastOutcomes(isStub: options.isStub) else {
                self = .unknown("no run has been recorded yet, so everything runs")
                return
            }
            self = Self.found(last)
        } catch {
            if error.code == .missing {
                self = .unknown("no run has been recorded yet, so everything runs")
            } else {
                messages.warn("`--last-failed` cannot read the history, so everything runs: \(error.message)")
                self = .unknown("the history cannot be read, so everything runs")
            }
        }
    }

    private static func found(_ last: RunOutcomes) -> LastFailed {
        var paths: [String: Set<String?>] = [:]
        for entry in last.cases where entry.outcome == .failed || entry.outcome == .error {
            paths[entry.path, default: []].insert(entry.row)
        }
        guard !paths.isEmpty || last.isTorn else { return .none(last.run) }
        return .some(
            Failed(
                run: last.run, paths: paths,
                fine: last.isTorn ? Set(last.cases.map(\.path)).subtracting(paths.keys) : nil))
    }
}

extension RunSummary {
    /// In a sentence: `0198f3c7-a2b0, 2026-11-21 16:20`.
    var mention: String {
        "\(shortID), \(TimeText.minute(started, offset: HistoryText.localOffset(started)))"
    }
}
