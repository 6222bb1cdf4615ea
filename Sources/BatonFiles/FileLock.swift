import BatonSystem

/// An exclusive lock on a file, released when its holder ends, however it ends.
///
/// On Linux it is an OFD lock, which belongs to the open file instead of the process. It also works between containers
/// that share the file, where process numbers do not identify a process.
package final class FileLock: Sendable {
    package let path: String
    #if os(Linux)
        /// `F_OFD_SETLK`, which the headers declare for GNU sources only.
        private static let openFileSetLock: Int32 = 37
    #endif
    private let number: Int32

    private init(path: String, number: Int32) {
        self.path = path
        self.number = number
    }

    deinit {
        _ = close(number)
    }

    /// Takes the lock, and makes the file with mode 0600 if it does not exist; nil when another process holds the lock.
    package static func take(_ path: String) throws(FileError) -> FileLock? {
        try take(path, flags: O_RDWR | O_CREAT)
    }

    /// Takes the lock of an existing file; nil when another process holds it. Throws when the file does not exist.
    package static func takeExisting(_ path: String) throws(FileError) -> FileLock? {
        try take(path, flags: O_RDWR)
    }

    private static func take(_ path: String, flags: Int32) throws(FileError) -> FileLock? {
        let file = try Descriptor(opening: path, flags, mode: 0o600, doing: "lock")
        let number = dup3OrDup(file.number)
        guard number >= 0 else { throw FileError(errno: errno, path: path, doing: "lock") }
        let lock = FileLock(path: path, number: number)
        if setLock(number) { return lock }
        let reason = errno
        if reason == EAGAIN || reason == EACCES || reason == EWOULDBLOCK { return nil }
        throw FileError(errno: reason, path: path, doing: "lock")
    }

    /// Duplicates the descriptor of the open file, so that the lock lives as long as this object.
    private static func dup3OrDup(_ number: Int32) -> Int32 {
        fcntl(number, F_DUPFD_CLOEXEC, 0)
    }

    /// Locks an open file for as long as it is open; false, with `errno`, when another process holds the lock, or when
    /// the file cannot be locked.
    static func setLock(_ number: Int32) -> Bool {
        #if os(Linux)
            var request = BatonSystem.flock()
            request.l_type = Int16(F_WRLCK)
            request.l_whence = Int16(SEEK_SET)
            return fcntl(number, openFileSetLock, &request) == 0
        #else
            return flock(number, LOCK_EX | LOCK_NB) == 0
        #endif
    }

    /// Removes the file while the lock is still held, so that no other process takes a lock on a removed file.
    package func removeFile() {
        _ = unlink(path)
    }
}
