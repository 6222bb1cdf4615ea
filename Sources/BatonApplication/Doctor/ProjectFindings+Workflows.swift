import BatonDiagnostics
import BatonFiles
import BatonRunner
import BatonWorkflow

extension ProjectFindings {
    private static let workflows = "workflows"

    /// The files that `baton run` finds: whether they have errors, and what they want from the command line.
    ///
    /// - Parameters:
    ///   - intended: nil where the environment of the command line is wrong, which is told by itself.
    ///   - given: the secrets of the command line; what is wrong with them is told by itself.
    func workflows(_ intended: IntendedRun?, _ given: GivenSecrets) async -> [Finding] {
        let name = Self.workflows
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
                "\(files.files.count) file\(files.files.count == 1 ? "" : "s") in \(folder)"
                + left.prefix(3).joined() + (left.count > 3 ? "\nand \(left.count - 3) more" : "")
            guard let intended, let loaded = try? await LoadedWorkflows.load(files, in: workspace, options, context)
            else { return [Finding(name, .good, count)] }
            let errors = workspace.explained(loaded.diagnostics.filter { $0.severity == .error && counts($0) }, options)
            let refusals = (errors.isEmpty ? intended.refusals : errors).filter(counts)
            if let first = refusals.first {
                let more = refusals.count > 1 ? "\nand \(refusals.count - 1) more" : ""
                let told = Finding(name, .problem, first)
                return [
                    Finding(
                        name, .problem, "\(count), but `baton run` cannot pass\n\(told.message)\(more)",
                        help: told.help ?? "\(errors.isEmpty ? "`baton run`" : "`baton check`") shows all errors")
                ]
            }
            if let absence = intended.absence {
                return [
                    Finding(
                        name, .problem, "\(count), of which none runs: \(absence)",
                        help: "`--env NAME` looks at another environment")
                ]
            }
            if intended.runsFramesOnly {
                return [
                    Finding(
                        name, .problem, "\(count), and what stands in `before` and `after` proves nothing alone",
                        help: "write a workflow beside it, such as the one of `baton init`")
                ]
            }
            return [Finding(name, .good, count)] + wants(of: intended)
        } catch {
            return [Finding(name, .problem, error, help: WorkflowFiles.folderHelp)]
        }
    }

    /// The variables of the process that workflows read and that are not set: an error, unless they are read as optional.
    func variables(_ intended: IntendedRun?) -> [Finding] {
        let missing = intended?.readVariables.filter { context.environment[$0] == nil } ?? []
        guard let first = missing.first else { return [] }
        return [
            Finding(
                "variables", .skipped,
                "read by workflows and not set in the process environment: \(missing.joined(separator: ", "))",
                help: "`export \(first)=…` sets one; `process.env.?\(first).orValue(\"\")` does without")
        ]
    }

    /// The options without which `baton run` refuses workflows.
    private func wants(of intended: IntendedRun) -> [Finding] {
        func finding(_ paths: [String], _ wish: (one: String, many: String), help: String) -> Finding {
            let files = paths.map { shown(RealPath.join(workspace.root, $0)) }
            let names = files.prefix(3).joined(separator: ", ") + (files.count > 3 ? ", …" : "")
            return Finding(
                Self.workflows, .warning,
                files.count == 1 ? "\(names) \(wish.one)" : "\(files.count) files \(wish.many): \(names)", help: help)
        }
        var findings: [Finding] = []
        let programs = intended.startsPrograms
        if !programs.isEmpty {
            findings.append(
                finding(
                    programs, (one: "starts a program", many: "start programs"),
                    help: "look at what is started, and allow it: `baton run --allow-exec`"))
        }
        for (input, paths) in intended.wantedInputs {
            let name = input.name
            findings.append(
                finding(
                    paths,
                    (one: "needs a value for its input `\(name)`", many: "need a value for their input `\(name)`"),
                    help: input.isSecret
                        ? "`baton run --input \"\(name)=$VALUE\"` gives it from a variable of the shell"
                        : "`baton run --input \(name)=VALUE` gives it"))
        }
        return findings
    }
}
