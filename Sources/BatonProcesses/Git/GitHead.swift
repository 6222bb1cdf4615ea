import BatonFiles

/// The commit and the branch of a working tree, read from the files of its repository. Git is used only if the
/// repository stores its branches in reftable format.
package struct GitHead: Sendable, Equatable {
    /// In hexadecimal digits.
    package var commit: String
    /// Nil on a detached head.
    package var branch: String?

    /// Nil if there is no commit yet, and if git cannot read the reftables.
    ///
    /// - Parameter repository: the repository that contains `HEAD`.
    init?(_ repository: GitRepository, asking git: Git) {
        guard let head = Self.line(of: RealPath.join(repository.folder, "HEAD")) else { return nil }
        if head == Self.headOfTables {
            guard let commit = git.line(["rev-parse", "--verify", "--quiet", "HEAD^{commit}"]), Self.isCommit(commit)
            else { return nil }
            self.commit = commit
            branch = git.line(["symbolic-ref", "--quiet", "HEAD"]).flatMap(Self.branch)
            return
        }
        guard let reference = Self.reference(head) else {
            guard Self.isCommit(head) else { return nil }
            (commit, branch) = (head, nil)
            return
        }
        guard let commit = Self.commit(of: reference, repository) else { return nil }
        self.commit = commit
        branch = Self.branch(reference)
    }

    /// The branch to which `HEAD` of the remote `origin` leads, as `git clone` stores it; not read from reftables.
    static func defaultBranch(of repository: GitRepository) -> String? {
        let remote = "refs/remotes/origin/"
        guard let head = line(of: RealPath.join(repository.common, remote + "HEAD")),
            let reference = reference(head), reference.hasPrefix(remote)
        else { return nil }
        return String(reference.dropFirst(remote.count))
    }

    /// The content of `HEAD` in a repository with reftables; no branch can have this name.
    private static let headOfTables = "ref: refs/heads/.invalid"

    private static func branch(_ reference: String) -> String? {
        reference.hasPrefix("refs/heads/") ? String(reference.dropFirst("refs/heads/".count)) : nil
    }

    /// The most symbolic references that are followed.
    private static let mostHops = 5

    private static func commit(of name: String, _ repository: GitRepository) -> String? {
        var name = name
        for _ in 0..<mostHops {
            let found = [repository.folder, repository.common].lazy.compactMap { line(of: RealPath.join($0, name)) }
                .first
            guard let found else { return packed(name, repository) }
            if isCommit(found) { return found }
            guard let next = reference(found) else { return nil }
            name = next
        }
        return nil
    }

    /// Looks up a name in `packed-refs`: lines with a commit, a space and a name, and comments.
    private static func packed(_ name: String, _ repository: GitRepository) -> String? {
        let file = RealPath.join(repository.common, "packed-refs")
        guard let bytes = FileReading.head(of: file, count: 64_000_000) else { return nil }
        let wanted = Array(" \(name)".utf8)
        for line in bytes.split(separator: UInt8(ascii: "\n")) where line.suffix(wanted.count).elementsEqual(wanted) {
            let commit = String(decoding: line.dropLast(wanted.count), as: UTF8.self)
            if isCommit(commit) { return commit }
        }
        return nil
    }

    /// The name in `ref: refs/heads/main`; nil for other text, and for a name that would leave the repository.
    private static func reference(_ line: String) -> String? {
        guard line.hasPrefix("ref:") else { return nil }
        let name = line.dropFirst(4).drop { $0 == " " }
        guard name.hasPrefix("refs/"), !name.contains(".."), !name.utf8.contains(where: { $0 < 33 || $0 == 127 }) else {
            return nil
        }
        return String(name)
    }

    /// Whether the text is a SHA-1 or SHA-256 digest in hexadecimal digits.
    private static func isCommit(_ text: String) -> Bool {
        [40, 64].contains(text.utf8.count)
            && text.utf8.allSatisfy {
                UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0
            }
    }

    /// The first line of a small file.
    static func line(of path: String) -> String? {
        guard let bytes = FileReading.head(of: path, count: 4096) else { return nil }
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        return line.isEmpty ? nil : String(validating: line, as: UTF8.self)
    }
}
