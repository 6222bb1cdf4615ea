import BatonDiagnostics
import BatonJudging
import BatonLanguage
import BatonLoading
import BatonRecords
import BatonValues
import BatonWorkflow

/// `baton check`: reports all errors of the workflow files at once.
package struct CheckJob {
    private let options: RunOptions
    private let context: ProcessContext

    package init(_ options: RunOptions, in context: ProcessContext) {
        self.options = options
        self.context = context
    }

    package func run() async -> Int32 {
        let messages = Messages(context, options.colour)
        do throws(UsageError) {
            let workspace = try Workspace(context)
            messages.hideSecrets(of: workspace, context.environment)
            let files = try WorkflowFiles(options.paths, in: workspace)
            var loaded = try await LoadedWorkflows.load(files, in: workspace, options, context)
            if options.isFixing {
                var fixing = Fixing(names: messages.secrets.names)
                defer {
                    messages.show(fixing.shown)
                    context.output(fixing.summary)
                }
                while try fixing.fix(loaded) {
                    loaded = try await LoadedWorkflows.load(files, in: workspace, options, context)
                }
            }
            messages.show(workspace.explained(loaded.diagnostics, options))
            for sentence in files.unmatched { messages.warn(Message(value: sentence)) }
            messages.show(notes: loaded.all.compactMap(\.workflow).flatMap(\.defaultBounds))
            for entry in RunStarted.LeftOut.shown(files.leftOut) {
                context.output("left out: \(PrintableText.line(entry))\n")
            }
            let invalid = loaded.all.count { !$0.isValid }
            let kinds: [(FileKind, String)] = [
                (.workflow, "workflow"), (.api, "API file"), (.openAPI, "OpenAPI document"),
            ]
            let named = kinds.map { kind, name in (loaded.all.count { $0.kind == kind }, name) }.filter { $0.0 > 0 }
            let counts = named.map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }.joined(separator: ", ")
            if loaded.hasProjectErrors { return ExitCode.invalid }
            guard invalid > 0 else {
                context.output("\(counts), no errors\n")
                return ExitCode.passed
            }
            context.output("\(counts), \(invalid) with errors\n")
            return ExitCode.invalid
        } catch {
            messages.show(error.diagnostics)
            return ExitCode.invalid
        }
    }
}
