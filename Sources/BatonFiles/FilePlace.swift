import BatonSystem

/// A name in an open folder, for a new file.
///
/// A link that replaces the folder or the name later cannot redirect the file.
package final class FilePlace: Sendable {
    /// The path when the folder was opened; for messages.
    package let path: String
    let folder: OpenFolder
    let name: String

    init(in folder: OpenFolder, name: String, path: String) {
        self.folder = folder
        self.name = name
        self.path = path
    }

    /// The place at a path; its folder must exist. Links are followed.
    package convenience init(_ path: String) throws(FileError) {
        let folder: OpenFolder
        do {
            folder = try OpenFolder(RealPath.folder(of: path))
        } catch {
            throw FileError(error.code, path: path, message: error.message)
        }
        self.init(in: folder, name: RealPath.name(of: path), path: path)
    }

    /// Identifies the folder, whatever its path is.
    package var folderIdentity: FolderIdentity? {
        var status = stat()
        guard fstat(folder.number, &status) == 0 else { return nil }
        return FolderIdentity(device: UInt64(truncatingIfNeeded: status.st_dev), inode: UInt64(status.st_ino))
    }

    /// Removes the file, if there is one.
    package func remove() { _ = unlinkat(folder.number, name, 0) }

    /// Removes unfinished files of killed writers; a living writer holds a lock on its file.
    package func removeLeftovers() {
        for name in folder.names() where NewFile.isTemporary(name) {
            let flags = O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
            let number = openat(folder.number, name, flags)
            guard number >= 0 else { continue }
            let file = Descriptor(owning: number)
            guard let status = try? file.status(path: name), isKind(S_IFREG, status.st_mode),
                status.st_uid == geteuid(), FileLock.setLock(number)
            else { continue }
            _ = unlinkat(folder.number, name, 0)
        }
    }
}

/// Distinguishes a folder from all other folders of the machine.
package struct FolderIdentity: Sendable, Hashable {
    let device: UInt64
    let inode: UInt64
}

/// Two values are equal only if they are the same object.
extension FilePlace: Hashable {
    package static func == (left: FilePlace, right: FilePlace) -> Bool { left === right }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// An open folder, which does not change if its path is renamed or replaced.
final class OpenFolder: Sendable {
    let number: Int32

    #if os(Linux)
        /// `O_PATH`, which the headers declare for GNU sources only.
        private static let searching: Int32 = 0o10_000_000
    #else
        private static let searching: Int32 = O_SEARCH
    #endif

    /// Opens a folder; links are followed.
    init(_ path: String) throws(FileError) {
        number = try Descriptor(opening: path, Self.searching | O_DIRECTORY).release()
    }

    private init(owning number: Int32) {
        self.number = number
    }

    deinit {
        _ = close(number)
    }

    /// Opens a folder in this one; nil, with `errno`, if the name is a link or not a folder.
    func folder(_ name: String) -> OpenFolder? {
        var found: Int32
        repeat {
            found = openat(number, name, Self.searching | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        } while found < 0 && errno == EINTR
        return found < 0 ? nil : OpenFolder(owning: found)
    }

    /// Opens the folder that a list of names leads to; nil, with `errno`, if one of them is a link or not a folder.
    func folder(_ names: [String]) -> OpenFolder? {
        var folder = self
        for name in names {
            guard let next = folder.folder(name) else { return nil }
            folder = next
        }
        return folder
    }

    /// Makes and opens a folder, which may exist already; nil, with `errno`, if that fails or the name is not a folder.
    func makingFolder(_ name: String) -> OpenFolder? {
        guard mkdirat(number, name, 0o755) == 0 || errno == EEXIST else { return nil }
        return folder(name)
    }

    /// The status of an entry, links not followed; nil if there is none.
    func status(of name: String) -> stat? {
        var status = stat()
        return fstatat(number, name, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status : nil
    }

    /// The names in the folder, in any order; empty if it cannot be read.
    func names() -> [String] {
        let listed = openat(number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard listed >= 0 else { return [] }
        guard let stream = fdopendir(listed) else {
            _ = close(listed)
            return []
        }
        return Folder.names(in: stream)
    }
}
