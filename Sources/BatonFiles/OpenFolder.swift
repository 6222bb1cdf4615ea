#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A folder that stays the same one, whatever becomes of its path.
final class OpenFolder: Sendable {
    let number: Int32

    #if os(Linux)
        /// `O_PATH`, which the headers show to GNU sources only.
        private static let searching: Int32 = 0o10_000_000
    #else
        private static let searching: Int32 = O_SEARCH
    #endif

    /// Opens a folder, links followed.
    init(_ path: String) throws(FileError) {
        number = try Descriptor(opening: path, Self.searching | O_DIRECTORY).release()
    }

    private init(owning number: Int32) {
        self.number = number
    }

    deinit {
        _ = close(number)
    }

    /// The folder of that name in this one; nil, with `errno`, when it is none or a link.
    func folder(_ name: String) -> OpenFolder? {
        var found: Int32
        repeat {
            found = openat(number, name, Self.searching | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        } while found < 0 && errno == EINTR
        return found < 0 ? nil : OpenFolder(owning: found)
    }

    /// The folder below this one that names lead to; nil, with `errno`, when one of them is no folder or a link.
    func folder(_ names: [String]) -> OpenFolder? {
        var folder = self
        for name in names {
            guard let next = folder.folder(name) else { return nil }
            folder = next
        }
        return folder
    }

    /// Makes the folder unless it is there; nil, with `errno`, when that fails or something else is in its place.
    func makingFolder(_ name: String) -> OpenFolder? {
        guard mkdirat(number, name, 0o755) == 0 || errno == EEXIST else { return nil }
        return folder(name)
    }

    /// What stands under a name, links not followed; nil for nothing.
    func status(of name: String) -> stat? {
        var status = stat()
        return fstatat(number, name, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status : nil
    }

    /// The names in it, in no order; none when it cannot be read.
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
