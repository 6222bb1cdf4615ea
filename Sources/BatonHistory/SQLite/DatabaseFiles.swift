import BatonSystem

/// The files that SQLite opens beside a database without being asked to: rollback journal, write-ahead log and shared memory.
enum DatabaseFiles {
    /// What is wrong with one of them, as a sentence; nil where SQLite may open the database.
    ///
    /// A pipe would hang. A journal that names a super-journal makes SQLite delete the file of that name, whatever it is; no
    /// transaction of a history has one, because it writes one database.
    static func stranger(beside path: String) -> String? {
        let resolved = realpath(path, nil)
        defer { free(resolved) }
        let path = resolved.map { String(cString: $0) } ?? path
        for ending in ["-journal", "-wal", "-shm"] {
            var status = stat()
            guard lstat(path + ending, &status) == 0 else { continue }
            guard status.st_mode & S_IFMT == S_IFREG, status.st_nlink == 1 else {
                return "its `\(ending)` is not a file of its own, as SQLite makes it"
            }
            if ending == "-journal", namesSuperJournal(path + ending, size: status.st_size) {
                return "its `\(ending)` names a file that SQLite would delete"
            }
        }
        return nil
    }

    /// How a journal ends that names a super-journal (sqlite.org, "Database File Format", 3.2).
    private static let magic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]

    private static func namesSuperJournal(_ path: String, size: off_t) -> Bool {
        guard size >= magic.count else { return false }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var end = [UInt8](repeating: 0, count: magic.count)
        guard pread(descriptor, &end, end.count, size - off_t(end.count)) == end.count else { return false }
        return end == magic
    }
}
