import BatonSystem
import BatonValues

/// A flat folder for one user only (mode 0700) with files of mode 0600; several processes may use it at once.
///
/// A file appears complete or not at all. The open folder does not change if its path is replaced, and a link in the
/// place of a file is not followed.
package final class PrivateFolder: Sendable {
    /// A file in the folder.
    package struct File: Sendable {
        package let name: String
        package let size: Int
        /// Nanoseconds since 1970.
        package let modified: Int64
    }

    package let path: String
    private let folder: OpenFolder

    /// Opens the folder; if it does not exist, makes it, with a `.gitignore` that keeps it out of a repository.
    package init(making path: String) throws(FileError) {
        let isNew = !Folder.isFolder(path)
        try Folder.create(path, mode: 0o700)
        folder = try OpenFolder(path)
        self.path = path
        try claim()
        // The umask may have removed permissions that the owner needs.
        _ = fchmodat(folder.number, ".", 0o700, 0)
        if isNew { _ = try? write(".gitignore", Array("*\n".utf8)) }
    }

    /// Opens an existing folder.
    package init(_ path: String) throws(FileError) {
        folder = try OpenFolder(path)
        self.path = path
        try claim()
    }

    /// Refuses a folder of another user, who could change its files.
    private func claim() throws(FileError) {
        guard let status = folder.status(of: "."), status.st_uid == geteuid() else {
            throw FileError(.denied, path: path, message: "`\(path)` belongs to another user")
        }
    }

    /// The regular files with an accepted name, in any order.
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

    /// The contents of a file; nil if it is missing, unreadable or larger than the limit.
    package func read(_ name: String, limit: Int) -> [UInt8]? {
        let number = openat(folder.number, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard number >= 0 else { return nil }
        let file = Descriptor(owning: number)
        guard let status = try? file.status(path: name), isKind(S_IFREG, status.st_mode),
            Int(status.st_size) <= limit
        else { return nil }
        return try? FileReading.readAll(number, path: name, expected: Int(status.st_size), limit: limit)
    }

    /// Replaces the file of this name, or makes it, in one step. It is not flushed, so a power failure may lose it.
    package func write(_ name: String, _ bytes: [UInt8]) throws(FileError) {
        try write(bytes) { temporary in renameat(folder.number, temporary, folder.number, name) == 0 }
    }

    /// Writes a file unless one of this name exists, which is then kept.
    package func writeNew(_ name: String, _ bytes: [UInt8]) throws(FileError) {
        try write(bytes) { temporary in
            guard linkat(folder.number, temporary, folder.number, name, 0) == 0 || errno == EEXIST else {
                return false
            }
            _ = unlinkat(folder.number, temporary, 0)
            return true
        }
    }

    /// Marks a file as used now; does nothing without the file.
    package func touch(_ name: String) {
        _ = utimensat(folder.number, name, Self.now, AT_SYMLINK_NOFOLLOW)
    }

    /// The current time, for the access and modification times. File systems set times in steps of some milliseconds,
    /// within which files would have no order.
    private static var now: [timespec] {
        let now = ClockReading.wallMicroseconds()
        let time = timespec(tv_sec: Int(now / 1_000_000), tv_nsec: Int(now % 1_000_000) * 1000)
        return [time, time]
    }

    /// Removes a file; does nothing without the file.
    package func remove(_ name: String) {
        _ = unlinkat(folder.number, name, 0)
    }

    /// Removes the temporary files of killed writers.
    package func removeLeftovers() {
        FilePlace(in: folder, name: "", path: path).removeLeftovers()
    }

    /// - Parameter place: gives the complete file its name; false, with `errno`, if it cannot.
    private func write(_ bytes: [UInt8], _ place: (_ temporary: String) -> Bool) throws(FileError) {
        // The file is locked until it has its name; otherwise another process would remove it as a leftover.
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

    /// A file that is being written: open and locked.
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
            // Another process removed the file as a leftover before it was locked.
        }
    }
}

/// A file with secrets that only its owner may read.
package enum PrivateFile {
    /// What keeps a file from being taken as private.
    package enum ReadError: Error {
        case link, notRegular
        /// Group or others have a permission; the value is the mode, as `0644`.
        case open(mode: String)
        case otherOwner
        case tooLarge
        case unreadable(FileError)
    }

    /// Reads a regular file of this user without any permission for group or others.
    ///
    /// What was opened is checked, so that a link or another file that takes its place meanwhile has no effect.
    package static func read(_ path: String, limit: Int) throws(ReadError) -> [UInt8] {
        try check(path)
        let result: Result<[UInt8], ReadError>
        do throws(FileError) {
            result = try opened(path, limit: limit)
        } catch {
            throw error.code == .tooLarge ? .tooLarge : .unreadable(error)
        }
        return try result.get()
    }

    private static func opened(_ path: String, limit: Int) throws(FileError) -> Result<[UInt8], ReadError> {
        let file = try Descriptor(opening: path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW)
        let status = try file.status(path: path)
        guard isKind(S_IFREG, status.st_mode) else { return .failure(.notRegular) }
        guard status.st_uid == geteuid() else { return .failure(.otherOwner) }
        guard status.st_mode & 0o077 == 0 else {
            let digits = String(status.st_mode & 0o7777, radix: 8)
            return .failure(.open(mode: String(repeating: "0", count: max(0, 4 - digits.count)) + digits))
        }
        guard Int(status.st_size) <= limit else { return .failure(.tooLarge) }
        return .success(
            try FileReading.readAll(file.number, path: path, expected: Int(status.st_size), limit: limit))
    }

    /// Throws if the path is that of a link or of something other than a file. Opening a device may have side effects.
    ///
    /// - Returns: whether there is a file.
    @discardableResult
    package static func check(_ path: String) throws(ReadError) -> Bool {
        guard !AtomicFile.isSpecial(path) else { throw .notRegular }
        var status = stat()
        guard lstat(path, &status) == 0 else {
            if errno == ENOENT { return false }
            throw .unreadable(FileError(errno: errno, path: path))
        }
        if isKind(S_IFLNK, status.st_mode) { throw .link }
        guard isKind(S_IFREG, status.st_mode) else { throw .notRegular }
        return true
    }
}
