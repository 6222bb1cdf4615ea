import BatonProcesses
import BatonRunner
import BatonValues

/// The result of `--only-changed`: the workflows affected by changes since the last commit.
struct OnlyChanged {
    /// The affected workflows, by their paths as used in reports.
    let paths: Set<String>
    let note: String

    /// Throws where there is no git repository, and where no workflow is affected.
    init(
        _ options: RunOptions, _ loaded: LoadedWorkflows, _ workspace: Workspace, _ environment: EnvironmentVariables
    ) throws(UsageError) {
        let files = loaded.entries.filter { $0.kind == .workflow }.map(\.file)
        let changes: GitChanges
        do throws(GitError) {
            changes = try GitChanges(workspace.root, environment, within: .seconds(30))
        } catch {
            throw UsageError(
                "run.unavailable", "`--only-changed` cannot ask git: \(error.message)",
                help: "it runs what differs from the last commit of a git repository")
        }
        let count = Plural.count(changes.files.count, "file")
        let dependencies = FileDependencies(schemas: workspace.project?.schemas ?? [])
        if let common = ProjectWideFiles(options, workspace).first(in: changes.files, dependencies) {
            paths = Set(files.map(\.identity))
            note = "\(PathText.relative(common, to: workspace.workingFolder)) has changed, and affects everything"
            return
        }
        let affected = files.filter { dependencies.isAffected($0.path, by: changes.files) }
        paths = Set(affected.map(\.identity))
        guard !affected.isEmpty else {
            throw UsageError(
                "run.nothing-selected",
                changes.files.isEmpty
                    ? "nothing has changed since the last commit"
                    : "nothing is affected by what has changed (\(count))",
                help: "without `--only-changed` every workflow runs")
        }
        note = "\(affected.count) of \(files.count) affected by what has changed (\(count))"
    }
}
