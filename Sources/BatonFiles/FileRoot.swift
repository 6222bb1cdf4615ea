import BatonSystem

package typealias FileRootError = FileError

/// The folder that workflows may access: their paths must resolve, with links followed, to regular files inside of it.
///
/// Closed to workflows are `.baton`, with history and cache, the history if a project stores it elsewhere, and `.git`,
/// whose files tell git which programs to start. A path is first resolved and checked, and then opened name by name
/// without following links, so that a change in between cannot lead out of the root.
///
/// If a part of a path is computed, `within` is the folder that is written literally before that part, empty for the
/// folder that the path is relative to. The computed part, which may come from a server, must not lead out of that
/// folder.
///
/// How this module works together: `FileReading` and `FolderWalk` read where the user of the program says; a `FileRoot`
/// opens what a workflow names. What is written is an `AtomicFile` (reports), a `FirstFile` (where nothing may be
/// overwritten), a `NewFile` at a `FilePlace` (saved bodies, snapshots) or lies in a `PrivateFolder` (history, cache).
/// Open files are a `Descriptor`; what the system refuses is a `FileError`.
package struct FileRoot: Sendable {
    /// The root, absolute and without links.
    package let folder: String
    private let handle: OpenFolder
    /// The path of the history's file, existing or not, without links.
    private var history: String?

    /// How often a path is resolved again because a part of it changed meanwhile.
    private static let attempts = 16

    /// Throws when the folder does not exist.
    package init(_ folder: String) throws(FileRootError) {
        self.folder = try RealPath.of(folder)
        do {
            handle = try OpenFolder(self.folder)
        } catch {
            guard !Folder.isFolder(folder) else { throw error }
            throw FileError(.missing, path: folder, message: "`\(folder)` is no folder")
        }
    }

    /// The same root, closed to the history's file and to the files that SQLite and the history itself put beside it.
    ///
    /// - Parameter history: an absolute path; the file need not exist yet.
    package func closed(to history: String) -> FileRoot {
        var root = self
        let folder = RealPath.folder(of: history)
        let file =
            (try? RealPath.of(history))
            ?? RealPath.join((try? RealPath.of(folder)) ?? folder, RealPath.name(of: history))
        root.history = file
        return root
    }

    private func isHistory(_ resolved: String) -> Bool {
        guard let history, resolved.hasPrefix(RealPath.folder(of: history)) else { return false }
        let name = RealPath.name(of: resolved)
        return resolved == history || resolved.hasPrefix(history + "-")
            || RealPath.folder(of: resolved) == RealPath.folder(of: history) && name.hasPrefix("history-")
                && name.hasSuffix(".jsonl")
    }

    /// Opens a regular file in the root for reading.
    ///
    /// - Parameter relativeTo: the folder of the workflow that names the file.
    package func open(
        _ path: String, relativeTo base: String, within: String? = nil
    ) throws(FileRootError) -> OpenFile {
        for _ in 0..<Self.attempts {
            let found = try resolve(path, relativeTo: base, within: within)
            if let file = try openFile(at: found, written: path) { return file }
        }
        throw Self.restless(path)
    }

    package func readFile(
        _ path: String, relativeTo base: String, within: String? = nil, limit: Int = 64_000_000
    ) throws(FileRootError) -> [UInt8] {
        do {
            return try open(path, relativeTo: base, within: within).bytes(limit: limit)
        } catch {
            throw FileError(error.code, path: path, message: Self.reworded(error, path: path))
        }
    }

    /// The place for a new file in the root; its folder is made if it does not exist.
    ///
    /// An existing file of that name must be a regular file, and not a link.
    package func place(
        _ path: String, relativeTo base: String, within: String? = nil
    ) throws(FileRootError) -> FilePlace {
        for _ in 0..<Self.attempts {
            let found = try resolveForWriting(path, relativeTo: base, within: within)
            if let place = try openPlace(at: found, written: path) { return place }
        }
        throw Self.restless(path)
    }

    private static func restless(_ path: String) -> FileError {
        FileError(.failed, path: path, message: "`\(path)` is another file or folder each time it is opened")
    }
}

// MARK: - Judging

extension FileRoot {
    /// A resolved path: absolute, without links, in the root.
    package struct Resolved: Sendable {
        /// The deepest folder that exists.
        var folder: String
        /// The folders to make below `folder`.
        var missing: [String] = []
        var name: String

        package var path: String { RealPath.join(missing.reduce(folder) { RealPath.join($0, $1) }, name) }
    }

    /// Resolves the path of a file. Throws when it is a folder, or lies outside of the root.
    package func resolve(
        _ path: String, relativeTo base: String, within: String? = nil
    ) throws(FileRootError) -> Resolved {
        let resolved = try located(path, relativeTo: base, within: within)
        guard resolved != folder else { throw FileError(errno: EISDIR, path: path) }
        return Resolved(folder: RealPath.folder(of: resolved), name: RealPath.name(of: resolved))
    }

    /// The path without links, if workflows may use it.
    private func located(_ path: String, relativeTo base: String, within: String?) throws(FileRootError) -> String {
        // Judged as it is written before anything is looked at, and otherwise before a reason is told: whether there is a
        // file outside of the root is not told.
        if !path.utf8.starts(with: "/".utf8), path.split(separator: "/").contains("..") {
            try check(Self.asWritten(path, base), written: path)
        }
        let resolved: String
        do {
            resolved = try RealPath.of(RealPath.join(base, path))
        } catch {
            if !RealPath.leads(Self.asWritten(path, base), into: folder) { throw outside(path) }
            throw FileError(error.code, path: path, message: Self.reworded(error, path: path))
        }
        try check(resolved, written: path)
        try check(resolved, isWithin: within, of: base, written: path)
        return resolved
    }

    /// The absolute path without `.` and `..`, as if none of its names were a link.
    private static func asWritten(_ path: String, _ base: String) -> String {
        let base = (try? RealPath.of(base)) ?? base
        var names: [Substring] = []
        for name in RealPath.join(base, path).split(separator: "/") where name != "." {
            if name == ".." { _ = names.popLast() } else { names.append(name) }
        }
        return "/" + names.joined(separator: "/")
    }

    /// Resolves the path of a folder. Throws when it is not a folder, or lies outside of the root.
    package func resolveFolder(
        _ path: String, relativeTo base: String, within: String? = nil
    ) throws(FileRootError) -> String {
        let resolved = try located(path, relativeTo: base, within: within)
        guard Folder.isFolder(resolved) else {
            throw FileError(.failed, path: path, message: "`\(path)` is no folder")
        }
        return resolved
    }

    /// Whether there is anything at a path, in the root or not.
    package func exists(_ path: String, relativeTo base: String) -> Bool {
        (try? RealPath.of(RealPath.join(base, path))) != nil
    }

    /// Resolves the path of a new file. Throws when it lies outside of the root, or when no file can be made there.
    package func resolveForWriting(
        _ path: String, relativeTo base: String, within: String? = nil
    ) throws(FileRootError) -> Resolved {
        let joined = RealPath.join(base, path)
        let name = RealPath.name(of: joined)
        guard !name.isEmpty, name != ".", name != "..", !joined.utf8.contains(0) else {
            throw FileError(.invalidPath, path: path, message: "`\(path)` names no file")
        }
        let parent = try existingPart(of: RealPath.folder(of: joined), written: path)
        try check(parent.folder, written: path)
        guard Folder.isFolder(parent.folder) else {
            let message = "`\(path)` cannot be written: `\(parent.folder)` is a file"
            throw FileError(.failed, path: path, message: message)
        }
        let resolved = Resolved(folder: parent.folder, missing: parent.missing, name: name)
        try check(resolved.path, written: path)
        try check(resolved.path, isWithin: within, of: base, written: path)
        return resolved
    }

    /// The deepest existing folder of a path, without links, and the names below it.
    private func existingPart(of path: String, written: String) throws(FileError) -> (folder: String, missing: [String])
    {
        var rest = path
        var missing: [String] = []
        var madeMeanwhile = 0
        while true {
            do {
                return (try RealPath.of(rest), missing.reversed())
            } catch {
                let name = RealPath.name(of: rest)
                var status = stat()
                let exists = lstat(rest, &status) == 0
                // Another workflow, or another run, has made the folder since it was found missing.
                if error.code == .missing, exists, isKind(S_IFDIR, status.st_mode), madeMeanwhile < Self.attempts {
                    madeMeanwhile += 1
                    continue
                }
                // A dangling link exists: the file that it names must not be made.
                guard error.code == .missing, rest != "/", rest != ".", name != "..", name != ".", !exists else {
                    throw FileError(error.code, path: written, message: Self.reworded(error, path: written))
                }
                if !name.isEmpty { missing.append(name) }
                rest = RealPath.folder(of: rest)
            }
        }
    }

    /// Names of folders and files that are closed to workflows.
    package static let closed = [".baton", ".git"]

    private func check(
        _ resolved: String, isWithin written: String?, of base: String, written path: String
    ) throws(FileRootError) {
        guard let written else { return }
        let (folder, missing) = try existingPart(of: RealPath.join(base, written), written: path)
        guard !RealPath.contains(missing.reduce(folder) { RealPath.join($0, $1) }, resolved) else { return }
        let shown = written.isEmpty ? "the folder of its file" : "`\(written)`"
        if Self.isBelow(written, path) {
            throw FileError(
                .outside, path: path,
                message: "`\(path)` leads out of \(shown) through a symbolic link: put the file itself there")
        }
        throw FileError(
            .outside, path: path,
            message: "`\(path)` leads out of \(shown), and what an expression gives may not: write the folder before it"
        )
    }

    /// Whether a path lies below a folder as both are written, so that only a link can lead out of it.
    private static func isBelow(_ folder: String, _ path: String) -> Bool {
        guard !path.utf8.starts(with: "/".utf8), !path.split(separator: "/").contains("..") else { return false }
        return folder.isEmpty || path.utf8.starts(with: (folder.hasSuffix("/") ? folder : "\(folder)/").utf8)
    }

    private func outside(_ path: String) -> FileError {
        FileError(.outside, path: path, message: "`\(path)` lies outside the file root `\(folder)`")
    }

    private func check(_ resolved: String, written path: String) throws(FileRootError) {
        guard RealPath.contains(folder, resolved) else { throw outside(path) }
        if let closed = names(of: resolved).lazy.map({ $0.lowercased() }).first(where: Self.closed.contains) {
            throw FileError(.closed, path: path, message: "`\(path)` lies in `\(closed)`, which is closed to workflows")
        }
        if isHistory(resolved) {
            throw FileError(
                .closed, path: path, message: "`\(path)` belongs to the history, which is closed to workflows")
        }
    }
}

// MARK: - Opening

extension FileRoot {
    /// Opens a resolved file; nil when the path has changed since.
    package func openFile(at found: Resolved, written path: String) throws(FileRootError) -> OpenFile? {
        guard let parent = handle.folder(names(of: found.folder)) else { return try nilIfChanged(path) }
        do {
            return try OpenFile(in: parent, name: found.name, flags: O_NOFOLLOW, path: found.path)
        } catch {
            let status = parent.status(of: found.name)
            if status.map({ isKind(S_IFLNK, $0.st_mode) }) ?? true { return nil }
            throw FileError(error.code, path: path, message: Self.reworded(error, path: path))
        }
    }

    /// Opens a resolved place, and makes its missing folders; nil when the path has changed since.
    package func openPlace(at found: Resolved, written path: String) throws(FileRootError) -> FilePlace? {
        guard var folder = handle.folder(names(of: found.folder)) else { return try nilIfChanged(path) }
        for name in found.missing {
            guard let next = folder.makingFolder(name) else { return try nilIfChanged(path, doing: "write") }
            folder = next
        }
        if let status = folder.status(of: found.name) {
            if isKind(S_IFDIR, status.st_mode) { throw FileError(errno: EISDIR, path: path, doing: "write") }
            guard isKind(S_IFREG, status.st_mode) else { throw FileError.notRegular(path) }
        }
        return FilePlace(in: folder, name: found.name, path: found.path)
    }

    /// The names on the path from the root to a folder in it.
    private func names(of inner: String) -> [String] {
        // As bytes, because a combining character behind a slash forms one character with it.
        let inside = inner.utf8.dropFirst(folder == "/" ? 1 : folder.utf8.count)
        return inside.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
    }

    /// Nil for errors that show that the path has changed; throws all others.
    private func nilIfChanged<Found>(_ path: String, doing verb: String = "read") throws(FileError) -> Found? {
        let number = errno
        guard [ENOENT, ENOTDIR, ELOOP].contains(number) else {
            throw FileError(errno: number, path: path, doing: verb)
        }
        return nil
    }

    /// The message with the path as the user wrote it.
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
