import BatonProcesses
import BatonRunner
import Synchronization

/// The surroundings of a run, as far as they are known: the commit of the code and the CI service.
///
/// Read once, at first use, because git takes a moment.
final class RunFacts: Sendable {
    private let folder: String
    private let environment: EnvironmentVariables
    private let known = Mutex<RunContext?>(nil)

    init(of folder: String, _ environment: EnvironmentVariables) {
        self.folder = folder
        self.environment = environment
    }

    /// The surroundings of a recorded run.
    init(known: RunContext) {
        folder = ""
        environment = [:]
        self.known.withLock { $0 = known }
    }

    var context: RunContext {
        known.withLock { known in
            let context = known ?? Self.context(of: folder, environment)
            known = context
            return context
        }
    }

    private static func context(of folder: String, _ environment: EnvironmentVariables) -> RunContext {
        let git = GitState(folder, environment)
        let build = BuildFacts(environment)
        return RunContext(
            branch: build.branch ?? git?.branch, commit: git?.commit, parent: nil, isDirty: git?.isDirty ?? false,
            ciProvider: BuildServer.current(in: environment)?.name, ciURL: build.url, build: build.number,
            commitURL: git.flatMap { build.page(ofCommit: $0.commit) },
            defaultBranch: build.defaultBranch ?? git?.defaultBranch, testedVersion: nil, attempt: build.attempt)
    }
}
