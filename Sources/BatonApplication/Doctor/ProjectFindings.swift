import BatonDiagnostics
import BatonFiles
import BatonHistory
import BatonProcesses
import BatonSecrets
import BatonText
import BatonWorkflow

/// The project: its file, environment, secrets, history and folders.
struct ProjectFindings {
    let workspace: Workspace
    let context: ProcessContext

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
            "\(PathText.relative(project.folder + "/" + ProjectSearch.fileName, to: context.workingFolder)): \(project.name), \(count) environment\(count == 1 ? "" : "s")"
        )
    }

    /// The secrets of an environment, each with whether it has a value, never with the value.
    func secrets(of environment: EnvironmentSpec?) -> [Finding] {
        guard let environment, !environment.secrets.isEmpty else { return [] }
        let name = "secrets"
        let missing = environment.secrets.filter { context.environment[$0]?.isEmpty != false }
        let short = environment.secrets.filter { secret in
            context.environment[secret].map { !$0.isEmpty && !SecretRegistry.isSearched($0) } ?? false
        }
        var findings: [Finding] = []
        let present = environment.secrets.filter { !missing.contains($0) }
        if !present.isEmpty { findings.append(Finding(name, .good, "set: \(present.joined(separator: ", "))")) }
        if !missing.isEmpty {
            findings.append(
                Finding(
                    name, .warning, "without a value in the process environment: \(missing.joined(separator: ", "))",
                    help: "`export \(missing[0])=…`, or give a file: `baton run --secrets-file FILE`"))
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

    var history: Finding {
        let name = "history"
        do throws(UsageError) {
            guard let path = try workspace.historyPath() else {
                return Finding(name, .skipped, "none without a project")
            }
            let shown = PathText.relative(path, to: context.workingFolder)
            do throws(HistoryError) {
                let state = try HistoryState(of: path)
                let runs =
                    "\(state.runCount) run\(state.runCount == 1 ? "" : "s"), \(Self.size(state.size)) in \(shown)"
                if let obstacle = state.obstacle {
                    return Finding(
                        name, .problem, "\(runs)\nit cannot be written: \(obstacle)",
                        help: "give the folder to the user who runs Baton, as `chown` does, or run with `--no-history`")
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
                        help: "give the folder to the user who runs Baton, or run with `--no-history`")
                } ?? Finding(name, .good, "no run has been recorded yet; \(shown) will be made")
            } catch {
                return Finding(
                    name, .problem, error.message,
                    help: error.code == .notHistory ? "move the file away: the next run begins a new history" : nil)
            }
        } catch {
            return Finding(name, .problem, error.diagnostics.first?.message ?? "", help: error.diagnostics.first?.help)
        }
    }

    /// The folders that a run writes to.
    var folders: [Finding] {
        var places: [(String, String)] = [("temporary", context.environment["TMPDIR"] ?? "/tmp")]
        if let project = workspace.project {
            places.insert(("reports", RealPath.join(project.folder, project.reports)), at: 0)
        }
        return places.map { name, path in
            let shown = PathText.relative(path, to: context.workingFolder)
            guard let obstacle = WritableFolder.obstacle(path) else {
                return Finding(name, .good, "\(shown) can be written")
            }
            return Finding(
                name, .problem, "\(shown) cannot be written: \(obstacle)",
                help: name == "reports"
                    ? "`reports` in baton.yaml names another folder" : "`export TMPDIR=DIR` names another folder")
        }
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

    private static func size(_ bytes: Int) -> String {
        bytes < 1_000_000 ? "\(bytes / 1000) kB" : "\(bytes / 1_000_000).\(bytes / 100_000 % 10) MB"
    }
}
