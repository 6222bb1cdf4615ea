import BatonHTTP
import BatonJudging
import BatonLoading
import BatonSecrets
import BatonWorkflow

@testable import BatonRunner

extension RunSettings {
    /// The settings of a run against a base URL, with no secret known yet.
    ///
    /// - Parameter folder: the working folder, which relative paths count from.
    static func sample(
        _ base: URLText, _ environment: EnvironmentSpec? = nil, options: Options = Options(userAgent: "test"),
        values: RunValues = RunValues(), folder: String = "/", dependencies: Dependencies = Dependencies()
    ) -> RunSettings {
        let secrets = SecretRegistry()
        let chosen = RunEnvironment(
            name: environment?.name, baseURL: base, trustedOrigins: [base.origin],
            session: environment?.session ?? SessionSpec(), secrets: secrets)
        return RunSettings(
            RunIdentity(id: "0190-test", started: 0), options: options,
            environments: RunEnvironments(chosen, secrets: secrets), values: values,
            files: RunFiles(workingFolder: folder), secrets: secrets, dependencies: dependencies)
    }
}
