#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

package typealias FileRootError = FileError

/// The folder that workflows may reach: what they name must resolve, links followed, to regular files inside it.
///
/// `.baton`, where history and cache live, is closed to them.
package struct FileRoot: Sendable {
    /// The root, absolute and without links.
    package let folder: String

    /// Throws when the folder does not exist.
    package init(_ folder: String) throws(FileRootError) {
        self.folder = try RealPath.of(folder)
    }

    /// The absolute path, without links, of a regular file in the root.
    ///
    /// - Parameter relativeTo: the folder of the workflow that names the file.
    package func resolve(_ path: String, relativeTo base: String) throws(FileRootError) -> String {
        let resolved: String
        do {
            resolved = try RealPath.of(RealPath.join(base, path))
        } catch {
            throw FileError(error.code, path: path, message: Self.reworded(error, path: path))
        }
        try check(resolved, written: path)
        var status = stat()
        guard stat(resolved, &status) == 0 else { throw FileError(errno: errno, path: path) }
        if isKind(S_IFDIR, status.st_mode) { throw FileError(errno: EISDIR, path: path) }
        guard isKind(S_IFREG, status.st_mode) else { throw FileError.notRegular(path) }
        return resolved
    }

    package func readFile(
        _ path: String, relativeTo base: String, limit: Int = 64_000_000
    ) throws(FileRootError) -> [UInt8] {
        let resolved = try resolve(path, relativeTo: base)
        do {
            return try FileReading.bytes(of: resolved, limit: limit, onlyRegular: true)
        } catch {
            throw FileError(error.code, path: path, message: Self.reworded(error, path: path))
        }
    }

    /// Where a new file may be written: its folder exists or is made, and lies in the root.
    ///
    /// What is there already must be a regular file, and no link.
    package func resolveForWriting(
        _ path: String, relativeTo base: String, createsFolders: Bool = true
    ) throws(FileRootError) -> String {
        let joined = RealPath.join(base, path)
        let name = RealPath.name(of: joined)
        guard !name.isEmpty, name != ".", name != "..", !joined.utf8.contains(0) else {
            throw FileError(.invalidPath, path: path, message: "`\(path)` names no file")
        }
        let parent = try existingPart(of: RealPath.folder(of: joined), written: path)
        try check(parent.folder, written: path)
        let folder = parent.missing.reduce(parent.folder) { RealPath.join($0, $1) }
        let target = RealPath.join(folder, name)
        try check(target, written: path)
        if createsFolders, !parent.missing.isEmpty { try Folder.create(folder) }
        var status = stat()
        if lstat(target, &status) == 0 {
            if isKind(S_IFDIR, status.st_mode) { throw FileError(errno: EISDIR, path: path, doing: "write") }
            guard isKind(S_IFREG, status.st_mode) else { throw FileError.notRegular(path) }
        }
        return target
    }

    /// The deepest folder of a path that exists, without links, and the names below it.
    private func existingPart(of path: String, written: String) throws(FileError) -> (folder: String, missing: [String])
    {
        var rest = path
        var missing: [String] = []
        while true {
            do {
                return (try RealPath.of(rest), missing.reversed())
            } catch {
                let name = RealPath.name(of: rest)
                var status = stat()
                // A dangling link exists: what it would create is nobody's business.
                guard error.code == .missing, rest != "/", rest != ".", name != "..", name != ".",
                    lstat(rest, &status) != 0
                else {
                    throw FileError(error.code, path: written, message: Self.reworded(error, path: written))
                }
                if !name.isEmpty { missing.append(name) }
                rest = RealPath.folder(of: rest)
            }
        }
    }

    private func check(_ resolved: String, written path: String) throws(FileRootError) {
        guard RealPath.contains(folder, resolved) else {
            throw FileError(.outside, path: path, message: "`\(path)` lies outside the file root `\(folder)`")
        }
        let inside = resolved.utf8.dropFirst(folder == "/" ? 1 : folder.utf8.count + 1)
        for part in inside.split(separator: UInt8(ascii: "/")) where String(Substring(part)).lowercased() == ".baton" {
            throw FileError(.closed, path: path, message: "`\(path)` lies in `.baton`, which is closed to workflows")
        }
    }

    /// The same error about the path as it was written.
    private static func reworded(_ error: FileError, path: String) -> String {
        guard let range = error.message.firstRange(ofText: "`\(error.path)`") else { return error.message }
        return error.message[..<range.lowerBound] + "`\(path)`" + error.message[range.upperBound...]
    }
}

extension String {
    fileprivate func firstRange(ofText text: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
            start = index(after: start)
        }
        return nil
    }
}
