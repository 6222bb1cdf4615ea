import Glibc

/// What lies on the disk, for tests.
package enum FileContents {
    package static func text(of path: String) throws -> String {
        String(decoding: try bytes(of: path), as: UTF8.self)
    }

    package static func bytes(of path: String) throws -> [UInt8] {
        guard let stream = fopen(path, "r") else { throw FolderError(errno) }
        defer { fclose(stream) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = fread(&buffer, 1, buffer.count, stream)
            if count == 0 { return bytes }
            bytes += buffer.prefix(count)
        }
    }

    /// The names in a folder, sorted.
    package static func names(in path: String) throws -> [String] {
        guard let folder = opendir(path) else { throw FolderError(errno) }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }
}
