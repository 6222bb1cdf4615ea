import BatonDiagnostics
import BatonFiles
import BatonHistory
import BatonProcesses
import BatonRecords
import BatonRunner
import BatonValues
import Synchronization

/// `baton run --watch`: runs once, then again whenever saved files affect workflows or a key is pressed, until `q` or
/// Ctrl-C.
///
/// `FileWatcher` tells which files were saved, without those that editors make for themselves, or which key was
/// pressed. `FileDependencies` tells which workflows that affects, and `WatchedResults` keeps what failed for the key
/// `f`.
package struct WatchJob: Sendable {
    private let options: RunOptions
    private let context: ProcessContext
    private let interruption: Interruption

    package init(_ options: RunOptions, in context: ProcessContext, interruption: Interruption) {
        self.options = options
        self.context = context
        self.interruption = interruption
    }

    /// Returns the exit code: that of the last run after `q`, and that of an interrupt otherwise, unless watching fails.
    package func run() async -> Int32 {
        let messages = Messages(context, options.colour)
        #if os(Linux)
            do throws(UsageError) {
                let workspace = try workspace()
                return await watch(workspace, try Self.watcher(workspace), messages)
            } catch {
                messages.show(error.diagnostics)
            }
        #else
            messages.show([Diagnostic("run.unavailable", "`--watch` works on Linux only", at: nil)])
        #endif
        return ExitCode.invalid
    }

    private func perform(_ options: RunOptions, _ saved: SavedFiles, _ results: WatchedResults) async -> Int32 {
        saved.forget()
        return await RunJob(
            options, in: context, interruption: interruption, saved: saved, consumers: [results]
        ).run()
    }

    private func say(_ line: String) { context.output(PrintableText.of(line) + "\n") }

    /// Nil where no person sits at a terminal.
    private var keyboard: Keyboard? { context.terminal.isTerminal ? context.keyboard : nil }

    #if os(Linux)
        private func watch(_ workspace: Workspace, _ watcher: FileWatcher, _ messages: Messages) async -> Int32 {
            var (workspace, watcher) = (workspace, watcher)
            let saved = SavedFiles()
            let results = WatchedResults()
            var last = options
            var code = await perform(last, saved, results)
            while !interruption.isInterrupted {
                guard let cause = await next(watcher, workspace, saved, messages) else {
                    return interruption.isInterrupted ? ExitCode.interrupted : code
                }
                // baton.yaml names the folders of workflows and reports. If it is unreadable, the run itself reports
                // the error.
                if case .affected(let affected) = cause, affected.changesProject,
                    let renewed = try? Workspace(context), let renewedWatcher = try? Self.watcher(renewed)
                {
                    (workspace, watcher) = (renewed, renewedWatcher)
                }
                guard let selected = selected(by: cause, last, failed: results.failed) else {
                    say("nothing has failed")
                    continue
                }
                last = selected.options
                say("\n── \(selected.title) ──")
                code = await perform(last, saved, results)
            }
            return ExitCode.interrupted
        }

        /// The options of the next run, and its title; nil where nothing has failed that could run again.
        private func selected(
            by cause: Cause, _ last: RunOptions, failed: Set<LatestFailures.Case>
        ) -> (options: RunOptions, title: String)? {
            var next = options
            // These options apply to the first run only.
            next.isLastFailed = false
            next.isOnlyChanged = false
            switch cause {
            case .all: return (next, "all")
            case .again: return (last, "again")
            case .failed:
                if failed.isEmpty { return nil }
                next.chosenCases = failed
                return (next, "failed")
            case .affected(let affected):
                next.paths = affected.paths
                return (next, affected.cause)
            }
        }

        private func workspace() throws(UsageError) -> Workspace {
            let workspace = try Workspace(context, importing: options)
            if let imported = workspace.imported {
                throw UsageError(
                    "run.unavailable", "--watch watches workflows, and \(imported.shown) is none",
                    help: "`baton import \(imported.shown)` makes one of it")
            }
            return workspace
        }

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
                throw UsageError("run.unavailable", "`--watch` cannot watch the files: \(error.message)")
            }
        }

        private struct Affected {
            var paths: [String]
            /// "workflows/a.yaml has changed"
            var cause: String
            var changesProject: Bool
        }

        /// Why the next run begins.
        private enum Cause {
            case all, again, failed
            case affected(Affected)

            /// Nil for the key that ends the watching.
            init?(_ key: WatchKey) {
                switch key {
                case .all: self = .all
                case .again: self = .again
                case .failed: self = .failed
                case .quit: return nil
                }
            }
        }

        /// Waits for changes that affect a workflow, or for a key; nil when the wait was interrupted, and after `q`.
        private func next(
            _ watcher: FileWatcher, _ workspace: Workspace, _ saved: SavedFiles, _ messages: Messages
        ) async -> Cause? {
            var keyboard = keyboard
            let restoration = keyboard?.begin()
            defer { restoration?.end() }
            // Also where no run has begun yet, an interrupt comes back here, so that the terminal is as it was.
            interruption.begin { restoration?.end() }
            let count = watcher.folderCount
            // Told once keys are read one by one: a key that is pressed at once counts.
            let end = keyboard == nil ? "Ctrl-C ends" : WatchKey.footer
            say("watching \(Plural.count(count, "folder")); \(end)")
            while true {
                let event = await interruption.run { [keyboard] in await watcher.next(orKeysOf: keyboard) }
                guard let event, !interruption.isInterrupted else { return nil }
                switch event {
                case .endOfKeys: keyboard = nil
                case .pressed(let keys): if let key = WatchKey(pressed: keys) { return Cause(key) }
                case .changed(let changed):
                    let files = changed.filter {
                        !saved.contains($0) && !isReport($0) && !EditorFiles.areTemporary($0)
                    }
                    if files.isEmpty { continue }
                    do throws(UsageError) {
                        if let affected = try affected(by: files, workspace) { return .affected(affected) }
                    } catch {
                        messages.show(error.diagnostics)
                    }
                }
            }
        }

        private func affected(by changed: Set<String>, _ workspace: Workspace) throws(UsageError) -> Affected? {
            // Searched again, because there may be new files and folders.
            let files = try WorkflowFiles(options.paths, in: workspace)
            let dependencies = FileDependencies(schemas: workspace.project?.schemas ?? [])
            let affectsAll = ProjectWideFiles(options, workspace).first(in: changed, dependencies) != nil
            let hit = files.files.filter { affectsAll || dependencies.isAffected($0.path, by: changed) }
            guard !hit.isEmpty else { return nil }
            let causes = changed.sorted().map {
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
            options.reports.values.contains { report in
                PathText.absolute(RealPath.join(context.workingFolder, report)) == path
            }
        }
    #endif
}

/// A key that `baton run --watch` knows while it waits.
enum WatchKey: Equatable {
    /// Everything that the command selects.
    case all
    /// What failed or could not run the last time it ran.
    case failed
    /// The same as the last time.
    case again
    case quit

    /// The first known key; nil where there is none, and for pasted text.
    ///
    /// - Parameter keys: what was pressed since the last look.
    init?(pressed keys: [UInt8]) {
        let single = Self.withoutSequences(keys)
        // Nobody presses three different keys in a few milliseconds.
        guard single.count < 3 || Set(single).count == 1, let key = single.lazy.compactMap(Self.init).first
        else { return nil }
        self = key
    }

    /// Without arrows, function keys and keys with Alt: an escape character with what belongs to it (ECMA-48).
    private static func withoutSequences(_ keys: [UInt8]) -> [UInt8] {
        var single: [UInt8] = []
        var rest = keys[...]
        while let key = rest.popFirst() {
            guard key == 0x1B else {
                single.append(key)
                continue
            }
            switch rest.popFirst() {
            case UInt8(ascii: "["): rest = rest.drop { !(0x40...0x7E).contains($0) }.dropFirst()
            case UInt8(ascii: "O"): rest = rest.dropFirst()
            default: break
            }
        }
        return single
    }

    /// Upper case counts as lower case.
    private init?(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "a"), UInt8(ascii: "A"): self = .all
        case UInt8(ascii: "f"), UInt8(ascii: "F"): self = .failed
        case UInt8(ascii: "\n"), UInt8(ascii: "\r"): self = .again
        // Ctrl-D is the end of the input.
        case UInt8(ascii: "q"), UInt8(ascii: "Q"), 4: self = .quit
        default: return nil
        }
    }

    /// The line below a run.
    static let footer = "a all · f failed · Enter again · q quit"
}

/// Which cases are bad, over all runs of a watched project: a case stays so until it passes.
final class WatchedResults: EventConsumer {
    private let bad = Mutex<Set<LatestFailures.Case>>([])
    let followsSteps = false

    var failed: Set<LatestFailures.Case> { bad.withLock { $0 } }

    func receive(_ event: RunEvent) {
        guard case .caseFinished(let record) = event, record.identity.role == .selected else { return }
        let entry = LatestFailures.Case(record.identity)
        bad.withLock { bad in
            switch record.outcome {
            case .passed:
                bad.remove(entry)
                // The file had mistakes, so that its rows were not known.
                bad.remove(LatestFailures.Case(path: entry.path, row: nil))
            case .failed, .error: bad.insert(entry)
            case .skipped: break
            }
        }
    }
}
