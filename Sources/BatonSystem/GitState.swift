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
        guard let output = Self.git(["-C", folder, "status", "--porcelain=v2", "--branch", "--untracked-files=normal"])
        else { return nil }
        self.init(status: output)
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

    /// What git writes, at most 1 MB of it; nil when it fails.
    private static func git(_ arguments: [String]) -> String? {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { return nil }
        _ = fcntl(ends[0], F_SETFD, FD_CLOEXEC)
        _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
        var environment = EnvironmentVariables.current()
        // A status that takes a lock would get in the way of the user's own git.
        environment.values["GIT_OPTIONAL_LOCKS"] = "0"
        let child = ChildProcess(
            words: ["git"] + arguments, folder: nil, environment: environment, input: nil, output: ends[1])
        let started = child.start()
        close(ends[1])
        defer { close(ends[0]) }
        guard case .success(let number) = started else { return nil }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16384)
        while true {
            let count = read(ends[0], &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            if count <= 0 { break }
            if bytes.count < 1_000_000 { bytes += buffer.prefix(count) }
        }
        var status: Int32 = 0
        while waitpid(number, &status, 0) < 0, errno == EINTR {}
        return status == 0 ? String(decoding: bytes, as: UTF8.self) : nil
    }
}
