import BatonDiagnostics
import BatonFiles
import BatonHistory
import BatonJudging
import BatonLanguage
import BatonLoading
import BatonProcesses
import BatonReports
import BatonRunner
import BatonSecrets
import BatonValues
import BatonWorkflow

/// The project: its file, workflows, environment, secrets, history and folders.
struct ProjectFindings {
    let workspace: Workspace
    let context: ProcessContext
    let options: RunOptions

    var project: Finding {
        let name = "project"
        guard let project = workspace.project else {
            return Finding(
                name, .skipped, "no baton.yaml in this folder or above",
                help: "`baton init` writes one; single files run without it")
        }
        let count = project.environments.count
        return Finding(
            name, .good,
            "\(shown(project.folder + "/" + ProjectSearch.fileName)): \(project.name), \(Plural.count(count, "environment"))"
        )
    }

    /// The environment of the run, or that none is chosen.
    func choice(of environment: EnvironmentSpec?) -> [Finding] {
        let name = "environment"
        guard let known = workspace.project?.environments, !known.isEmpty else { return [] }
        let names = known.map(\.name).joined(separator: ", ")
        guard let environment else {
            return [
                Finding(
                    name, .skipped, "none is chosen; baton.yaml has \(names)",
                    help: "`baton doctor --env \(ShellWord.quote(known[0].name))` looks at one of them")
            ]
        }
        return [Finding(name, .good, environment.name + (known.count > 1 ? " of \(names)" : ""))]
    }

    /// The secrets of the environment and the command line, each with whether it has a value, never with the value.
    ///
    /// - Parameter given: those of the command line.
    func secrets(of environment: EnvironmentSpec?, _ given: GivenSecrets) -> [Finding] {
        var all = environment?.secrets ?? []
        for name in given.values.keys.sorted() where !all.contains(name) { all.append(name) }
        func value(_ secret: String) -> String? {
            given.values[secret] ?? context.environment[secret].flatMap { $0.isEmpty ? nil : $0 }
        }
        // The option that should give it is told by itself.
        all.removeAll { given.missing.contains($0) && value($0) == nil }
        let name = "secrets"
        let missing = all.filter { value($0) == nil }
        let present = all.filter { value($0) != nil }
        let short = present.filter { value($0).map { !SecretRegistry.isSearched($0) } ?? false }
        var findings: [Finding] = []
        if !present.isEmpty { findings.append(Finding(name, .good, "set: \(present.joined(separator: ", "))")) }
        if !missing.isEmpty {
            findings.append(
                Finding(
                    name, .warning, "without a value in the process environment: \(missing.joined(separator: ", "))",
                    help: "`export \(missing[0])=…`, or name a file, here and for `baton run`: `--secrets-file FILE`"))
        }
        if !short.isEmpty {
            findings.append(
                Finding(
                    name, .warning,
                    "shorter than \(SecretRegistry.shortestSearched) characters, so masked only in the steps that use them: \(short.joined(separator: ", "))"
                ))
        }
        return findings
    }

    private static let historyHelp =
        "give the folder to the user who runs Baton, as `chown` or `chmod u+w` does, mount it writable where its file system is read-only, or run with `--no-history`"

    var history: Finding {
        let name = "history"
        do throws(UsageError) {
            guard let path = try workspace.historyPath() else {
                return Finding(name, .skipped, "none without a project")
            }
            let shown = shown(path)
            do throws(HistoryError) {
                let state = try HistoryState(of: path)
                let runs =
                    "\(Plural.count(state.runCount, "run")), \(Self.size(state.size)) in \(shown)"
                if let obstacle = state.obstacle {
                    return Finding(
                        name, .problem, "\(runs)\nit cannot be written: \(obstacle)",
                        help: Self.historyHelp)
                }
                guard state.journals.isEmpty else {
                    return Finding(
                        name, .warning,
                        "\(runs)\n\(state.journals.count) more wait to be imported by the next run: \(state.journals.joined(separator: ", "))"
                    )
                }
                return Finding(name, .good, runs)
            } catch  where error.code == .missing {
                return WritableFolder.obstacle(RealPath.folder(of: path)).map {
                    Finding(
                        name, .problem, "\(shown) cannot be made: \($0)",
                        help: Self.historyHelp)
                } ?? Finding(name, .good, "no run has been recorded yet; \(shown) will be made")
            } catch {
                return Finding(name, .problem, error.message.replacing(path, with: shown), help: error.help)
            }
        } catch {
            return Finding(name, .problem, error)
        }
    }

    /// The folders that a run writes to.
    var folders: [Finding] { reports + [temporary] }

    /// The folder of the reports, and those of its reports that cannot be written.
    private var reports: [Finding] {
        let name = "reports"
        guard let project = workspace.project else { return [] }
        let folder = RealPath.join(project.folder, project.reports)
        if let obstacle = WritableFolder.obstacle(folder) {
            let isFile = PathText.kind(of: folder) == .file
            return [
                Finding(
                    name, .problem, "\(shown(folder)) cannot be written: \(obstacle)",
                    help: isFile
                        ? "move the file away, or let `reports` in baton.yaml name another folder"
                        : "give it to the user who runs Baton, as `chown` or `chmod u+w` does, or let `reports` in baton.yaml name another folder"
                )
            ]
        }
        let paths = ReportPaths(options, workspace, in: context)
        var findings = paths.diagnostics.map { Finding(name, .problem, $0) }
        for path in ReportFormat.all.compactMap({ paths[$0] }) where Folder.isFolder(path) {
            findings.append(
                Finding(
                    name, .problem, "\(shown(path)) is a folder, so the report cannot be written",
                    help: "move it away, or let `reports` in baton.yaml name another folder"))
        }
        return findings.isEmpty ? [Finding(name, .good, "\(shown(folder)) can be written")] : findings
    }

    /// Reports put parts of long runs aside there; without it they keep them in memory.
    private var temporary: Finding {
        let name = "temporary"
        let path = context.environment.temporaryFolder
        let obstacle = Folder.isFolder(path) ? WritableFolder.obstacle(path) : "it is no folder"
        guard let obstacle else { return Finding(name, .good, "\(shown(path)) can be written") }
        return Finding(
            name, .warning,
            "\(shown(path)) cannot be written: \(obstacle)\nruns work without it, but reports of very many workflows stay in memory until they are written",
            help: "`export TMPDIR=DIR` names another folder; programs that a run starts get it too")
    }

    var git: Finding {
        guard let git = GitState(workspace.root, context.environment) else {
            return Finding(
                "git", .skipped, "no commit here, so the history cannot say since which commit a case fails")
        }
        return Finding(
            "git", .good,
            "commit \(git.commit.prefix(12))" + (git.branch.map { " on \($0)" } ?? "")
                + (git.isDirty ? ", with changes" : ""))
    }

    /// A path relative to the working folder in the project, and absolute elsewhere.
    func shown(_ path: String) -> String {
        let absolute = PathText.absolute(RealPath.join(workspace.workingFolder, path))
        return RealPath.contains(workspace.root, absolute)
            ? PathText.relative(absolute, to: workspace.workingFolder) : absolute
    }

    private static func size(_ bytes: Int) -> String {
        bytes < 1_000_000 ? "\(bytes / 1000) kB" : "\(bytes / 1_000_000).\(bytes / 100_000 % 10) MB"
    }
}

extension ProjectFindings {
    /// What `baton check` says of the files that `baton run` finds.
    ///
    /// - Parameter given: the secrets of the command line; what is wrong with them is told by itself.
    func workflows(_ given: GivenSecrets) async -> [Finding] {
        let name = "workflows"
        var options = options
        options.secretValues.merge(given.values) { $1 }
        for secret in given.missing { options.secretValues[secret] = "" }
        // A file of secrets that cannot be read may provide them.
        func counts(_ error: Diagnostic) -> Bool { given.knowsAllNames || error.code != "workflow.undeclared-secret" }
        guard let project = workspace.project else { return [] }
        do throws(UsageError) {
            let files = try WorkflowFiles([], in: workspace)
            let folder = shown(RealPath.join(project.folder, project.workflows))
            let left = files.leftOut.map { "\nleft out: \($0)" }
            let count =
                "\(Plural.count(files.files.count, "file")) in \(folder)"
                + left.prefix(3).joined() + (left.count > 3 ? "\nand \(left.count - 3) more" : "")
            let loaded = try await LoadedWorkflows.load(files, in: workspace, options, context)
            let errors = workspace.explained(loaded.diagnostics.filter { $0.severity == .error && counts($0) }, options)
            guard let first = errors.first else { return [Finding(name, .good, count)] }
            let more = errors.count > 1 ? "\nand \(errors.count - 1) more" : ""
            let told = Finding(name, .problem, first)
            return [
                Finding(
                    name, .problem, "\(count), and `baton check` refuses them\n\(told.message)\(more)",
                    help: told.help ?? "`baton check` shows all errors")
            ]
        } catch {
            return [Finding(name, .problem, error, help: WorkflowFiles.folderHelp.text)]
        }
    }
}
