import BatonFiles

/// The commit and branch of a folder, and whether files have changed since.
package struct GitState: Sendable, Equatable {
    package var commit: String
    /// Nil on a detached head.
    package var branch: String?
    package var isDirty: Bool
    /// The branch that the remote `origin` calls its default; nil where the clone does not say.
    package var defaultBranch: String?

    /// The time limit for git when a run records its state without being asked to by an option.
    private static let limit = Duration.seconds(2)

    /// Nil without a repository, and without a commit. If git does not list the changes in time, the folder counts as
    /// unchanged.
    ///
    /// - Parameter written: absolute paths whose changes do not count, nor those of files on their way there.
    package init?(_ folder: String, _ environment: EnvironmentVariables, except written: Set<String> = []) {
        guard let repository = GitRepository(around: folder, environment) else { return nil }
        let git = Git(repository, environment, within: Self.limit)
        guard let head = GitHead(repository, asking: git) else { return nil }
        commit = head.commit
        branch = head.branch
        defaultBranch = GitHead.defaultBranch(of: repository)
        isDirty =
            (try? GitChanges(of: repository, git)).map { changes in
                changes.files.contains { file in
                    !written.contains { file == $0 || AtomicFile.isTemporary(file, of: $0) }
                }
            } ?? false
    }
}
