import Glibc

/// A folder of its own for one test; it is removed when the last reference goes.
package final class Folder: Sendable {
    package let path: String

    /// In memory where there is room, so that a test does not wait for the disk.
    ///
    /// - Parameter isOnDisk: true where what a disk keeps is the subject.
    package init(isOnDisk: Bool = false) throws {
        let place = isOnDisk || !Self.hasMemory ? "/tmp" : Self.memory
        var template = Array("\(place)/baton-test-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { throw FolderError(errno) }
        guard let resolved = realpath(made, nil) else { throw FolderError(errno) }
        defer { free(resolved) }
        path = String(cString: resolved)
    }

    deinit {
        Self.remove(path)
    }

    private static let memory = "/dev/shm"
    /// Whether a file system in memory has a gigabyte to spare.
    private static let hasMemory: Bool = {
        var status = statvfs()
        guard access(memory, W_OK | X_OK) == 0, statvfs(memory, &status) == 0 else { return false }
        return UInt64(status.f_bavail) * UInt64(status.f_frsize) > 1 << 30
    }()

    /// Writes a file, folders above it included, and gives its path.
    @discardableResult
    package func write(_ name: String, _ text: String) throws -> String {
        try write(name, bytes: Array(text.utf8))
    }

    @discardableResult
    package func write(_ name: String, bytes: [UInt8]) throws -> String {
        let parts = name.split(separator: "/")
        var folder = path
        for part in parts.dropLast() {
            folder += "/\(part)"
            mkdir(folder, 0o755)
        }
        let file = "\(path)/\(name)"
        guard let stream = fopen(file, "w") else { throw FolderError(errno) }
        defer { fclose(stream) }
        guard fwrite(bytes, 1, bytes.count, stream) == bytes.count else { throw FolderError(errno) }
        return file
    }

    package func bytes(_ name: String) throws -> [UInt8] { try FileContents.bytes(of: "\(path)/\(name)") }

    package func read(_ name: String) throws -> String {
        try FileContents.text(of: "\(path)/\(name)")
    }

    package func remove(_ name: String) throws {
        guard unlink("\(path)/\(name)") == 0 else { throw FolderError(errno) }
    }

    package func exists(_ name: String) -> Bool { access("\(path)/\(name)", F_OK) == 0 }

    private static func remove(_ path: String) {
        if let folder = opendir(path) {
            while let entry = readdir(folder) {
                let name = withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                }
                if name == "." || name == ".." { continue }
                let child = "\(path)/\(name)"
                if entry.pointee.d_type == UInt8(DT_DIR) { remove(child) } else { unlink(child) }
            }
            closedir(folder)
        }
        rmdir(path)
    }
}

package struct FolderError: Error, CustomStringConvertible {
    package let description: String

    package init(_ code: Int32) {
        description = String(cString: strerror(code))
    }
}
