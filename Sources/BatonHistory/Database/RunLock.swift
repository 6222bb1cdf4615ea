import BatonSystem

/// Shows that a run is alive by a lock on `run-ID.lock`, which the kernel releases whenever the process ends.
///
/// The lock belongs to the open file (OFD lock), not to the process: closing the same file elsewhere does not release
/// it, and it distinguishes processes of different containers, whose process ids may be equal.
struct RunLock: ~Copyable {
    private let descriptor: Int32
    private let path: String

    /// Nil where the lock cannot be taken: the folder is read-only, or the run is alive in another process.
    init?(run: String, in folder: String, creating: Bool) {
        let path = Self.path(run: run, in: folder)
        for _ in 0..<Self.attempts {
            let descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | (creating ? O_CREAT : 0), 0o600)
            guard descriptor >= 0 else { return nil }
            // The umask may have removed permissions of the owner.
            if creating { _ = fchmod(descriptor, 0o600) }
            var lock = flock()
            lock.l_type = Int16(F_WRLCK)
            lock.l_whence = Int16(SEEK_SET)
            let isLocked = fcntl(descriptor, Self.setLock, &lock) == 0
            let isHeld = !isLocked && (errno == EAGAIN || errno == EACCES)
            var status = stat()
            if isLocked, !creating || (fstat(descriptor, &status) == 0 && status.st_nlink > 0) {
                self.descriptor = descriptor
                self.path = path
                return
            }
            close(descriptor)
            // Before the new file is locked, another run may take it for the file of a dead run and remove it.
            guard creating, isLocked || isHeld else { return nil }
            usleep(1000)
        }
        return nil
    }

    private static let attempts = 50

    /// Removes the file before releasing the lock, so that no other run takes the released lock for that of a dead run.
    deinit {
        unlink(path)
        close(descriptor)
    }

    /// Whether the lock of a run is free: its file is missing, or its lock can be taken. Removes the file of a dead
    /// run.
    static func isDead(run: String, in folder: String) -> Bool {
        guard isName(run) else { return true }
        guard HistoryFolder.exists(path(run: run, in: folder)) else { return true }
        return RunLock(run: run, in: folder, creating: false) != nil
    }

    /// Removes the files of runs that were killed before their row was written or after their end was recorded.
    static func removeDead(in folder: String) {
        for name in HistoryFolder.names(in: folder) where name.hasPrefix(prefix) && name.hasSuffix(suffix) {
            _ = isDead(run: String(name.dropFirst(prefix.count).dropLast(suffix.count)), in: folder)
        }
    }

    private static let prefix = "run-"
    private static let suffix = ".lock"

    private static func path(run: String, in folder: String) -> String { "\(folder)/\(prefix)\(run)\(suffix)" }

    /// Checks an identity from a database or a file name, so that it cannot lead to another folder.
    private static func isName(_ run: String) -> Bool {
        !run.isEmpty && run.utf8.count <= 64
            && run.utf8.allSatisfy { byte in
                byte == UInt8(ascii: "-") || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
                    || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
            }
    }

    #if os(Linux)
        // F_OFD_SETLK, which the C modules hide because POSIX contains it only since 2024.
        private static let setLock: Int32 = 37
    #else
        private static let setLock: Int32 = 90
    #endif
}
