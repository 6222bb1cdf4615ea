import BatonTime

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A file that is there whole or not at all: written beside its place, flushed, then renamed into it.
///
/// What is not committed leaves no trace, unless the process is killed: then `removeLeftovers` finds the file, because
/// a writer that lives holds a lock on it. A place that is a device or a pipe, such as `/dev/stdout`, is written to
/// directly.
package struct AtomicFile: ~Copyable {
    private let path: String
    /// Nil for a device or a pipe.
    private let temporary: String?
    private let file: Descriptor
    private var isCommitted: Bool

    /// - Parameter mode: exactly so, whatever the umask would take away.
    package init(_ path: String, mode: UInt32 = 0o600) throws(FileError) {
        var temporary: String?
        file = try Self.open(path, mode: mode, temporary: &temporary)
        self.path = path
        self.temporary = temporary
        isCommitted = false
    }

    private static func open(
        _ path: String, mode: UInt32, temporary: inout String?
    ) throws(FileError) -> Descriptor {
        guard try isReplaced(path) else {
            return try Descriptor(opening: path, O_WRONLY | O_APPEND, doing: "write")
        }
        let name = temporaryPath(for: path)
        let file = try create(name, O_WRONLY | O_CREAT | O_EXCL, for: path, mode: mode)
        _ = FileLock.setLock(file.number)
        // Whoever removes leftovers may have been faster than the lock.
        guard try file.status(path: path).st_nlink > 0 else {
            return try open(path, mode: mode, temporary: &temporary)
        }
        temporary = name
        return file
    }

    /// Removes what stands in the place of such a file; what is no regular file stays.
    package static func remove(_ path: String) {
        var status = stat()
        if stat(path, &status) == 0, isKind(S_IFREG, status.st_mode) { unlink(path) }
    }

    /// Whether a new file takes the place: not that of a device or a pipe, nor of what `/dev/stdout` stands for.
    static func isReplaced(_ path: String) throws(FileError) -> Bool {
        if isSpecial(path) { return false }
        var status = stat()
        guard stat(path, &status) == 0, !isKind(S_IFREG, status.st_mode) else { return true }
        if isKind(S_IFDIR, status.st_mode) { throw FileError(errno: EISDIR, path: path, doing: "write") }
        return false
    }

    /// Whether a path is a device's, or stands for a file that a process has open, such as `/dev/stdout`: nothing is made
    /// there, and nothing replaced. `/dev/shm` is a file system like any other.
    package static func isSpecial(_ path: String) -> Bool {
        path.hasPrefix("/proc/") || path.hasPrefix("/dev/") && !path.hasPrefix("/dev/shm/")
    }

    private static func prefix(for path: String) -> String { ".\(RealPath.name(of: path))." }

    private static let suffix = ".tmp"
    private static let hexadecimal = Array("0123456789abcdef".utf8)

    private static func temporaryPath(for path: String) -> String {
        let name = prefix(for: path) + Identifiers.randomHex(bytes: 6) + suffix
        return RealPath.join(RealPath.folder(of: path), name)
    }

    static func create(
        _ name: String, _ flags: Int32, for path: String, mode: UInt32
    ) throws(FileError) -> Descriptor {
        do {
            let file = try Descriptor(opening: name, flags, mode: mode_t(mode), doing: "write")
            _ = fchmod(file.number, mode_t(mode))
            return file
        } catch {
            let folder = RealPath.folder(of: path)
            let message =
                switch error.code {
                case .missing: "the folder `\(folder)` does not exist"
                case .denied: "no permission to write in `\(folder)`"
                default: error.message
                }
            throw FileError(error.code, path: path, message: message)
        }
    }

    /// Removes what writers of this path left behind that were killed.
    package static func removeLeftovers(of path: String) {
        let folder = RealPath.folder(of: path)
        let prefix = prefix(for: path)
        for name in (try? Folder.names(in: folder)) ?? [] where name.hasPrefix(prefix) && name.hasSuffix(suffix) {
            let middle = name.utf8.dropFirst(prefix.utf8.count).dropLast(suffix.utf8.count)
            guard middle.count == 12, middle.allSatisfy(hexadecimal.contains) else {
                continue
            }
            let leftover = RealPath.join(folder, name)
            let flags = O_WRONLY | O_NOFOLLOW | O_NONBLOCK
            guard let file = try? Descriptor(opening: leftover, flags, doing: "lock") else { continue }
            if FileLock.setLock(file.number) { _ = unlink(leftover) }
        }
    }

    package borrowing func write(_ bytes: [UInt8]) throws(FileError) {
        // A slice, since the span of an array needs macOS 26.
        let bytes = bytes[...]
        try write(bytes.span.bytes)
    }

    package borrowing func write(_ bytes: RawSpan) throws(FileError) {
        let result = bytes.withUnsafeBytes { bytes in
            Result { () throws(FileError) in try file.write(bytes, path: path) }
        }
        try result.get()
    }

    package consuming func commit() throws(FileError) {
        guard let temporary else { return }
        if fsync(file.number) != 0, errno != EINVAL { throw FileError(errno: errno, path: path, doing: "write") }
        guard rename(temporary, path) == 0 else { throw FileError(errno: errno, path: path, doing: "write") }
        isCommitted = true
    }

    deinit {
        if !isCommitted, let temporary { _ = unlink(temporary) }
    }

    /// The whole of a file in one call.
    package static func write(_ path: String, mode: UInt32 = 0o600, _ bytes: [UInt8]) throws(FileError) {
        let file = try AtomicFile(path, mode: mode)
        try file.write(bytes)
        try file.commit()
    }
}
