#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A file that is there whole or not at all: written beside its place, flushed, then renamed into it.
///
/// What is not committed leaves no trace. A place that is a device or a pipe, such as `/dev/stdout`, is written to
/// directly.
package struct AtomicFile: ~Copyable {
    private let path: String
    /// Nil for a device or a pipe.
    private let temporary: String?
    private let file: Descriptor
    private var isCommitted: Bool

    /// - Parameter mode: exactly so, whatever the umask would take away.
    package init(_ path: String, mode: UInt32 = 0o600) throws(FileError) {
        let temporary = try Self.temporaryPath(for: path)
        let file = try Self.open(path, temporary: temporary, mode: mode)
        self.path = path
        self.temporary = temporary
        self.file = file
        self.isCommitted = false
    }

    private static func temporaryPath(for path: String) throws(FileError) -> String? {
        var status = stat()
        if stat(path, &status) == 0, !isKind(S_IFREG, status.st_mode) {
            if isKind(S_IFDIR, status.st_mode) { throw FileError(errno: EISDIR, path: path, doing: "write") }
            return nil
        }
        let name = ".\(RealPath.name(of: path)).\(Identifiers.randomHex(bytes: 6)).tmp"
        return RealPath.join(RealPath.folder(of: path), name)
    }

    private static func open(_ path: String, temporary: String?, mode: UInt32) throws(FileError) -> Descriptor {
        guard let temporary else { return try Descriptor(opening: path, O_WRONLY, doing: "write") }
        do {
            let flags = O_WRONLY | O_CREAT | O_EXCL
            let file = try Descriptor(opening: temporary, flags, mode: mode_t(mode), doing: "write")
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

    package borrowing func write(_ bytes: [UInt8]) throws(FileError) {
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
