import BatonTime

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A flat folder for the user alone (mode 0700) with files of mode 0600, which several processes may use at once.
///
/// Files appear whole under their names or not at all. It stays the same folder whatever becomes of its path, and a link
/// in the place of a file leads nowhere.
package final class PrivateFolder: Sendable {
    /// One of its files.
    package struct File: Sendable {
        package let name: String
        package let size: Int
        /// Nanoseconds since 1970.
        package let modified: Int64
    }

    package let path: String
    private let folder: OpenFolder

    /// Opens the folder; makes it where it is missing, with a `.gitignore` that keeps it out of a repository.
    package init(making path: String) throws(FileError) {
        let isNew = !Folder.isFolder(path)
        try Folder.create(path, mode: 0o700)
        folder = try OpenFolder(path)
        self.path = path
        try claim()
        // The umask may have taken away what the owner needs.
        _ = fchmodat(folder.number, ".", 0o700, 0)
        if isNew { _ = try? write(".gitignore", Array("*\n".utf8)) }
    }

    /// Opens a folder that is there.
    package init(_ path: String) throws(FileError) {
        folder = try OpenFolder(path)
        self.path = path
        try claim()
    }

    /// Whoever owns a folder decides what lies in it.
    private func claim() throws(FileError) {
        guard let status = folder.status(of: "."), status.st_uid == geteuid() else {
            throw FileError(.denied, path: path, message: "`\(path)` belongs to another user")
        }
    }

    /// Its regular files whose names pass, in no order.
    package func files(where isWanted: (String) -> Bool) -> [File] {
        folder.names().compactMap { name in
            guard isWanted(name), let status = folder.status(of: name), isKind(S_IFREG, status.st_mode) else {
                return nil
            }
            #if canImport(Glibc)
                let time = status.st_mtim
            #else
                let time = status.st_mtimespec
            #endif
            return File(
                name: name, size: Int(status.st_size),
                modified: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
        }
    }

    /// The whole of a file; nil where there is none, or none that can be read, or more of it than that.
    package func read(_ name: String, limit: Int) -> [UInt8]? {
        let number = openat(folder.number, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard number >= 0 else { return nil }
        let file = Descriptor(owning: number)
        guard let status = try? file.status(path: name), isKind(S_IFREG, status.st_mode),
            Int(status.st_size) <= limit
        else { return nil }
        return try? FileReading.readAll(number, path: name, expected: Int(status.st_size), limit: limit)
    }

    /// Puts a file in the place of the one of that name, in one step. It is not flushed: it may be lost with the power.
    package func write(_ name: String, _ bytes: [UInt8]) throws(FileError) {
        try write(bytes) { temporary in renameat(folder.number, temporary, folder.number, name) == 0 }
    }

    /// Writes a file unless there is one of that name; then that one stays.
    package func writeNew(_ name: String, _ bytes: [UInt8]) throws(FileError) {
        try write(bytes) { temporary in
            guard linkat(folder.number, temporary, folder.number, name, 0) == 0 || errno == EEXIST else {
                return false
            }
            _ = unlinkat(folder.number, temporary, 0)
            return true
        }
    }

    /// Says that a file was used now; nothing where there is none.
    package func touch(_ name: String) {
        _ = utimensat(folder.number, name, Self.now, AT_SYMLINK_NOFOLLOW)
    }

    /// As times of last use and last change. File systems themselves count in steps of some milliseconds, in which files
    /// have no order.
    private static var now: [timespec] {
        let now = ClockReading.wallMicroseconds()
        let time = timespec(tv_sec: Int(now / 1_000_000), tv_nsec: Int(now % 1_000_000) * 1000)
        return [time, time]
    }

    /// Nothing where there is none.
    package func remove(_ name: String) {
        _ = unlinkat(folder.number, name, 0)
    }

    /// Removes what writers left behind that were killed.
    package func removeLeftovers() {
        FilePlace(in: folder, name: "", path: path).removeLeftovers()
    }

    /// - Parameter place: gives the whole file its name; false, with `errno`, when it cannot.
    private func write(_ bytes: [UInt8], _ place: (_ temporary: String) -> Bool) throws(FileError) {
        // Locked until it has its name: else whoever removes leftovers takes it for one.
        let file = try unfinished()
        let temporary = file.name
        do throws(FileError) {
            let written = bytes.withUnsafeBytes { bytes in
                Result { () throws(FileError) in try file.descriptor.write(bytes, path: path) }
            }
            try written.get()
            _ = futimens(file.descriptor.number, Self.now)
            guard place(temporary) else { throw FileError(errno: errno, path: path, doing: "write in") }
        } catch {
            _ = unlinkat(folder.number, temporary, 0)
            throw error
        }
        _ = consume file
    }

    /// A file that is being written, open and locked.
    private struct Unfinished: ~Copyable {
        let descriptor: Descriptor
        let name: String
    }

    private func unfinished() throws(FileError) -> Unfinished {
        while true {
            let name = NewFile.temporaryName()
            let number = openat(
                folder.number, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600 as mode_t)
            guard number >= 0 else { throw FileError(errno: errno, path: path, doing: "write in") }
            let file = Descriptor(owning: number)
            let isLocked = FileLock.setLock(number) || errno != EAGAIN && errno != EACCES
            _ = fchmod(number, 0o600)
            if isLocked, try file.status(path: path).st_nlink > 0 { return Unfinished(descriptor: file, name: name) }
            // Whoever removes leftovers was faster than the lock.
        }
    }
}
