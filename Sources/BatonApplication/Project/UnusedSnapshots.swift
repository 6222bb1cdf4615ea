import BatonFiles
import BatonJudging
import BatonLoading
import BatonRecords
import BatonReports
import BatonRunner
import BatonSecrets
import BatonValues
import BatonWorkflow
import Synchronization

/// Finds the files of snapshots that no step uses. It looks only at workflows that ran as a whole and passed: a step that
/// did not run may use a snapshot.
final class UnusedSnapshots: EventConsumer {
    private struct File {
        /// The workflow's path as users write it.
        let path: String
        /// The names that steps have literally.
        var names: Set<String> = []
        /// The places of steps with computed names.
        var computed: [String] = []
        /// Whether some of its cases run only because others need them, so that not all of it need run.
        var isNeededOnly = false
        /// The number of its cases, and how many of them passed.
        var cases = 0
        var passed = 0
    }

    /// Number of files that a message lists.
    private static let shown = 10

    private let files: Mutex<[String: File]>
    private let workingFolder: String
    let followsSteps = false

    /// - Parameter limited: the paths of the files that run only up to a line.
    init(_ plan: Plan, _ options: RunOptions, limited: some Collection<String>, workingFolder: String) {
        var files: [String: File] = [:]
        // These options choose among the rows of a file.
        let isWhole =
            options.names.isEmpty && options.chosenCases == nil && options.shard == nil && !options.isLastFailed
            && !options.isDryRun
            && !options.isStub
        var folders = Folders(workingFolder: workingFolder)
        if isWhole {
            for planned in plan.cases {
                let path = planned.identity.path
                if files[path] == nil, let workflow = planned.workflow, folders.hasSnapshots(of: workflow.file.path) {
                    files[path] = Self.file(workflow)
                }
                if files.isEmpty { continue }
                files[path]?.cases += 1
                if planned.identity.role == .prerequisite { files[path]?.isNeededOnly = true }
            }
            for path in limited { files[path] = nil }
        }
        self.files = Mutex(files)
        self.workingFolder = workingFolder
    }

    /// The folders in which workflows keep snapshots, each read once: most workflows have none.
    private struct Folders {
        let workingFolder: String
        /// The names in the folder `snapshots` beside the workflows of a folder.
        private var names: [String: Set<String>] = [:]

        init(workingFolder: String) { self.workingFolder = workingFolder }

        mutating func hasSnapshots(of path: String) -> Bool {
            let folder = RealPath.folder(of: path)
            if let known = names[folder] { return !known.isEmpty && known.contains(RealPath.name(of: path)) }
            let snapshots = RealPath.join(workingFolder, PathText.join(folder, "snapshots"))
            names[folder] = Set((try? Folder.names(in: snapshots)) ?? [])
            return hasSnapshots(of: path)
        }
    }

    private static func file(_ workflow: Workflow) -> File {
        var file = File(path: workflow.file.path)
        workflow.visitSteps { step in
            guard case .request(let template) = step.action, let snapshot = template.snapshot else { return }
            if let name = snapshot.name.literal {
                file.names.insert(name)
            } else {
                file.computed.append(snapshot.range.place)
            }
        }
        return file
    }

    func receive(_ event: RunEvent) {
        guard case .caseFinished(let record) = event, record.outcome == .passed else { return }
        files.withLock { if !$0.isEmpty { $0[record.identity.path]?.passed += 1 } }
    }

    /// The message about them; nil where there are none.
    func message(_ book: SnapshotBook) -> String? {
        var unused: [String] = []
        for file in files.withLock({ Array($0.values) }).sorted(by: { $0.path < $1.path })
        where !file.isNeededOnly && file.passed == file.cases && file.computed.allSatisfy(book.isEvaluated) {
            unused += self.unused(of: file, book)
        }
        if unused.isEmpty { return nil }
        let list = unused.prefix(Self.shown).joined(separator: ", ")
        let more = unused.count > Self.shown ? ", and \(unused.count - Self.shown) more" : ""
        return unused.count == 1
            ? "no step uses the snapshot \(list); remove it if nothing needs it"
            : "no step uses \(unused.count) snapshots; remove them if nothing needs them: \(list)\(more)"
    }

    private func unused(of file: File, _ book: SnapshotBook) -> [String] {
        let folder = PathText.join(RealPath.folder(of: file.path), "snapshots/\(RealPath.name(of: file.path))")
        let names = (try? Folder.names(in: RealPath.join(workingFolder, folder))) ?? []
        return names.compactMap { name in
            guard let format = SnapshotReading.Format.allCases.first(where: { FileEnding.has(name, ".\($0.ending)") })
            else { return nil }
            let bare = String(name.dropLast(format.ending.count + 1))
            if file.names.contains(bare) || book.isUsed(PathText.join(folder, bare)) { return nil }
            return PathText.join(folder, name)
        }
    }
}

/// The line of the console about the snapshots that a run has written.
enum WrittenSnapshots {
    /// Number of files that it lists.
    private static let shown = 20

    /// Empty where nothing was written.
    static func lines(_ book: SnapshotBook) -> [String] {
        let written = book.written
        if written.isEmpty { return [] }
        let count = Plural.count(written.count, "snapshot")
        let more = written.count > shown ? ["  and \(written.count - shown) more"] : []
        return ["wrote \(count):"] + written.prefix(shown).map { "  \($0)" } + more
    }
}
