import BatonSystem

/// Makes files without ever overwriting one.
package enum FirstFile {
    /// Makes a file; false, without any change, if there is a file of this name, or a link, even a dangling one. Throws
    /// for a folder, a pipe or a device of this name. A file that cannot be written whole is removed.
    package static func create(_ path: String, _ text: String) throws(FileError) -> Bool {
        try Folder.create(RealPath.folder(of: path))
        var status = stat()
        if lstat(path, &status) == 0 {
            if isKind(S_IFDIR, status.st_mode) { throw FileError(errno: EISDIR, path: path, doing: "write") }
            guard isKind(S_IFREG, status.st_mode) || isKind(S_IFLNK, status.st_mode) else {
                throw FileError.notRegular(path)
            }
            return false
        }
        let file = try Descriptor(opening: path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o644, doing: "write")
        do {
            try write(text, to: file, path)
        } catch {
            unlink(path)
            throw error
        }
        return true
    }

    /// Adds text to the end of a file, which is made if it does not exist.
    package static func append(_ text: String, to path: String) throws(FileError) {
        let file = try Descriptor(
            opening: path, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW, mode: 0o644, doing: "write")
        try write(text, to: file, path)
    }

    private static func write(_ text: String, to file: borrowing Descriptor, _ path: String) throws(FileError) {
        var failure: FileError?
        let bytes = Array(text.utf8)
        bytes.withUnsafeBytes { raw in
            do throws(FileError) { try file.write(raw, path: path) } catch { failure = error }
        }
        if let failure { throw failure }
    }
}
