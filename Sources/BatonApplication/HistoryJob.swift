import BatonDiagnostics
import BatonHistory
import BatonRunner

/// `baton history`: shows earlier runs.
package struct HistoryJob {
    private let context: ProcessContext
    private let messages: Messages

    package init(in context: ProcessContext) {
        self.context = context
        messages = Messages(context, .auto)
    }

    package func list(limit: Int) -> Int32 {
        answer { reader, text throws(HistoryError) in text.list(try reader.recentRuns(limit: limit)) }
    }

    /// - Parameter run: the beginning of a run's id, or `last`.
    package func show(_ run: String) -> Int32 {
        answer { reader, text throws(HistoryError) in text.show(try reader.run(run)) }
    }

    private func answer(_ question: (HistoryReader, HistoryText) throws(HistoryError) -> String) -> Int32 {
        do throws(UsageError) {
            let workspace = try Workspace(context)
            guard let path = try workspace.historyPath() else {
                throw UsageError(
                    "history.no-project", "there is no baton.yaml here or above, so there is no history",
                    help: "run this inside a project")
            }
            do throws(HistoryError) {
                let reader = try HistoryReader(path, patience: workspace.historyPatience)
                let text = HistoryText(isColoured: context.terminal.usesColour(.auto))
                for journal in reader.pendingJournals {
                    messages.warn("a run is missing here: the next run imports \(journal)")
                }
                context.output(try question(reader, text))
                return ExitCode.passed
            } catch {
                throw UsageError("history.unavailable", error.message)
            }
        } catch {
            messages.show(error.diagnostics)
            return ExitCode.invalid
        }
    }
}
