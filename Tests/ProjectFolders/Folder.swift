import Glibc
package import Testing

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

/// A file system of 256 kB in memory, unmounted when the last reference goes.
package final class SmallDisk: Sendable {
    private let folder: String

    /// False where nothing may be mounted.
    package static let isPossible: Bool = {
        guard let folder = try? Folder() else { return false }
        return withExtendedLifetime(folder) { (try? SmallDisk(at: folder.path)) != nil }
    }()
    package static let obstacle: Comment = "no file system can be mounted here"

    /// Throws where nothing may be mounted.
    package init(at folder: String) throws {
        self.folder = folder
        guard mount("tmpfs", folder, "tmpfs", 0, "size=384k,mode=700") == 0 else { throw FolderError(errno) }
    }

    deinit {
        umount2(folder, Int32(MNT_DETACH))
    }

    /// Fills it but for so many bytes.
    package func fill(leaving bytes: Int) throws {
        guard let file = fopen("\(folder)/fill", "w") else { throw FolderError(errno) }
        setvbuf(file, nil, _IONBF, 0)
        let block = [UInt8](repeating: 1, count: 4096)
        while fwrite(block, 1, block.count, file) == block.count {}
        let size = ftell(file)
        fclose(file)
        if bytes > 0 { truncate("\(folder)/fill", size - bytes) }
    }

    package func makeReadOnly() throws {
        guard mount("tmpfs", folder, "tmpfs", UInt(MS_REMOUNT | MS_RDONLY), nil) == 0 else { throw FolderError(errno) }
    }

    package func makeRoom() { unlink("\(folder)/fill") }
}

/// Runs the program as a user whom the system refuses things: root, as which tests often run, ignores modes.
package enum Unprivileged {
    private static let nobody: uid_t = 65534

    /// False where root cannot become somebody else.
    package static var isPossible: Bool { geteuid() != 0 || access("/usr/bin/setpriv", X_OK) == 0 }
    package static let obstacle: Comment = "root ignores modes, and there is no setpriv to become nobody"

    /// Gives a folder with all that is in it to that user.
    package static func own(_ folder: Folder) {
        if geteuid() == 0 { give(folder.path, to: nobody) }
    }

    /// Takes it back.
    package static func disown(_ folder: Folder) {
        if geteuid() == 0 { give(folder.path, to: 0) }
    }

    private static func give(_ path: String, to user: uid_t) {
        lchown(path, user, user)
        guard let names = try? FileContents.names(in: path) else { return }
        for name in names { give("\(path)/\(name)", to: user) }
    }

    /// Runs the built program in a folder.
    package static func run(_ arguments: [String], in folder: Folder) async throws -> CommandResult {
        guard geteuid() == 0 else { return try await Program.baton(in: folder).run(arguments) }
        let words = ["--reuid=\(nobody)", "--regid=\(nobody)", "--clear-groups", Products.path(of: "baton")]
        return try await Program("/usr/bin/setpriv", in: folder.path).run(words + arguments)
    }
}
