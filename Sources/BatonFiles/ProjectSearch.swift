import BatonSystem

/// Finds the project file that a folder belongs to.
package struct ProjectSearch: Sendable {
    /// The name of the project file.
    package static let fileName = "baton.yaml"

    /// The last folder that is searched; nil for no such limit.
    private let home: String?
    private let userID: UInt32

    /// - Parameters:
    ///   - home: the home folder, the last one that is searched.
    ///   - userID: the user whose project files are trusted, in addition to root's; nil for the user of this process.
    package init(home: String?, userID: UInt32? = nil) {
        self.home = home.flatMap { try? RealPath.of($0) }
        self.userID = userID ?? geteuid()
    }

    /// The absolute path of the nearest `baton.yaml`, from a folder upwards to the root of the repository (a folder
    /// with `.git`), the home folder or the boundary of the file system; nil if there is none.
    ///
    /// Throws when the folder does not exist, when something else than a file has the name of the project file (an upper
    /// project would be taken, or none, without a word), and when the project file belongs to another user, because it
    /// names programs that would be started.
    package func find(from start: String) throws(FileError) -> String? {
        var folder = try RealPath.of(start)
        while true {
            let candidate = RealPath.join(folder, Self.fileName)
            var status = stat()
            if stat(candidate, &status) == 0 {
                try checkOwner(status, of: candidate)
                if isKind(S_IFDIR, status.st_mode) { throw FileError(errno: EISDIR, path: candidate) }
                guard isKind(S_IFREG, status.st_mode) else {
                    throw FileError(
                        .notRegular, path: candidate, message: "`\(candidate)` is a pipe or a device, not a file")
                }
                return candidate
            }
            let failure = errno
            if failure != ENOENT { throw FileError(errno: failure, path: candidate) }
            if lstat(candidate, &status) == 0 { throw FileError(errno: ELOOP, path: candidate) }
            guard lstat(RealPath.join(folder, ".git"), &status) != 0, folder != home, folder != "/" else { return nil }
            let parent = RealPath.folder(of: folder)
            var above = stat()
            guard stat(folder, &status) == 0, stat(parent, &above) == 0, status.st_dev == above.st_dev else {
                return nil
            }
            folder = parent
        }
    }

    /// Checks the owners of a link and of its target.
    private func checkOwner(_ target: stat, of path: String) throws(FileError) {
        var link = stat()
        guard lstat(path, &link) == 0 else { throw FileError(errno: errno, path: path) }
        for owner in [target.st_uid, link.st_uid] where owner != userID && owner != 0 {
            throw FileError(
                .denied, path: path, message: "`\(path)` is not used: it belongs to another user (\(owner))")
        }
    }
}
