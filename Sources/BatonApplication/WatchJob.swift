import BatonDiagnostics
import BatonFiles
import BatonRunner
import BatonText

/// `baton run --watch`: runs once, then again whenever saved files affect workflows, until Ctrl-C.
package struct WatchJob: Sendable {
    private let options: RunOptions
    private let context: ProcessContext
    private let interruption: Interruption

    package init(_ options: RunOptions, in context: ProcessContext, interruption: Interruption) {
        self.options = options
        self.context = context
        self.interruption = interruption
    }

    /// Returns the exit code: that of an interrupt, unless watching fails.
    package func run() async -> Int32 {
        #if os(Linux)
            let messages = Messages(context, options.colour)
            var watcher: FileWatcher
            var workspace: Workspace
            do throws(UsageError) {
                workspace = try Workspace(context)
                watcher = try Self.watcher(workspace)
            } catch {
                messages.show(error.diagnostics)
                return ExitCode.invalid
            }
            let saved = SavedFiles()
            await perform(options, saved)
            while !interruption.isInterrupted {
                say("watching \(watcher.folderCount) folder\(watcher.folderCount == 1 ? "" : "s"); Ctrl-C ends")
                guard let affected = await next(watcher, workspace, saved, messages) else { break }
                // baton.yaml names the folders of workflows and reports. If it is unreadable, the run itself reports
                // the error.
                if affected.changesProject, let renewed = try? Workspace(context),
                    let renewedWatcher = try? Self.watcher(renewed)
                {
                    (workspace, watcher) = (renewed, renewedWatcher)
                }
                var rerun = options
                rerun.paths = affected.paths
                // These options apply to the first run only.
                rerun.isLastFailed = false
                rerun.isOnlyChanged = false
                say("\n── \(affected.cause) ──")
                await perform(rerun, saved)
            }
            return ExitCode.interrupted
        #else
            Messages(context, options.colour).show([
                Diagnostic("run.no-watch", "`--watch` works on Linux only", at: nil)
            ])
            return ExitCode.invalid
        #endif
    }

    private func perform(_ options: RunOptions, _ saved: SavedFiles) async {
        saved.forget()
        _ = await RunJob(options, in: context, interruption: interruption, saved: saved).run()
    }

    private func say(_ line: String) { context.output(PrintableText.of(line) + "\n") }

    #if os(Linux)
        private static func watcher(_ workspace: Workspace) throws(UsageError) -> FileWatcher {
            var excluded: Set<String> = [RealPath.join(workspace.root, "node_modules")]
            if let project = workspace.project {
                // Files written by a run must not cause the next one.
                excluded.insert(RealPath.join(project.folder, project.reports))
                excluded.insert(RealPath.folder(of: project.historyPath))
                excluded.remove(project.folder)
            }
            do throws(FileError) {
                return try FileWatcher(workspace.root, excluding: excluded)
            } catch {
                throw UsageError("run.no-watch", "`--watch` cannot watch the files: \(error.message)")
            }
        }

        private struct Affected {
            var paths: [String]
            /// "workflows/a.yaml has changed"
            var cause: String
            var changesProject: Bool
        }

        /// Waits for changes that affect a workflow; nil when the wait was interrupted.
        private func next(
            _ watcher: FileWatcher, _ workspace: Workspace, _ saved: SavedFiles, _ messages: Messages
        ) async -> Affected? {
            while true {
                guard let changed = await interruption.run({ await watcher.next() }), !interruption.isInterrupted else {
                    return nil
                }
                let files = changed.filter { !saved.contains($0) && !isReport($0) }
                if files.isEmpty { continue }
                do throws(UsageError) {
                    if let affected = try affected(by: files, workspace) { return affected }
                } catch {
                    messages.show(error.diagnostics)
                }
            }
        }

        private func affected(by changed: Set<String>, _ workspace: Workspace) throws(UsageError) -> Affected? {
            // Searched again, because there may be new files and folders.
            let files = try WorkflowFiles(options.paths, in: workspace)
            let mentions = Mentions(schemas: workspace.project?.schemas ?? [])
            let affectsAll = ProjectWideFiles(options, workspace).first(in: changed, mentions) != nil
            let hit = files.files.filter { affectsAll || mentions.isAffected($0.path, by: changed) }
            guard !hit.isEmpty else { return nil }
            // Temporary files of editors are not shown as the cause.
            let shown = changed.filter { !RealPath.name(of: $0).hasPrefix(".") }
            let causes = (shown.isEmpty ? changed : shown).sorted().map {
                PathText.relative($0, to: workspace.workingFolder)
            }
            let more = causes.count > 3 ? " and \(causes.count - 3) more" : ""
            let names = causes.prefix(3).joined(separator: ", ") + more
            return Affected(
                // baton.yaml may name another folder now.
                paths: affectsAll
                    ? options.paths
                    : hit.map { file in files.lines[file.path].map { "\(file.path):\($0)" } ?? file.path },
                cause: "\(names) \(causes.count == 1 ? "has" : "have") changed",
                changesProject: changed.contains(RealPath.join(workspace.root, ProjectSearch.fileName)))
        }

        /// Whether the path is a report that an option names.
        private func isReport(_ path: String) -> Bool {
            options.reportPaths.contains { report in
                PathText.absolute(RealPath.join(context.workingFolder, report)) == path
            }
        }
    #endif
}
