import BatonSystem

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
