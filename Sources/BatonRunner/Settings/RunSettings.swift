import BatonAPI
import BatonCEL
import BatonDiagnostics
package import BatonFiles
import BatonHTTP
package import BatonJSON
import BatonJudging
import BatonLanguage
package import BatonRecords
package import BatonSecrets
import BatonValues
package import BatonWorkflow
import Synchronization

/// The settings of a run, fixed before its first request.
package final class RunSettings: Sendable {
    package let options: Options
    package let environments: RunEnvironments
    package let values: RunValues
    package let files: RunFiles
    package let secrets: SecretRegistry
    package let dependencies: Dependencies
    package let snapshots = SnapshotBook()
    /// Why the run ends early.
    let ending = RunEnding()
    /// What the run has covered of its contracts.
    let contracts = ContractBoard()
    let defaultHeaders: DefaultHeaders
    /// The values of `secrets`, `run` and `process` in expressions of every workflow.
    let roots: [(slot: Int, value: CELValue)]
    private let hasWarnedOfCache = Mutex(false)

    package init(
        _ run: RunIdentity, options: Options, environments: RunEnvironments,
        values: RunValues = RunValues(), files: RunFiles, secrets: SecretRegistry,
        dependencies: Dependencies = Dependencies()
    ) {
        self.options = options
        self.environments = environments
        self.values = values
        self.files = files
        self.secrets = secrets
        self.dependencies = dependencies
        defaultHeaders = DefaultHeaders(userAgent: options.userAgent)
        roots = [
            (Root.secrets.rawValue, CELValue.native(SecretsView(values.secrets)).measured),
            (Root.run.rawValue, CELValue.native(RunView(run)).measured),
            (Root.process.rawValue, CELValue.native(ProcessView(values.process, secrets.names)).measured),
        ]
    }

    /// Options from the command line.
    package struct Options: Sendable {
        package var isDryRun = false
        /// Whether requests are answered from their samples, without sending requests.
        package var isStub = false
        /// Whether responses are recorded in place of snapshots that differ or are missing.
        package var updatesSnapshots = false
        /// Number of retries of a failed workflow, overriding its file; nil where the file decides.
        package var retries: Int?
        /// Whether a case that passed only after a retry makes the run fail.
        package var failsOnFlaky = false
        /// Whether a check that looked at nothing fails.
        package var isStrict = false
        /// Whether a check is told although the failure of another one explains it.
        package var tellsEveryCheck = false
        /// Whether the run is one of several shards: alone it need not prove anything.
        package var isShared = false
        /// Whether every exchange is recorded in full, not only those of failures.
        package var isTracing = false
        /// Whether the result of the run has the outputs of its one selected workflow.
        package var keepsOutputs = false
        /// What the random numbers of expressions follow from; nil for those of the system.
        package var seed: UInt64?
        /// Whether steps may start programs.
        package var allowsPrograms = false
        package var userAgent: String
        /// Time limit for each case's teardown once the run is interrupted.
        package var teardownLimit = Duration.seconds(10)
        /// Step limits by path, for files that run only up to a certain step.
        package var stepLimits: [String: StepLimit] = [:]

        package init(userAgent: String) {
            self.userAgent = userAgent
        }
    }

    /// The secrets that variables of this process's environment hold, with the names of these variables: a command that is
    /// shown to be copied names them. Those that the run declares come first.
    var exportedSecrets: [String: String] {
        let declared = values.secrets.filter { values.process[$0.key] == $0.value }
        let others = values.process.filter { secrets.names.containsVariable($0.key) }
        let named = [declared, others].flatMap { $0.sorted { $0.key < $1.key } }.filter { name, value in
            ShellWord.isVariable(name) && SecretRegistry.isSearched(value)
        }
        return Dictionary(named.map { ($0.value, $0.key) }, uniquingKeysWith: { first, _ in first })
    }

    /// Returns true only the first time: the cause is the same for all responses that cannot be stored.
    func isFirstCacheWarning() -> Bool {
        hasWarnedOfCache.withLock { hasWarned in
            defer { hasWarned = true }
            return !hasWarned
        }
    }
}

/// The facts about a run that expressions read from `run`.
package struct RunIdentity: Sendable {
    package let id: String
    package let started: Microseconds

    package init(id: String, started: Microseconds) {
        self.id = id
        self.started = started
    }
}

/// Values from outside of the workflow files, by name.
package struct RunValues: Sendable {
    /// The values of `secrets`.
    package var secrets: [String: String]
    /// The environment variables of this process.
    package var process: [String: String]
    /// `--vars-file` and `--var`; they override the values in workflow and project files.
    package var variables: [String: JSONValue]
    /// `--input`, as unparsed text.
    package var inputs: [String: String]

    package init(
        secrets: [String: String] = [:], process: [String: String] = [:], variables: [String: JSONValue] = [:],
        inputs: [String: String] = [:]
    ) {
        self.secrets = secrets
        self.process = process
        self.variables = variables
        self.inputs = inputs
    }
}

/// Removes unfinished files of killed runs, once per run for each folder into which the run saves.
final class LeftoverSweep: Sendable {
    private let swept = Mutex<[FolderIdentity]>([])

    func remove(beside place: FilePlace) {
        guard let folder = place.folderIdentity else { return }
        let isNew = swept.withLock { swept in
            if swept.contains(folder) { return false }
            swept.append(folder)
            return true
        }
        if isNew { place.removeLeftovers() }
    }
}

/// The files into which a run saves responses: the file watcher must not mistake them for edits by the user.
package final class SavedFiles: Sendable {
    private let paths = Mutex<Set<TextKey>>([])

    package init() {}

    package func contains(_ path: String) -> Bool { paths.withLock { $0.contains(TextKey(path)) } }

    package func forget() { paths.withLock { $0 = [] } }

    func note(_ path: String) { _ = paths.withLock { $0.insert(TextKey(path)) } }
}

/// The folders of the files that workflows read and save.
package struct RunFiles: Sendable {
    /// The folder that paths shown to users are relative to.
    package let workingFolder: String
    /// `--file-root`, otherwise the folder of baton.yaml; if nil, the file root is each workflow's own folder.
    private let root: FileRoot?
    /// Removes unfinished files that killed runs left next to the files saved by this run.
    let leftovers = LeftoverSweep()
    /// Records the files that the run saves; nil where no caller needs them.
    let saved: SavedFiles?

    package init(workingFolder: String, root: FileRoot? = nil, saved: SavedFiles? = nil) {
        self.workingFolder = workingFolder
        self.root = root
        self.saved = saved
    }

    /// The folder to which a file's relative paths refer.
    func folder(of file: SourceFile) -> String {
        RealPath.folder(of: RealPath.join(workingFolder, file.path))
    }

    /// The folder that must contain the files that a workflow names.
    func root(of file: SourceFile) throws(FileError) -> FileRoot {
        if let root { return root }
        return try FileRoot(folder(of: file))
    }
}
