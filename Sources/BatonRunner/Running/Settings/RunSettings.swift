import BatonAPI
import BatonCEL
import BatonHTTP
package import BatonSecrets
package import BatonWorkflow
import Synchronization

/// What is decided before the first request and holds for the whole run.
package final class RunSettings: Sendable {
    package let options: Options
    package let environments: RunEnvironments
    package let values: RunValues
    package let files: RunFiles
    package let secrets: SecretRegistry
    package let dependencies: Dependencies
    /// Why the run ends before all of its cases have.
    let ending = RunEnding()
    /// What a request is sent with that names no header itself.
    let defaultHeaders: Headers
    /// What expressions of every workflow find under `secrets`, `run` and `process`.
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
        var headers = Headers()
        headers.addDefaults(beside: NamedValueMerger(ignoringCase: true), userAgent: options.userAgent)
        defaultHeaders = headers
        roots = [
            (Root.secrets.rawValue, .native(SecretsView(values.secrets))),
            (Root.run.rawValue, .native(RunView(run))),
            (Root.process.rawValue, .native(ProcessView(values.process))),
        ]
    }

    /// How the run goes, as its user asked for.
    package struct Options: Sendable {
        package var isDryRun = false
        /// Whether endpoints are answered from their samples, and nothing is sent.
        package var isStub = false
        /// How many more times a workflow that failed runs, whatever its file says; nil where its file says so.
        package var retries: Int?
        /// Whether a case that passed only after a failure keeps the run from passing.
        package var failsOnFlaky = false
        /// Whether steps may start programs.
        package var allowsPrograms = false
        package var userAgent: String
        /// How long each case's teardown may still take once the run is interrupted.
        package var teardownLimit = Duration.seconds(10)
        /// By the paths of files that are not run to their end.
        package var stepLimits: [String: StepLimit] = [:]

        package init(userAgent: String) {
            self.userAgent = userAgent
        }
    }

    /// True once: what keeps one response from the disk keeps the others too.
    func isFirstCacheWarning() -> Bool {
        hasWarnedOfCache.withLock { hasWarned in
            defer { hasWarned = true }
            return !hasWarned
        }
    }
}

/// What `run` tells of a run.
package struct RunIdentity: Sendable {
    package let id: String
    package let started: Microseconds

    package init(id: String, started: Microseconds) {
        self.id = id
        self.started = started
    }
}
