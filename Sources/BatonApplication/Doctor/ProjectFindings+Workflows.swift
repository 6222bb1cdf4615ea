import BatonDiagnostics
import BatonFiles
import BatonWorkflow

extension ProjectFindings {
    /// The files that `baton run` finds: whether they have errors, and what they want from the command line. A project
    /// without any may still run files that are named.
    func workflows() async -> [Finding] {
        let name = "workflows"
        guard let project = workspace.project else { return [] }
        do throws(UsageError) {
            let files = try WorkflowFiles([], in: workspace)
            let folder = shown(RealPath.join(project.folder, project.workflows))
            let count = "\(files.files.count) file\(files.files.count == 1 ? "" : "s") in \(folder)"
            // An environment that does not exist is told by itself.
            guard let loaded = try? await LoadedWorkflows.load(files, in: workspace, options, context) else {
                return [Finding(name, .good, count)]
            }
            let errors = workspace.explained(loaded.diagnostics.filter { $0.severity == .error }, options)
            guard let first = errors.first else { return [Finding(name, .good, count)] + wants(of: loaded) }
            let more = errors.count > 1 ? "\nand \(errors.count - 1) more" : ""
            let told = Finding(name, .problem, first)
            return [
                Finding(
                    name, .problem, "\(count), with errors, so `baton run` cannot pass\n\(told.message)\(more)",
                    help: told.help ?? "`baton check` shows all errors")
            ]
        } catch {
            let isEmpty = ["file.missing", "run.no-workflows"].contains(error.diagnostics.first?.code)
            return [
                Finding(
                    name, isEmpty ? .warning : .problem, error,
                    help: WorkflowFiles.folderHelp)
            ]
        }
    }

    /// The options without which `baton run` refuses workflows.
    private func wants(of loaded: LoadedWorkflows) -> [Finding] {
        let entries = loaded.entries.filter { $0.kind == .workflow && !$0.isLeftAlone }
        var findings: [Finding] = []
        func warn(_ files: [String], _ wish: (one: String, many: String), help: String) {
            let what = files.count == 1 ? "\(files[0]) \(wish.one)" : "\(files.count) files \(wish.many)"
            let names = files.prefix(3).joined(separator: ", ") + (files.count > 3 ? ", …" : "")
            findings.append(
                Finding("workflows", .warning, files.count == 1 ? what : "\(what): \(names)", help: help))
        }
        let programs = entries.filter { $0.workflow?.uses.programs.isEmpty == false }.map(\.file.shown)
        if !programs.isEmpty {
            warn(
                programs, (one: "starts a program", many: "start programs"),
                help: "look at what is started, and allow it: `baton run --allow-exec`")
        }
        var inputs: [String: [String]] = [:]
        for entry in entries {
            for input in entry.workflow?.inputs ?? [] where input.isRequired {
                inputs[input.name, default: []].append(entry.file.shown)
            }
        }
        for (input, files) in inputs.sorted(by: { $0.key < $1.key }) {
            warn(
                files, (one: "needs a value for its input `\(input)`", many: "need a value for their input `\(input)`"),
                help: "`baton run --input \(input)=VALUE` gives it")
        }
        return findings
    }
}
