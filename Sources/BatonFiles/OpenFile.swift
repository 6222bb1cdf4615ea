import BatonSystem
import Synchronization

/// A regular file that is open for reading.
///
/// It reads the file that was checked: a link that later replaces the file or a folder above it has no effect.
public final class OpenFile: Sendable {
    /// The path when the file was opened; for messages, not for opening it again.
    package let path: String
    /// The size in bytes when the file was opened.
    package let size: Int64
    private let number: Int32

    package init(owning number: Int32, path: String, size: Int64) {
        self.number = number
        self.path = path
        self.size = size
    }

    /// Opens a file; links are followed. Throws if it is not a regular file.
    package convenience init(_ path: String) throws(FileError) {
        let folder = try OpenFolder(RealPath.folder(of: path))
        try self.init(in: folder, name: RealPath.name(of: path), flags: 0, path: path)
    }

    /// - Parameter flags: `O_NOFOLLOW` to refuse a link.
    convenience init(in folder: OpenFolder, name: String, flags: Int32, path: String) throws(FileError) {
        // The kind is checked first, because opening a device may have side effects, and opening a pipe may block.
        var status = stat()
        let isLinkSeen = flags & O_NOFOLLOW != 0
        guard fstatat(folder.number, name, &status, isLinkSeen ? AT_SYMLINK_NOFOLLOW : 0) == 0 else {
            throw FileError(errno: errno, path: path)
        }
        if isKind(S_IFLNK, status.st_mode) { throw FileError(errno: ELOOP, path: path) }
        try Self.requireRegular(status, path: path)
        var number: Int32
        repeat {
            number = openat(folder.number, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | flags)
        } while number < 0 && errno == EINTR
        guard number >= 0 else { throw FileError(errno: errno, path: path) }
        let file = Descriptor(owning: number)
        status = try file.status(path: path)
        try Self.requireRegular(status, path: path)
        self.init(owning: file.release(), path: path, size: Int64(status.st_size))
    }

    deinit {
        _ = close(number)
    }

    private static func requireRegular(_ status: stat, path: String) throws(FileError) {
        if isKind(S_IFDIR, status.st_mode) { throw FileError(errno: EISDIR, path: path) }
        guard isKind(S_IFREG, status.st_mode) else { throw FileError.notRegular(path) }
    }

    /// Copies bytes from an offset on; returns 0 behind the end.
    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(FileError) -> Int {
        while true {
            let count = pread(number, buffer.baseAddress, buffer.count, off_t(offset))
            if count >= 0 { return count }
            if errno != EINTR { throw FileError(errno: errno, path: path) }
        }
    }

    /// The bytes in a range; fewer if the file ends before the range.
    package func bytes(in range: Range<Int>) throws(FileError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: min(range.count, Int(clamping: max(0, size))))
        var filled = 0
        while filled < bytes.count {
            let offset = Int64(range.lowerBound + filled)
            let count = try bytes.withUnsafeMutableBytes { buffer in
                let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
                return Result { () throws(FileError) in try read(into: rest, at: offset) }
            }.get()
            if count == 0 { break }
            filled += count
        }
        bytes.removeLast(bytes.count - filled)
        return bytes
    }

    /// The bytes from an offset on, at most `length` of them, if given. Throws when they are more than the limit.
    package func bytes(from offset: Int64, length: Int64?, limit: Int) throws(FileError) -> [UInt8] {
        let start = min(max(0, offset), max(0, size))
        let count = min(max(0, length ?? .max), max(0, size) - start)
        guard count <= limit else { throw FileError.tooLarge(path, limit: limit) }
        return try bytes(in: Int(start)..<Int(start + count))
    }

    /// The whole file. Throws when it is larger than the limit.
    package func bytes(limit: Int) throws(FileError) -> [UInt8] {
        guard size <= limit else { throw FileError.tooLarge(path, limit: limit) }
        return try FileReading.readAll(number, path: path, expected: Int(size), limit: limit)
    }
}

/// Two values are equal only if they are the same object.
extension OpenFile: Hashable {
    /// Whether both are the same object.
    public static func == (left: OpenFile, right: OpenFile) -> Bool { left === right }

    /// Hashes the identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A file that other processes can read while it is written, and that keeps all written bytes if the process is killed.
///
/// An older file of that name is unlinked first, so that its readers and writers are not disturbed. A device or a pipe
/// is written to directly.
package final class StreamedFile: Sendable {
    private let path: String
    /// -1 when the file is closed.
    private let file: Mutex<Int32>

    /// - Parameter mode: the exact mode of the file; the umask is not applied.
    package init(_ path: String, mode: UInt32 = 0o600) throws(FileError) {
        self.path = path
        file = Mutex(try Self.open(path, mode).release())
    }

    /// Opens a file to write behind what it holds; a missing one is made.
    package init(appendingTo path: String) throws(FileError) {
        self.path = path
        file = Mutex(
            try Descriptor(openingForWriting: path, O_CREAT, mode: 0o600).release())
    }

    deinit {
        close()
    }

    private static func open(_ path: String, _ mode: UInt32) throws(FileError) -> Descriptor {
        guard try AtomicFile.isReplaced(path) else {
            return try Descriptor(openingForWriting: path)
        }
        // Another run may be writing to the old file.
        if unlink(path) != 0, errno != ENOENT { throw FileError(errno: errno, path: path, doing: "write") }
        let flags = O_WRONLY | O_APPEND | O_CREAT | O_EXCL
        return try AtomicFile.create(path, flags, for: path, mode: mode)
    }

    /// Throws when not all bytes can be written, or when the pipe has no reader any more.
    package func write(_ bytes: [UInt8]) throws(FileError) {
        let number = file.withLock { $0 }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { systemWrite(number, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                throw FileError(errno: errno, path: path, doing: "write")
            }
        }
    }

    package func close() {
        file.withLock { number in
            if number >= 0 { _ = systemClose(number) }
            number = -1
        }
    }
}
