import BatonSystem

/// An open folder, which does not change if its path is renamed or replaced.
final class OpenFolder: Sendable {
    let number: Int32

    #if os(Linux)
        /// `O_PATH`, which the headers declare for GNU sources only.
        private static let searching: Int32 = 0o10_000_000
    #else
        private static let searching: Int32 = O_SEARCH
    #endif

    /// Opens a folder; links are followed.
    init(_ path: String) throws(FileError) {
        number = try Descriptor(opening: path, Self.searching | O_DIRECTORY).release()
    }

    private init(owning number: Int32) {
        self.number = number
    }

    deinit {
        _ = close(number)
    }

    /// Opens a folder in this one; nil, with `errno`, if the name is a link or not a folder.
    func folder(_ name: String) -> OpenFolder? {
        var found: Int32
        repeat {
            found = openat(number, name, Self.searching | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        } while found < 0 && errno == EINTR
        return found < 0 ? nil : OpenFolder(owning: found)
    }

    /// Opens the folder that a list of names leads to; nil, with `errno`, if one of them is a link or not a folder.
    func folder(_ names: [String]) -> OpenFolder? {
        var folder = self
        for name in names {
            guard let next = folder.folder(name) else { return nil }
            folder = next
        }
        return folder
    }

    /// Makes and opens a folder, which may exist already; nil, with `errno`, if that fails or the name is not a folder.
    func makingFolder(_ name: String) -> OpenFolder? {
        guard mkdirat(number, name, 0o755) == 0 || errno == EEXIST else { return nil }
        return folder(name)
    }

    /// The status of an entry, links not followed; nil if there is none.
    func status(of name: String) -> stat? {
        var status = stat()
        return fstatat(number, name, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status : nil
    }

    /// The names in the folder, in any order; empty if it cannot be read.
    func names() -> [String] {
        let listed = openat(number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard listed >= 0 else { return [] }
        guard let stream = fdopendir(listed) else {
            _ = close(listed)
            return []
        }
        return Folder.names(in: stream)
    }
}
