/// The commit and branch that a folder is at, and whether something has changed since.
package struct GitState: Sendable, Equatable {
    package var commit: String
    /// Nil on a detached head.
    package var branch: String?
    package var isDirty: Bool

    /// How long git may take for what nobody asked it for.
    private static let limit = Duration.seconds(2)

    /// Nil where there is no repository and where there is no commit yet. Where git does not say in time what has
    /// changed, nothing counts as changed.
    package init?(_ folder: String, _ environment: EnvironmentVariables) {
        guard let head = GitRepository(around: folder, environment).flatMap(GitHead.init) else { return nil }
        commit = head.commit
        branch = head.branch
        isDirty = (try? GitChanges(folder, environment, within: Self.limit)).map { !$0.files.isEmpty } ?? false
    }
}
