import BatonSystem

/// Makes and lists folders of the file system.
package enum Folder {
    /// Makes a folder and all folders above it; an existing one is not an error.
    package static func create(_ path: String, mode: UInt32 = 0o755) throws(FileError) {
        guard !path.holdsNUL, !path.isEmpty else {
            throw FileError(.invalidPath, path: path, message: "`\(path)` names no folder")
        }
        guard path.utf8.count < Int(PATH_MAX) else { throw FileError(errno: ENAMETOOLONG, path: path, doing: "create") }
        if isFolder(path) { return }
        let parent = RealPath.folder(of: path)
        if parent != path, parent != ".", parent != "/" { try create(parent, mode: mode) }
        if mkdir(path, mode_t(mode)) == 0 { return }
        let number = errno
        if number == EEXIST, isFolder(path) { return }
        if number == EEXIST || number == ENOTDIR {
            throw FileError(.failed, path: path, message: "`\(path)` cannot be a folder: a file is in its place")
        }
        throw FileError(errno: number, path: path, doing: "create")
    }

    /// Makes a folder that git ignores: a new one gets a `.gitignore` that excludes everything in it. An existing folder
    /// stays as it is.
    package static func createIgnored(_ path: String) throws(FileError) {
        if isFolder(path) { return }
        try create(path)
        let descriptor = open(path + "/.gitignore", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        // Without the file everything works too, but git lists the folder.
        guard descriptor >= 0 else { return }
        _ = write(descriptor, "*\n", 2)
        close(descriptor)
    }

    /// Removes a folder that holds nothing; any other stays.
    package static func removeEmpty(_ path: String) { rmdir(path) }

    /// Whether the path is a folder, or a link to one.
    package static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && isKind(S_IFDIR, status.st_mode)
    }

    /// The names in a folder in byte order, without `.` and `..`.
    package static func names(in path: String) throws(FileError) -> [String] {
        guard let stream = opendir(path) else { throw FileError(errno: errno, path: path) }
        return names(in: stream).sorted(by: ByteOrder.precedes)
    }

    /// Whether a name in a folder is a wanted one; false for a folder that cannot be read.
    package static func holds(in path: String, _ isWanted: (String) -> Bool) -> Bool {
        guard let stream = opendir(path) else { return false }
        return names(in: stream).contains(where: isWanted)
    }

    #if canImport(Glibc)
        typealias Stream = OpaquePointer
    #else
        typealias Stream = UnsafeMutablePointer<DIR>
    #endif

    /// The names in an open folder, in any order, without `.` and `..`; closes the folder.
    static func names(in stream: Stream) -> [String] { entries(in: stream).map(\.name) }

    /// An entry of a folder.
    struct Entry {
        let name: String
        /// The kind that the folder's listing states; links are not followed.
        let kind: Kind

        enum Kind { case file, folder, unknown }
    }

    /// The entries of a folder, in any order, without `.` and `..`.
    static func entries(in path: String) throws(FileError) -> [Entry] {
        guard let stream = opendir(path) else { throw FileError(errno: errno, path: path) }
        return entries(in: stream)
    }

    private static func entries(in stream: Stream) -> [Entry] {
        defer { closedir(stream) }
        var entries: [Entry] = []
        while let entry = readdir(stream) {
            let (name, isExact) = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { bytes in
                    String(validatingCString: bytes).map { ($0, true) } ?? (String(cString: bytes), false)
                }
            }
            if name == "." || name == ".." { continue }
            let kind: Entry.Kind =
                switch Int(entry.pointee.d_type) {
                // A file whose name is not UTF-8 cannot be opened by that name.
                case _ where !isExact: .unknown
                case Int(DT_REG): .file
                case Int(DT_DIR): .folder
                // Links, and file systems that do not state the kind.
                default: .unknown
                }
            entries.append(Entry(name: name, kind: kind))
        }
        return entries
    }

    /// The current working directory.
    package static func current() throws(FileError) -> String {
        guard let path = getcwd(nil, 0) else { throw FileError(errno: errno, path: ".") }
        defer { free(path) }
        return String(cString: path)
    }
}

/// Whether files can be made in a folder, found without making any.
package enum WritableFolder {
    /// Why no file can be made in the folder; nil if it can, also in a folder that is still to be made.
    package static func obstacle(_ path: String) -> String? {
        var place = path
        while access(place, F_OK) != 0, RealPath.folder(of: place) != place { place = RealPath.folder(of: place) }
        guard Folder.isFolder(place) else { return "\(place) is not a folder" }
        guard access(place, W_OK | X_OK) == 0 else { return "\(place): \(String(cString: strerror(errno)))" }
        return nil
    }
}
