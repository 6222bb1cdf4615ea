import BatonSystem
import BatonValues

/// A file that appears complete or not at all: written to a temporary file in the same folder, flushed, then renamed.
///
/// A file that is not committed is removed. Only if the process is killed, the temporary file stays; `removeLeftovers`
/// recognises it, because a living writer holds a lock on it. A path of a device or a pipe, such as `/dev/stdout`, is
/// written to directly.
package struct AtomicFile: ~Copyable {
    private let path: String
    /// Nil for a device or a pipe.
    private let temporary: String?
    private let file: Descriptor
    private var isCommitted: Bool

    /// - Parameter mode: the exact mode of the file; the umask is not applied.
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
            return try Descriptor(openingForWriting: path)
        }
        let name = temporaryPath(for: path)
        let file = try create(name, O_WRONLY | O_CREAT | O_EXCL, for: path, mode: mode)
        _ = FileLock.setLock(file.number)
        // Another process may have removed the file as a leftover before it was locked.
        guard try file.status(path: path).st_nlink > 0 else {
            return try open(path, mode: mode, temporary: &temporary)
        }
        temporary = name
        return file
    }

    /// Removes a regular file at this path; other kinds stay.
    package static func remove(_ path: String) {
        var status = stat()
        if stat(path, &status) == 0, isKind(S_IFREG, status.st_mode) { unlink(path) }
    }

    /// Whether a new file replaces the path: not if it is a device or a pipe, or if it stands for an open file such as
    /// `/dev/stdout`.
    static func isReplaced(_ path: String) throws(FileError) -> Bool {
        if isSpecial(path) { return false }
        var status = stat()
        guard stat(path, &status) == 0, !isKind(S_IFREG, status.st_mode) else { return true }
        if isKind(S_IFDIR, status.st_mode) { throw FileError(errno: EISDIR, path: path, doing: "write") }
        return false
    }

    /// Whether the path is that of a device, or stands for an open file of a process, such as `/dev/stdout`: no file is
    /// made or replaced there. `/dev/shm` is an ordinary file system.
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

    /// Removes the temporary files of killed writers of this path.
    package static func removeLeftovers(of path: String) {
        let folder = RealPath.folder(of: path)
        let prefix = prefix(for: path)
        for name in (try? Folder.names(in: folder)) ?? [] where isTemporary(name, prefix) {
            let leftover = RealPath.join(folder, name)
            let flags = O_WRONLY | O_NOFOLLOW | O_NONBLOCK
            guard let file = try? Descriptor(opening: leftover, flags, doing: "lock") else { continue }
            if FileLock.setLock(file.number) { _ = unlink(leftover) }
        }
    }

    /// Whether the file is one that a writer of this path has not finished yet; both absolute.
    package static func isTemporary(_ file: String, of path: String) -> Bool {
        RealPath.folder(of: file) == RealPath.folder(of: path)
            && isTemporary(RealPath.name(of: file), prefix(for: path))
    }

    private static func isTemporary(_ name: String, _ prefix: String) -> Bool {
        guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { return false }
        let middle = name.utf8.dropFirst(prefix.utf8.count).dropLast(suffix.utf8.count)
        return middle.count == 12 && middle.allSatisfy(hexadecimal.contains)
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

    /// - Parameter isFlushed: whether to wait until the disk has the content, so that a power cut loses nothing.
    package consuming func commit(isFlushed: Bool = true) throws(FileError) {
        guard let temporary else { return }
        if isFlushed, fsync(file.number) != 0, errno != EINVAL {
            throw FileError(errno: errno, path: path, doing: "write")
        }
        guard rename(temporary, path) == 0 else { throw FileError(errno: errno, path: path, doing: "write") }
        isCommitted = true
    }

    deinit {
        if !isCommitted, let temporary { _ = unlink(temporary) }
    }

    /// Writes a whole file in one call.
    package static func write(
        _ path: String, mode: UInt32 = 0o600, _ bytes: [UInt8], isFlushed: Bool = true
    ) throws(FileError) {
        let file = try AtomicFile(path, mode: mode)
        try file.write(bytes)
        try file.commit(isFlushed: isFlushed)
    }

    /// Replaces the content: whole or not at all. The file keeps its permissions, and a link goes on leading to it.
    ///
    /// Throws where the file may not be written, or its content is not `known` any more.
    package static func replace(_ path: String, _ known: [UInt8], with bytes: [UInt8]) throws(FileError) {
        let path = try RealPath.of(path)
        guard access(path, W_OK) == 0 else { throw FileError(errno: errno, path: path, doing: "write") }
        guard try FileReading.bytes(of: path) == known else {
            throw FileError(.failed, path: path, message: "\(path) was changed by somebody else meanwhile")
        }
        var status = stat()
        guard stat(path, &status) == 0 else { throw FileError(errno: errno, path: path) }
        try write(path, mode: UInt32(status.st_mode) & 0o777, bytes)
    }
}
