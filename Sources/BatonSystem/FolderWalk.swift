#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The workflow files below a folder.
package struct FolderWalk: Sendable, Equatable {
    /// Paths from the folder on, in byte order, so that every machine runs the same order.
    package private(set) var files: [String] = []
    /// What was not entered or taken and why, for those who miss a file.
    package private(set) var skipped: [Skipped] = []

    package struct Skipped: Sendable, Equatable {
        package var path: String
        package var reason: String
    }

    /// A tree beyond these is a mistake, such as the root of the file system.
    package struct Limits: Sendable {
        package var depth: Int
        package var entries: Int

        package init(depth: Int = 32, entries: Int = 200_000) {
            self.depth = depth
            self.entries = entries
        }
    }

    /// Walks a folder: hidden folders and files are left out, and so are links that lead out of the folder and folders
    /// below it that hold a project file of their own, since what is in them means something else there.
    ///
    /// Throws when the folder itself cannot be read, when a workflow file in it cannot be reached (left out in silence,
    /// it would make a run greener than it is), or the tree is beyond the limits.
    package init(
        _ folder: String, endings: [String] = [".yaml", ".yml"], limits: Limits = Limits()
    ) throws(FileError) {
        let root = try RealPath.of(folder)
        var visited: Set<FileIdentity> = []
        var remaining = limits.entries
        // Paths from the root on still to be walked; the root is the empty one.
        var pending = [""]
        while let path = pending.popLast() {
            let absolute = path.isEmpty ? root : root + "/" + path
            var status = stat()
            guard stat(absolute, &status) == 0, visited.insert(FileIdentity(status)).inserted else { continue }
            let entries: [Folder.Entry]
            do {
                entries = try Folder.entries(in: absolute)
            } catch {
                if path.isEmpty { throw FileError(error.code, path: folder, message: error.message) }
                skipped.append(Skipped(path: path, reason: error.message))
                continue
            }
            if !path.isEmpty, entries.contains(where: { $0.name == ProjectSearch.fileName }) {
                skipped.append(Skipped(path: path, reason: "a project of its own"))
                continue
            }
            remaining -= entries.count
            let depth = path.isEmpty ? 0 : path.utf8.count { $0 == UInt8(ascii: "/") } + 1
            guard depth <= limits.depth else {
                throw FileError(
                    .tooLarge, path: folder, message: "`\(folder)` has folders more than \(limits.depth) deep")
            }
            guard remaining >= 0 else {
                throw FileError(
                    .tooLarge, path: folder, message: "`\(folder)` holds too many files and folders to walk")
            }
            for entry in entries where entry.name.utf8.first != UInt8(ascii: ".") {
                let name = entry.name
                let child = path.isEmpty ? name : path + "/" + name
                lazy var isWanted = endings.contains { Self.ends(name, with: $0) }
                switch entry.kind == .unknown ? Self.kind(of: root + "/" + child, root: root) : Kind(entry.kind) {
                case .folder: pending.append(child)
                case .unreachable where isWanted:
                    let reason =
                        name.contains("\u{FFFD}") ? "its name is not UTF-8" : "it is a link that leads nowhere"
                    throw FileError(
                        .failed, path: folder, message: "`\(child)` in `\(folder)` cannot be read: \(reason)")
                case .file where isWanted: files.append(child)
                case .outside where isWanted || Folder.isFolder(root + "/" + child):
                    skipped.append(Skipped(path: child, reason: "a link that leads out of the folder"))
                default: break
                }
            }
        }
        files.sort(by: ByteOrder.precedes)
        skipped.sort { ByteOrder.precedes($0.path, $1.path) }
    }

    private enum Kind {
        case file, folder, outside, other, unreachable

        init(_ kind: Folder.Entry.Kind) {
            self =
                switch kind {
                case .file: .file
                case .folder: .folder
                case .unknown: .other
                }
        }
    }

    /// Byte by byte: names are no texts to the system.
    private static func ends(_ name: String, with ending: String) -> Bool {
        let isSo = name.utf8.withContiguousStorageIfAvailable { name in
            ending.utf8.withContiguousStorageIfAvailable { ending in
                name.count >= ending.count && name[(name.count - ending.count)...].elementsEqual(ending)
            }
        }
        return (isSo ?? nil) ?? (name.utf8.suffix(ending.utf8.count).elementsEqual(ending.utf8))
    }

    private static func kind(of path: String, root: String) -> Kind {
        var status = stat()
        guard lstat(path, &status) == 0 else { return .unreachable }
        if isKind(S_IFLNK, status.st_mode) {
            guard let target = try? RealPath.of(path), stat(target, &status) == 0 else {
                return .unreachable
            }
            guard RealPath.contains(root, target) else { return .outside }
        }
        if isKind(S_IFDIR, status.st_mode) { return .folder }
        return isKind(S_IFREG, status.st_mode) ? .file : .other
    }
}

/// Which file it is, whatever path leads to it.
private struct FileIdentity: Hashable {
    var device: UInt64
    var number: UInt64

    init(_ status: stat) {
        device = UInt64(truncatingIfNeeded: status.st_dev)
        number = UInt64(truncatingIfNeeded: status.st_ino)
    }
}
