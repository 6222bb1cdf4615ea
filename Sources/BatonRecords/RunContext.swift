/// Facts about the surroundings of a run: the commit of the code, and the CI service.
package struct RunContext: Sendable, Equatable {
    package var branch: String?
    package var commit: String?
    package var parent: String?
    /// Whether the working tree has uncommitted changes.
    package var isDirty: Bool
    package var ciProvider: String?
    package var ciURL: String?
    /// The number of the CI build, as its service shows it.
    package var build: String?
    /// The page of the commit.
    package var commitURL: String?
    /// The branch with which the runs of other branches are compared.
    package var defaultBranch: String?
    /// The version of the system under test, if the user gives it.
    package var testedVersion: String?
    /// From 1; higher when the CI service repeats a job.
    package var attempt: Int

    package init(
        branch: String? = nil, commit: String? = nil, parent: String? = nil, isDirty: Bool = false,
        ciProvider: String? = nil, ciURL: String? = nil, build: String? = nil,
        commitURL: String? = nil, defaultBranch: String? = nil, testedVersion: String? = nil, attempt: Int = 1
    ) {
        self.branch = branch
        self.commit = commit
        self.parent = parent
        self.isDirty = isDirty
        self.ciProvider = ciProvider
        self.ciURL = ciURL
        self.build = build
        self.commitURL = commitURL
        self.defaultBranch = defaultBranch
        self.testedVersion = testedVersion
        self.attempt = attempt
    }
}
