import BatonSystem
import BatonValues
import Synchronization

/// Stores bytes in a file without a name, which vanishes with the process.
package final class SpoolFile: Sendable {
    private let number: Int32
    private let size = Mutex<Int>(0)

    /// Makes the file in a folder for temporary files. Throws when that is not possible.
    package init(in folder: String) throws(FileError) {
        let path = RealPath.join(folder, ".baton-" + Identifiers.randomHex(bytes: 12))
        let file = try Descriptor(opening: path, O_RDWR | O_CREAT | O_EXCL, mode: 0o600, doing: "write")
        _ = unlink(path)
        number = file.release()
    }

    deinit {
        _ = close(number)
    }

    /// Stores bytes and returns their offset; nil when the disk is full.
    package func append(_ bytes: [UInt8]) -> Int? {
        size.withLock { size in
            let start = size
            let isWritten = bytes.withUnsafeBytes { bytes in
                var done = 0
                while done < bytes.count {
                    let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
                    let count = pwrite(number, rest.baseAddress, rest.count, off_t(start + done))
                    if count < 0, errno == EINTR { continue }
                    if count <= 0 { return false }
                    done += count
                }
                return true
            }
            guard isWritten else { return nil }
            size += bytes.count
            return start
        }
    }

    /// Reads stored bytes. Throws when they cannot be read.
    package func bytes(at start: Int, count: Int) throws(FileError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            let read = bytes.withUnsafeMutableBytes { buffer in
                pread(number, buffer.baseAddress?.advanced(by: done), count - done, off_t(start + done))
            }
            if read < 0, errno == EINTR { continue }
            guard read > 0 else { throw FileError(errno: read < 0 ? errno : EIO, path: "a temporary file") }
            done += read
        }
        return bytes
    }
}
