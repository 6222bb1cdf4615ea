package import BatonFiles
import BatonValues
import Testing

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A folder for one test, removed with everything in it when the test is over.
package final class TemporaryFolder: Sendable {
    package let path: String

    package init() throws {
        path = try RealPath.of("/tmp") + "/baton-test-" + Identifiers.randomHex(bytes: 8)
        try Folder.create(path)
    }

    deinit { Self.remove(path) }

    /// Writes a file and the folders above it; gives its absolute path.
    @discardableResult
    package func write(_ name: String, _ text: String = "") throws -> String {
        let file = path + "/" + name
        try Folder.create(RealPath.folder(of: file))
        try AtomicFile.write(file, mode: 0o644, Array(text.utf8))
        return file
    }

    package func link(_ name: String, to target: String) throws {
        try Folder.create(RealPath.folder(of: path + "/" + name))
        try #require(symlink(target, path + "/" + name) == 0)
    }

    package func names() throws -> [String] { try Folder.names(in: path) }

    private static func remove(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        if status.st_mode & S_IFMT == S_IFDIR {
            _ = chmod(path, 0o700)
            for name in (try? Folder.names(in: path)) ?? [] { remove(path + "/" + name) }
            _ = rmdir(path)
        } else {
            _ = unlink(path)
        }
    }
}

package func mode(of path: String) -> UInt32 {
    var status = stat()
    return stat(path, &status) == 0 ? UInt32(status.st_mode & 0o7777) : 0
}

/// The error that a call ends with, for comparing its code and words.
package func failure(_ body: () throws -> Void) -> FileError? {
    do {
        try body()
        return nil
    } catch {
        return error as? FileError
    }
}
