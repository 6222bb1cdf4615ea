/// Where a run happens, as far as it is not in its events: the state of the code, and the build service.
package struct RunContext: Sendable, Equatable {
    package var branch: String?
    package var commit: String?
    package var parent: String?
    /// Whether the working tree differs from its commit.
    package var isDirty: Bool
    package var ciProvider: String?
    package var ciURL: String?
    /// The version of the system under test, where the user names it.
    package var testedVersion: String?
    /// From 1; higher when the build service repeats a job.
    package var attempt: Int

    package init(
        branch: String? = nil, commit: String? = nil, parent: String? = nil, isDirty: Bool = false,
        ciProvider: String? = nil, ciURL: String? = nil, testedVersion: String? = nil, attempt: Int = 1
    ) {
        self.branch = branch
        self.commit = commit
        self.parent = parent
        self.isDirty = isDirty
        self.ciProvider = ciProvider
        self.ciURL = ciURL
        self.testedVersion = testedVersion
        self.attempt = attempt
    }
}
