/// What git says of a folder: its commit, its branch, and whether something has changed since.
package struct GitState: Sendable, Equatable {
    package var commit: String
    /// Nil on a detached head.
    package var branch: String?
    package var isDirty: Bool

    /// Nil where there is no repository, no commit yet, or no git.
    package init?(_ folder: String) {
        let words = ["-C", folder, "status", "--porcelain=v2", "--branch", "--untracked-files=normal"]
        guard let answer = Git.run(words, limit: 1_000_000), answer.status == 0 else { return nil }
        self.init(status: String(decoding: answer.output, as: UTF8.self))
    }

    /// Reads `git status --porcelain=v2 --branch`.
    init?(status: String) {
        var commit: String?
        var branch: String?
        var isDirty = false
        for line in status.split(separator: "\n") {
            if line.hasPrefix("# branch.oid ") {
                commit = String(line.dropFirst("# branch.oid ".count))
            } else if line.hasPrefix("# branch.head ") {
                branch = String(line.dropFirst("# branch.head ".count))
            } else if !line.hasPrefix("#") {
                isDirty = true
            }
        }
        guard let commit, commit != "(initial)" else { return nil }
        self.commit = commit
        self.branch = branch == "(detached)" ? nil : branch
        self.isDirty = isDirty
    }
}
