import BatonJudging
import BatonLanguage
import BatonLoading
import BatonRecords
import BatonRunner
import BatonValues
import BatonWorkflow

/// `baton list`: lists the cases.
package struct ListJob {
    private let options: RunOptions
    private let context: ProcessContext

    package init(_ options: RunOptions, in context: ProcessContext) {
        self.options = options
        self.context = context
    }

    package func run() async -> Int32 {
        let messages = Messages(context, options.colour)
        do throws(UsageError) {
            let workspace = try Workspace(context, importing: options)
            messages.hideSecrets(of: workspace, context.environment)
            messages.show(workspace.imported?.warnings ?? [])
            let files = try WorkflowFiles(options.paths, in: workspace)
            let loaded = try await LoadedWorkflows.load(
                files, in: workspace, options, context)
            messages.show(workspace.explained(loaded.diagnostics, options))
            let selected = try SelectedCases(
                options, loaded, files, workspace, context.environment, messages)
            let plan = selected.plan.masking(messages.secrets.redact)
            if options.listing == .json {
                // Of a shared run all shards are listed, to see what runs where.
                let complete = loaded.completed(selected.sharded == nil ? plan : selected.whole)
                PlanJSON(
                    complete, shards: selected.sharded.map { $0.map(of: complete) }, masking: messages.secrets.masked
                ).write(
                    notes: selected.notes + [selected.nothingToDo].compactMap(\.self), leftOut: files.leftOut,
                    to: context.output)
                return complete.hasInvalidFiles ? ExitCode.invalid : ExitCode.passed
            }
            if let sentence = selected.nothingToDo {
                context.output(sentence + "\n")
                return ExitCode.passed
            }
            if options.listing != .dot {
                for note in selected.notes + RunStarted.LeftOut.shown(files.leftOut).map({ "left out: \($0)" }) {
                    context.output(PrintableText.line(note) + "\n")
                }
            }
            if options.listing == .table {
                show(plan, masking: messages.secrets.redact)
            } else {
                let text = PlanText(loaded.completed(plan).masking(messages.secrets.redact))
                context.output(messages.secrets.redact(options.listing == .dot ? text.dot : text.graph))
            }
            return plan.hasInvalidFiles ? ExitCode.invalid : ExitCode.passed
        } catch {
            messages.show(error.diagnostics)
            return ExitCode.invalid
        }
    }

    /// - Parameter mask: masks secrets in paths and in the names of rows, which tell cases apart.
    private func show(_ plan: Plan, masking mask: (String) -> String) {
        let rows = plan.cases.map { planned -> (String, String, String) in
            let identity = planned.identity
            let steps =
                if case .invalid? = planned.content {
                    "not valid"
                } else {
                    Plural.count(identity.stepCount, "step")
                }
            let tags = identity.tags.isEmpty ? "" : "  [\(identity.tags.joined(separator: ", "))]"
            let quarantine = identity.quarantine.map {
                $0.isOver ? "  its quarantine ended with \($0.until)" : "  \($0.sentence(isBad: true))"
            }
            let absence = planned.workflow?.absence.map { "  skipped: \($0)" } ?? ""
            let owner = identity.owner.map { "  owner: \($0)" } ?? ""
            return (
                PrintableText.line(mask(identity.path)), PrintableText.line(mask(identity.title)),
                PrintableText.line(steps + tags + owner + (quarantine ?? "") + absence)
            )
        }
        let pathWidth = rows.map { TextWidth.of($0.0) }.max() ?? 0
        let nameWidth = rows.map { TextWidth.of($0.1) }.max() ?? 0
        for row in rows {
            let line = [TextWidth.padded(row.0, pathWidth), TextWidth.padded(row.1, nameWidth), row.2]
            context.output(line.joined(separator: "  ") + "\n")
        }
        context.output("\(Plural.count(rows.count, "workflow"))\n")
    }
}
