import BatonSystem

/// A consistent copy of a history in one file, for the cache or the artifacts of a CI service.
package enum HistoryCopy {
    /// Writes the copy under a temporary name beside `target` and renames it, so that `target` is never half written.
    /// The copy has mode 0600, and space for deleted rows is not part of it.
    package static func write(_ path: String, to target: String) throws(HistoryError) {
        let connection = try HistoryDatabase.openForReading(path)
        if HistoryFolder.isSame(path, target) {
            throw HistoryError(.unavailable, "\(target) is the history itself")
        }
        if let obstacle = HistoryFolder.obstacle(at: target) { throw HistoryError(.unavailable, obstacle) }
        removeLeftovers(of: target)
        let temporary = "\(target).\(getpid()).tmp"
        // VACUUM INTO takes an existing empty file, and leaves its mode as it is.
        let descriptor = open(temporary, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            throw HistoryError(.notWritten, "\(target) cannot be written: \(String(cString: strerror(errno)))")
        }
        defer { close(descriptor) }
        do {
            let statement = try connection.statement("VACUUM INTO ?")
            statement.bind(temporary)
            try statement.run()
        } catch {
            unlink(temporary)
            throw HistoryError(.notWritten, HistoryError(error, path: target).message)
        }
        guard fsync(descriptor) == 0, rename(temporary, target) == 0 else {
            let reason = String(cString: strerror(errno))
            unlink(temporary)
            throw HistoryError(.notWritten, "\(target) cannot be written: \(reason)")
        }
    }

    /// Removes the unfinished copies of processes that were killed.
    private static func removeLeftovers(of target: String) {
        let folder = HistoryFolder.of(target)
        let front = "\(target.split(separator: "/").last ?? "")."
        for name in HistoryFolder.names(in: folder) where name.hasPrefix(front) && name.hasSuffix(".tmp") {
            guard let process = pid_t(name.dropFirst(front.count).dropLast(".tmp".count)), process > 0,
                kill(process, 0) != 0, errno == ESRCH
            else { continue }
            unlink("\(folder)/\(name)")
        }
    }
}

extension HistoryFolder {
    /// The size of a file in bytes; nil where there is none.
    static func size(of path: String) -> Int64? {
        var status = stat()
        return stat(path, &status) == 0 ? Int64(status.st_size) : nil
    }

    /// Whether two paths lead to one file.
    static func isSame(_ left: String, _ right: String) -> Bool {
        var (first, second) = (stat(), stat())
        guard stat(left, &first) == 0, stat(right, &second) == 0 else { return false }
        return first.st_dev == second.st_dev && first.st_ino == second.st_ino
    }
}
