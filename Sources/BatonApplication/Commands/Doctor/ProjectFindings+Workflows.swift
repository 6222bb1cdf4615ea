import BatonDiagnostics
import BatonFiles
import BatonRunner
import BatonWorkflow

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
                "\(files.files.count) file\(files.files.count == 1 ? "" : "s") in \(folder)"
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
