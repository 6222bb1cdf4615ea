#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A file of the user's that gets new content.
package enum ChangedFile {
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
        try AtomicFile.write(path, mode: UInt32(status.st_mode) & 0o777, bytes)
    }
}
