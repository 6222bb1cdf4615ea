import BatonSystem
import BatonValues

/// Operations on paths: joining them, and resolving their links.
package enum RealPath {
    /// The absolute path without links, `.` and `..`; the file must exist.
    package static func of(_ path: String) throws(FileError) -> String {
        guard !path.holdsNUL, !path.isEmpty else {
            throw FileError(
                .invalidPath, path: path, message: path.isEmpty ? "the path is empty" : "a path holds no NUL")
        }
        guard let resolved = realpath(path, nil) else { throw FileError(errno: errno, path: path) }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// `path` relative to `folder`, unless it is absolute.
    package static func join(_ folder: String, _ path: String) -> String {
        let slash = UInt8(ascii: "/")
        guard path.utf8.first != slash, let last = folder.utf8.last else { return path }
        var (folder, path) = (folder, path)
        return folder.withUTF8 { folder in
            path.withUTF8 { path in
                // Written in one step: a string that grows is validated at every step.
                String(unsafeUninitializedCapacity: folder.count + 1 + path.count) { joined in
                    var count = joined.initialize(fromContentsOf: folder)
                    if last != slash {
                        joined[count] = slash
                        count += 1
                    }
                    return joined[count...].initialize(fromContentsOf: path)
                }
            }
        }
    }

    /// The folder of a path: `.` for a bare name.
    package static func folder(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The last component.
    package static func name(of path: String) -> String {
        guard let slash = path.withUTF8Bytes({ $0.lastIndex(of: UInt8(ascii: "/")) }) else { return path }
        return String(path.utf8.dropFirst(slash + 1)) ?? path
    }

    /// How many links in succession the system follows.
    private static let mostLinks = 40

    /// Whether the file at a path, existing or to be made, lies in a folder, with links followed. A circle of links
    /// leads nowhere, so it does not lead out of the folder.
    package static func leads(_ path: String, into folder: String) -> Bool {
        var rest = path
        var missing: [String] = []
        var links = 0
        while true {
            if let found = try? of(rest) { return contains(folder, missing.reversed().reduce(found, join)) }
            let name = name(of: rest)
            var status = stat()
            if lstat(rest, &status) == 0 {
                guard let target = target(ofLink: rest) else {
                    // Another process may have made the file after it was looked for.
                    return (try? of(rest)).map { contains(folder, missing.reversed().reduce($0, join)) } ?? false
                }
                links += 1
                if links > mostLinks { return true }
                rest = join(self.folder(of: rest), String(decoding: target, as: UTF8.self))
                continue
            }
            // The entries of a folder without search permission cannot be reached.
            guard [ENOENT, ENOTDIR, EACCES].contains(errno), rest != "/", rest != ".", name != ".", name != ".." else {
                return false
            }
            if !name.isEmpty { missing.append(name) }
            rest = self.folder(of: rest)
        }
    }

    /// The target of a link; nil if the path is not a link.
    package static func target(ofLink path: String) -> [UInt8]? {
        var count = 0
        let target = [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, filled in
            count = buffer.withMemoryRebound(to: CChar.self) { text in
                text.baseAddress.map { readlink(path, $0, text.count) } ?? -1
            }
            filled = max(0, count)
        }
        return count < 0 ? nil : target
    }

    /// Whether a path without links equals a folder or lies in it.
    package static func contains(_ folder: String, _ path: String) -> Bool {
        // Compares bytes, as the system does: Swift's string equality ignores how characters are composed.
        let slash = UInt8(ascii: "/")
        guard path.utf8.starts(with: folder.utf8) else { return false }
        return path.utf8.count == folder.utf8.count || folder.utf8.last == slash
            || path.utf8.dropFirst(folder.utf8.count).first == slash
    }
}

extension String {
    /// Whether the path contains a NUL, where C would silently end it.
    package var holdsNUL: Bool {
        utf8.withContiguousStorageIfAvailable { bytes in
            bytes.baseAddress.map { memchr($0, 0, bytes.count) != nil } ?? false
        } ?? utf8.contains(0)
    }
}
