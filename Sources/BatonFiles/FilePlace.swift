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
