import Glibc

/// A folder of its own for one test; it is removed when the last reference goes.
final class Folder: Sendable {
    let path: String

    init() throws {
        var template = Array("/tmp/baton-test-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { throw FolderError(errno) }
        guard let resolved = realpath(made, nil) else { throw FolderError(errno) }
        defer { free(resolved) }
        path = String(cString: resolved)
    }

    deinit {
        Self.remove(path)
    }

    /// Writes a file, folders above it included, and gives its path.
    @discardableResult
    func write(_ name: String, _ text: String) throws -> String {
        try write(name, bytes: Array(text.utf8))
    }

    @discardableResult
    func write(_ name: String, bytes: [UInt8]) throws -> String {
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

    func bytes(_ name: String) throws -> [UInt8] { try FileContents.bytes(of: "\(path)/\(name)") }

    func read(_ name: String) throws -> String {
        try FileContents.text(of: "\(path)/\(name)")
    }

    func remove(_ name: String) throws {
        guard unlink("\(path)/\(name)") == 0 else { throw FolderError(errno) }
    }

    func exists(_ name: String) -> Bool { access("\(path)/\(name)", F_OK) == 0 }

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

struct FolderError: Error, CustomStringConvertible {
    let description: String

    init(_ code: Int32) {
        description = String(cString: strerror(code))
    }
}
