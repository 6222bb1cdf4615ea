#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// What git says of a folder: its commit, its branch, and whether something has changed since.
package struct GitState: Sendable, Equatable {
    package var commit: String
    /// Nil on a detached head.
    package var branch: String?
    package var isDirty: Bool

    /// Nil where there is no repository, no commit yet, or no git.
    package init?(_ folder: String) {
        guard Self.mayBeInRepository(folder) else { return nil }
        let words = ["-C", folder, "status", "--porcelain=v2", "--branch", "--untracked-files=normal"]
        guard let answer = Git.run(words, limit: 1_000_000), answer.status == 0 else { return nil }
        self.init(status: String(decoding: answer.output, as: UTF8.self))
    }

    /// Whether it is worth asking: git is a program of its own, and starting it for its "not a repository" takes more
    /// time than a short run.
    ///
    /// A repository has `.git`, a folder or a file, in one of the folders above; or the environment names it.
    static func mayBeInRepository(_ folder: String) -> Bool {
        if getenv("GIT_DIR") != nil { return true }
        guard var place = try? RealPath.of(folder) else { return false }
        while access(RealPath.join(place, ".git"), F_OK) != 0 {
            if place == "/" { return false }
            place = RealPath.folder(of: place)
        }
        return true
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
