import BatonSystem

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
