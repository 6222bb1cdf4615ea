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

    var context: RunContext {
        known.withLock { known in
            let context = known ?? Self.context(of: folder, environment)
            known = context
            return context
        }
    }

    private static func context(of folder: String, _ environment: EnvironmentVariables) -> RunContext {
        let git = GitState(folder, environment)
        return RunContext(
            branch: branchOfBuild(environment) ?? git?.branch, commit: git?.commit, parent: nil,
            isDirty: git?.isDirty ?? false, ciProvider: BuildServer.current(in: environment)?.name,
            ciURL: link(environment), testedVersion: nil,
            attempt: environment["GITHUB_RUN_ATTEMPT"].flatMap { Int($0) } ?? 1)
    }

    /// CI services check out a commit without its branch, and name the branch in the environment.
    private static func branchOfBuild(_ environment: EnvironmentVariables) -> String? {
        ["GITHUB_HEAD_REF", "GITHUB_REF_NAME", "CI_COMMIT_REF_NAME", "BUILDKITE_BRANCH", "CIRCLE_BRANCH"]
            .lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    }

    private static func link(_ environment: EnvironmentVariables) -> String? {
        if let server = environment["GITHUB_SERVER_URL"], let repository = environment["GITHUB_REPOSITORY"],
            let run = environment["GITHUB_RUN_ID"]
        {
            return "\(server)/\(repository)/actions/runs/\(run)"
        }
        return ["CI_JOB_URL", "BUILDKITE_BUILD_URL", "CIRCLE_BUILD_URL", "BUILD_URL"]
            .lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    }
}
