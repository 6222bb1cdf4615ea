/// The commit and branch that a folder is at, and whether something has changed since.
package struct GitState: Sendable, Equatable {
    package var commit: String
    /// Nil on a detached head.
    package var branch: String?
    package var isDirty: Bool

    /// Time limit for git when a run records its state, which no option asked for.
    private static let limit = Duration.seconds(2)

    /// Nil where there is no repository and where there is no commit yet. Where git does not say in time what has
    /// changed, nothing counts as changed.
    package init?(_ folder: String, _ environment: EnvironmentVariables) {
        guard let repository = GitRepository(around: folder, environment) else { return nil }
        let git = Git(repository, environment, within: Self.limit)
        guard let head = GitHead(repository, asking: git) else { return nil }
        commit = head.commit
        branch = head.branch
        isDirty = (try? GitChanges(of: repository, git)).map { !$0.files.isEmpty } ?? false
    }
}
