import BatonAPI
import BatonCEL
import BatonDiagnostics
package import BatonFiles
import BatonHTTP
package import BatonJSON
package import BatonSecrets
package import BatonWorkflow
import Synchronization

/// What is decided before the first request and holds for the whole run.
package final class RunSettings: Sendable {
    /// That of the run.
    package let environment: RunEnvironment
    /// Further ones that steps name.
    private let otherEnvironments: [RunEnvironment]
    package let secretValues: [String: String]
    package let processEnvironment: [String: String]
    /// `--vars-file` and `--var`: names to values, stronger than anything written in workflow and project files.
    package let variableOverrides: [String: JSONValue]
    /// `--input`: names to texts as given.
    package let inputs: [String: String]
    /// `--file-root`, else the folder of baton.yaml; without one each workflow's own folder is its file root.
    private let fileRoot: FileRoot?
    /// What killed runs left beside files that this one saves.
    let leftovers = LeftoverSweep()
    /// Why the run ends before all of its cases have.
    let ending = RunEnding()
    /// The folder that paths shown to users are relative to.
    package let workingFolder: String
    package let secrets: SecretRegistry
    package let runID: String
    package let started: Microseconds
    package let isDryRun: Bool
    /// Whether endpoints are answered from their samples, and nothing is sent.
    package let isStub: Bool
    /// How many more times a workflow that failed runs, whatever its file says; nil where its file says so.
    let retries: Int?
    /// Whether a case that passed only after a failure keeps the run from passing.
    let failsOnFlaky: Bool
    /// Whether steps may start programs.
    package let allowsPrograms: Bool
    package let userAgent: String
    /// What a request is sent with that names no header itself.
    let defaultHeaders: Headers
    /// What `now()` and `uuid()` ask.
    package let dependencies: Dependencies
    /// How long each case's teardown may still take once the run is interrupted.
    package let teardownLimit: Duration
    /// Nil where nobody wants to know.
    let saved: SavedFiles?
    /// By the paths of files that are not run to their end.
    let stepLimits: [String: StepLimit]
    /// What expressions of every workflow find under `secrets`, `run` and `process`.
    let roots: [(slot: Int, value: CELValue)]
    private let hasWarnedOfCache = Mutex(false)

    package init(
        environment: RunEnvironment, otherEnvironments: [RunEnvironment] = [],
        secretValues: [String: String],
        processEnvironment: [String: String], variableOverrides: [String: JSONValue], inputs: [String: String],
        fileRoot: FileRoot?, workingFolder: String, secrets: SecretRegistry, runID: String, started: Microseconds,
        isDryRun: Bool, isStub: Bool = false, retries: Int? = nil, failsOnFlaky: Bool = false,
        allowsPrograms: Bool = false,
        userAgent: String,
        dependencies: Dependencies = Dependencies(),
        teardownLimit: Duration = .seconds(10), stepLimits: [String: StepLimit] = [:],
        saved: SavedFiles? = nil
    ) {
        self.environment = environment
        self.otherEnvironments = otherEnvironments
        self.secretValues = secretValues
        self.processEnvironment = processEnvironment
        self.variableOverrides = variableOverrides
        self.inputs = inputs
        self.fileRoot = fileRoot
        self.workingFolder = workingFolder
        self.secrets = secrets
        self.runID = runID
        self.started = started
        self.isDryRun = isDryRun
        self.isStub = isStub
        self.retries = retries
        self.failsOnFlaky = failsOnFlaky
        self.allowsPrograms = allowsPrograms
        self.userAgent = userAgent
        var headers = Headers()
        headers.addDefaults(beside: NamedValueMerger(ignoringCase: true), userAgent: userAgent)
        defaultHeaders = headers
        self.dependencies = dependencies
        self.teardownLimit = teardownLimit
        self.stepLimits = stepLimits
        self.saved = saved
        roots = [
            (Root.secrets.rawValue, .native(SecretsView(secretValues))),
            (Root.run.rawValue, .native(RunView(id: runID, started: started))),
            (Root.process.rawValue, .native(ProcessView(processEnvironment))),
        ]
    }

    /// True once: what keeps one response from the disk keeps the others too.
    func isFirstCacheWarning() -> Bool {
        hasWarnedOfCache.withLock { hasWarned in
            defer { hasWarned = true }
            return !hasWarned
        }
    }

    /// The one that a step names; nil is that of the run.
    func environment(named name: String?) -> RunEnvironment {
        guard let name else { return environment }
        // One that nobody knows leads nowhere, and gets nothing of the others.
        return otherEnvironments.first { $0.name == name }
            ?? RunEnvironment(name: name, baseURL: nil, trustedOrigins: [], secrets: secrets)
    }

    /// The folder that a file's relative paths count from.
    func folder(of file: SourceFile) -> String {
        RealPath.folder(of: RealPath.join(workingFolder, file.path))
    }

    /// Where files that a workflow names must lie.
    func fileRoot(of file: SourceFile) throws(FileError) -> FileRoot {
        if let fileRoot { return fileRoot }
        return try FileRoot(folder(of: file))
    }
}
