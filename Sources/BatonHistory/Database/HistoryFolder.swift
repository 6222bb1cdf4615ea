import BatonRecords
import BatonSystem

/// The files of a history: its folder, its database, and the files next to it. Only the user can access them.
enum HistoryFolder {
    static func of(_ path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Creates a missing folder, mode 0700, with a `.gitignore` that excludes its content. Returns 0, or `errno` where it
    /// cannot be made.
    @discardableResult static func create(_ folder: String) -> Int32 {
        if exists(folder) {
            // The user created the folder; a folder with another name may contain other files.
            if folder == ".baton" || folder.hasSuffix("/.baton") { hide(folder) }
            return 0
        }
        let parent = of(folder)
        if parent != folder, parent != "." {
            let failure = create(parent)
            guard failure == 0 else { return failure }
        }
        guard mkdir(folder, 0o700) == 0 else { return errno == EEXIST ? 0 : errno }
        // The umask may have removed permissions of the owner.
        _ = chmod(folder, 0o700)
        hide(folder)
        return 0
    }

    /// Writes a `.gitignore` that excludes everything, unless one exists.
    private static func hide(_ folder: String) {
        let descriptor = open(folder + "/.gitignore", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        _ = fchmod(descriptor, 0o600)
        _ = write(descriptor, "*\n", 2)
        close(descriptor)
    }

    /// Creates a missing file with mode 0600; SQLite gives its journal the same mode.
    static func createFile(_ path: String) throws(HistoryError) {
        let failure = create(of(path))
        try check(path)
        let isNew = !exists(path)
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o600)
        let error = failure == 0 ? errno : failure
        if isNew, descriptor >= 0 { _ = fchmod(descriptor, 0o600) }
        // A file that cannot be written may still be readable; SQLite reports that.
        if descriptor >= 0 {
            close(descriptor)
        } else if !exists(path) {
            if error == EROFS { throw HistoryError(readOnly: path) }
            let reason =
                switch error {
                case EACCES: otherOwner(of: path) ?? String(cString: strerror(error))
                default: String(cString: strerror(error))
                }
            throw HistoryError(.unavailable, "\(path) cannot be made: \(reason)")
        }
    }

    /// The owner of a file, or else of its folder, as text; nil if both belong to the user. Runs with `sudo` and in
    /// containers leave files of other owners behind.
    static func otherOwner(of path: String) -> String? {
        for place in [path, of(path)] {
            var status = stat()
            guard stat(place, &status) == 0 else { continue }
            if status.st_uid != geteuid() {
                return "\(place) belongs to \(status.st_uid == 0 ? "root" : "user \(status.st_uid)")"
            }
        }
        return nil
    }

    /// What is in the place of the database, or of a folder above it; nil for a regular file and for a missing one.
    ///
    /// Opening a pipe would block forever, and a device cannot hold a history.
    static func obstacle(at path: String) -> String? {
        var status = stat()
        if stat(path, &status) == 0 {
            switch status.st_mode & S_IFMT {
            case S_IFREG: return nil
            case S_IFDIR: return "\(path) is a folder, not a database"
            default: return "\(path) is a pipe or a device, not a database"
            }
        }
        guard errno == ENOTDIR else { return nil }
        var folder = of(path)
        while stat(folder, &status) != 0, of(folder) != folder { folder = of(folder) }
        return "\(folder) is a file where a folder should be"
    }

    /// Throws where no run can use what is in the place of a history: something else than a file, or a file or folder
    /// that this user may not read. A missing history is no error.
    static func check(_ path: String) throws(HistoryError) {
        if let obstacle = obstacle(at: path) { throw HistoryError(.notHistory, obstacle) }
        var status = stat()
        if stat(path, &status) == 0 {
            guard access(path, R_OK) != 0 else { return }
            throw HistoryError(.denied, "\(path) cannot be read: \(reason(errno, at: path))")
        }
        switch errno {
        case EACCES: throw HistoryError(.denied, "\(path) cannot be read: \(reason(EACCES, at: path))")
        case ELOOP: throw HistoryError(.notHistory, "\(path) is a link that leads to itself")
        default:
            guard lstat(path, &status) == 0, !isTargetPossible(ofLink: path) else { return }
            throw HistoryError(.notHistory, "\(path) is a link into a folder that does not exist")
        }
    }

    private static func reason(_ error: Int32, at path: String) -> String {
        otherOwner(of: path) ?? String(cString: strerror(error))
    }

    /// Whether a file can be made where a dangling link leads.
    private static func isTargetPossible(ofLink path: String) -> Bool {
        var text = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path, &text, text.count)
        guard count > 0 else { return true }
        let target = String(decoding: text[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return exists(of(target.hasPrefix("/") ? target : "\(of(path))/\(target)"))
    }

    /// Why an existing history cannot be written, which also takes its folder; nil if it can.
    static func writeObstacle(at path: String) -> String? {
        for place in [path, of(path)] where access(place, W_OK) != 0 {
            return "\(place): " + (otherOwner(of: path) ?? String(cString: strerror(errno)))
        }
        return nil
    }

    /// Whether the file system of a file, or of the folder that it would be in, is read-only.
    static func isReadOnly(_ path: String) -> Bool {
        access(exists(path) ? path : of(path), W_OK) != 0 && errno == EROFS
    }

    /// The names in a folder; empty where it cannot be read.
    static func names(in folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            names.append(name)
        }
        return names.sorted()
    }

    private static let journalPrefix = "history-"
    private static let journalSuffix = ".jsonl"

    /// The file with the events of a run that could not be recorded: `history-ID.jsonl`.
    static func journal(of run: String, in folder: String) -> String {
        "\(folder)/\(journalPrefix)\(run)\(journalSuffix)"
    }

    /// The journals in a folder, with the runs that wrote them.
    static func journals(in folder: String) -> [(run: String, path: String)] {
        names(in: folder).compactMap { name in
            guard name.hasPrefix(journalPrefix), name.hasSuffix(journalSuffix) else { return nil }
            let run = name.dropFirst(journalPrefix.count).dropLast(journalSuffix.count)
            return (String(run), "\(folder)/\(name)")
        }
    }

    /// Why a file cannot be read at the moment, such as missing permission or too many open files. The content may
    /// still be valid.
    struct NotNow: Error {
        let reason: String

        /// Created from `errno` of the last system call.
        fileprivate init() {
            reason = String(cString: strerror(errno))
        }
    }

    /// The content of a regular file. Throws `NotNow`, and `RunEventError` for a link, a special file, or more than
    /// `limit` bytes, because these are not journals.
    static func content(of path: String, limit: Int) throws -> [UInt8] {
        // Without O_NONBLOCK, opening a pipe without a writer would block.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else {
            // ENXIO means a socket.
            guard errno != ELOOP, errno != ENXIO else { throw RunEventError(.malformed, "not a file") }
            throw NotNow()
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw NotNow() }
        guard status.st_mode & S_IFMT == S_IFREG else { throw RunEventError(.malformed, "not a file") }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw NotNow() }
            if count == 0 { return bytes }
            bytes.append(contentsOf: buffer[..<count])
            guard bytes.count <= limit else { throw RunEventError(.malformed, "larger than any run of ours") }
        }
    }
}
