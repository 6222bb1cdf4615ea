import BatonSystem
import Synchronization

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
