import BatonSystem
import BatonValues

/// The workflow files below a folder.
package struct FolderWalk: Sendable, Equatable {
    /// Paths relative to the folder, in byte order, so that the order is the same on every machine.
    package private(set) var files: [String] = []
    /// The files and folders that were left out, and why, for a user who misses a file.
    package private(set) var skipped: [Skipped] = []

    /// The other paths that lead to a file or folder by links, and the one by which its files are found.
    private var aliases: [Alias] = []

    fileprivate struct Alias: Equatable {
        var path: String
        /// Without links.
        var target: String
    }

    /// The paths of the files without links, in the order of `files`.
    private var places: [String] = []

    package struct Skipped: Sendable, Equatable {
        package var path: String
        package var reason: String
    }

    /// A larger tree is probably a mistake, such as the root of the file system.
    package struct Limits: Sendable {
        package var depth: Int
        package var entries: Int

        package init(depth: Int = 32, entries: Int = 200_000) {
            self.depth = depth
            self.entries = entries
        }
    }

    /// Walks a folder. Left out are hidden folders and files, folders with a project file of their own, because their
    /// files have another meaning there, and links that lead out of `boundary`. Other links are followed. A file that
    /// several paths lead to is found once, by the path without links if there is one. A link that leads nowhere is
    /// found if it has the name of a workflow file: silently left out, it could hide failures. Reading it then fails.
    ///
    /// Throws when the folder or one below it cannot be read, when the name of a workflow file that is asked for is not
    /// UTF-8, or when the tree exceeds the limits.
    ///
    /// - Parameters:
    ///   - boundary: the folder that links may lead into, such as the project's; nil for the walked folder.
    ///   - endings: the endings of file names, in lower case; names may have capitals.
    ///   - misspelt: endings that are told as a misspelt one of `endings`: their files are named as left out.
    ///   - isAsked: whether a file is asked for, by its path relative to the folder.
    package init(
        _ folder: String, within boundary: String? = nil, endings: [String] = [".yaml", ".yml"],
        misspelt: [String] = [], limits: Limits = Limits(), asking isAsked: (String) -> Bool = { _ in true }
    ) throws(FileError) {
        let root = try RealPath.of(folder)
        var visit = Visit(
            folder: folder, root: root,
            boundary: try boundary.map { path throws(FileError) in try RealPath.of(path) }, endings: endings,
            misspelt: misspelt, limits: limits)
        try visit.walk(Visit.Tree(path: "", root: root, above: []))
        try visit.followLinks()
        let missed = visit.missed.sorted { ByteOrder.precedes($0.path, $1.path) }
        if let miss = missed.first(where: { isAsked($0.path) }) { throw miss.error }
        files = visit.found.map(\.path)
        places = visit.found.map(\.target)
        aliases = visit.aliases
        skipped = visit.skipped.sorted { ByteOrder.precedes($0.path, $1.path) }
    }

    /// The files of which one path or another fits, also one that leads there by links.
    package func files(where fits: (String) -> Bool) -> [String] {
        if aliases.isEmpty { return files.filter(fits) }
        return zip(files, places).filter { path, place in
            fits(path)
                || aliases.contains { alias in
                    RealPath.contains(alias.target, place)
                        && fits(alias.path + Substring(place.utf8.dropFirst(alias.target.utf8.count)))
                }
        }.map(\.0)
    }
}

/// The state of a walk.
private struct Visit {
    /// A folder to walk without following links.
    struct Tree {
        /// The path relative to the walked folder; empty for the walked folder itself.
        var path: String
        /// The path without links.
        var root: String
        /// The folders of the links that led there, outermost first.
        var above: [String]
    }

    struct Link {
        var path: String
        /// The link's folder, without links.
        var folder: String
        var above: [String]

        var place: String { folder + "/" + RealPath.name(of: path) }
    }

    private let folder: String
    /// The walked folder without links, like `boundary`.
    private let root: String
    private let boundary: String?
    private let endings: [String]
    private let misspelt: [String]
    private let limits: FolderWalk.Limits
    private var remaining: Int
    private(set) var files: [String] = []
    private(set) var skipped: [FolderWalk.Skipped] = []
    /// The paths of workflow files that cannot be reached.
    private(set) var missed: [(path: String, error: FileError)] = []
    private(set) var aliases: [FolderWalk.Alias] = []
    /// The files with their paths without links, in byte order.
    private(set) var found: [FolderWalk.Alias] = []
    private var visited: Set<FileIdentity> = []
    private var folderLinks: [Link] = []
    private var fileLinks: [Link] = []
    /// The trees that were walked, with the files found in each.
    private var trees: [(tree: Tree, files: Range<Int>)] = []

    init(
        folder: String, root: String, boundary: String?, endings: [String], misspelt: [String],
        limits: FolderWalk.Limits
    ) {
        self.folder = folder
        self.root = root
        self.boundary = boundary
        self.endings = endings
        self.misspelt = misspelt
        self.limits = limits
        remaining = limits.entries
    }

    mutating func walk(_ tree: Tree) throws(FileError) {
        let first = files.count
        var pending = [""]
        while let path = pending.popLast() {
            let shown = Self.join(tree.path, path)
            let folder = path.isEmpty ? tree.root : tree.root + "/" + path
            guard try isNew(folder, shown), let entries = try entries(of: folder, shown) else { continue }
            try bound(entries.count, in: shown)
            var folders: [String] = []
            for entry in entries where entry.name.utf8.first != UInt8(ascii: ".") {
                let kind =
                    entry.kind == .unknown ? Self.kind(of: "\(folder)/\(entry.name)") : Kind(entry.kind)
                if kind == .folder {
                    folders.append(Self.join(path, entry.name))
                } else {
                    add(entry.name, kind, to: shown, folder, above: tree.above)
                }
            }
            pending += folders.sorted(by: ByteOrder.precedes)
        }
        trees.append((tree, first..<files.count))
    }

    /// Whether a folder is there and no other path led to it before.
    private mutating func isNew(_ folder: String, _ shown: String) throws(FileError) -> Bool {
        var status = stat()
        guard stat(folder, &status) == 0 else {
            // The folder may have been removed meanwhile.
            if errno == ENOENT || errno == ENOTDIR { return false }
            throw unreachable(shown, String(cString: strerror(errno)), .failed)
        }
        if visited.insert(FileIdentity(status)).inserted { return true }
        if !shown.isEmpty { aliases.append(FolderWalk.Alias(path: shown, target: folder)) }
        return false
    }

    /// Nil for a folder that was removed meanwhile, and for a project of its own.
    private mutating func entries(of folder: String, _ shown: String) throws(FileError) -> [Folder.Entry]? {
        let entries: [Folder.Entry]
        do {
            entries = try Folder.entries(in: folder)
        } catch {
            guard !shown.isEmpty else { throw FileError(error.code, path: self.folder, message: error.message) }
            if error.code == .missing { return nil }
            throw unreachable(shown, error.code == .denied ? "Permission denied" : error.message, error.code)
        }
        if !shown.isEmpty, entries.contains(where: { $0.name == ProjectSearch.fileName }) {
            skip(shown, "a project of its own")
            return nil
        }
        return entries
    }

    /// Throws where the tree is too deep or too large.
    private mutating func bound(_ count: Int, in shown: String) throws(FileError) {
        remaining -= count
        let depth = shown.isEmpty ? 0 : shown.utf8.count { $0 == UInt8(ascii: "/") } + 1
        guard depth <= limits.depth else {
            throw FileError(.tooLarge, path: folder, message: "`\(folder)` has folders more than \(limits.depth) deep")
        }
        guard remaining >= 0 else {
            throw FileError(.tooLarge, path: folder, message: "`\(folder)` holds too many files and folders to walk")
        }
    }

    /// Adds what is no folder.
    private mutating func add(_ name: String, _ kind: Kind, to shown: String, _ folder: String, above: [String]) {
        let path = Self.join(shown, name)
        switch kind {
        case .file:
            if isWanted(name) {
                files.append(path)
            } else if misspelt.contains(where: { FileEnding.has(name, $0) }) {
                skip(path, "its name does not end in \(endings.joined(separator: " or "))")
            }
        case .link:
            let link = Link(path: path, folder: folder, above: above)
            if Folder.isFolder(link.place) { folderLinks.append(link) } else { fileLinks.append(link) }
        case .unreachable: miss(path, "its name is not UTF-8")
        case .folder, .other: if isWanted(name) { skip(path, "neither a file nor a folder") }
        }
    }

    /// Follows links in byte order, those behind fewer links first and links to files last, so that a file is found by
    /// its shortest path.
    mutating func followLinks() throws(FileError) {
        while !folderLinks.isEmpty {
            let links = folderLinks.sorted { ByteOrder.precedes($0.path, $1.path) }
            folderLinks = []
            for link in links {
                guard let target = target(of: link, isFolder: true) else { continue }
                let above = link.above + [link.folder]
                if above.contains(where: { RealPath.contains(target, $0) }) {
                    skip(link.path, "a link in a circle: it leads to a folder that it is in")
                } else {
                    try walk(Tree(path: link.path, root: target, above: above))
                }
            }
        }
        if fileLinks.isEmpty, aliases.isEmpty {
            // No path but its own leads to a file.
            found = files.sorted(by: ByteOrder.precedes).map { FolderWalk.Alias(path: $0, target: "") }
            return
        }
        var places: Set<String> = []
        for (tree, range) in trees {
            let start = tree.path.isEmpty ? 0 : tree.path.utf8.count + 1
            for file in files[range] {
                let place = "\(tree.root)/\(String(decoding: file.utf8.dropFirst(start), as: UTF8.self))"
                places.insert(place)
                found.append(FolderWalk.Alias(path: file, target: place))
            }
        }
        for link in fileLinks.sorted(by: { ByteOrder.precedes($0.path, $1.path) }) {
            guard let target = target(of: link, isFolder: false) else { continue }
            let alias = FolderWalk.Alias(path: link.path, target: target)
            if places.insert(target).inserted {
                files.append(link.path)
                found.append(alias)
            } else {
                aliases.append(alias)
            }
        }
        found.sort { ByteOrder.precedes($0.path, $1.path) }
    }

    /// The target of a link, its own path if it leads nowhere; nil if it is not followed.
    private mutating func target(of link: Link, isFolder: Bool) -> String? {
        var status = stat()
        guard let target = try? RealPath.of(link.place), stat(target, &status) == 0 else {
            if !isFolder, isWanted(link.path) { return link.place }
            skip(link.path, "a link that leads nowhere")
            return nil
        }
        guard isFolder || isWanted(link.path) else { return nil }
        guard isKind(isFolder ? S_IFDIR : S_IFREG, status.st_mode) else {
            skip(link.path, "a link to what is neither a file nor a folder")
            return nil
        }
        guard RealPath.contains(root, target) || boundary.map({ RealPath.contains($0, target) }) == true else {
            skip(link.path, "a link that leads out of the \(boundary == nil ? "folder" : "project")")
            return nil
        }
        guard !isInOtherProject(isFolder ? target : RealPath.folder(of: target)) else {
            skip(link.path, "a link into a project of its own")
            return nil
        }
        return target
    }

    /// Whether there is a project file between the boundary and a folder.
    private func isInOtherProject(_ folder: String) -> Bool {
        var folder = folder
        let boundary = boundary ?? root
        while folder != boundary, folder != root, RealPath.contains(boundary, folder) {
            if access(RealPath.join(folder, ProjectSearch.fileName), F_OK) == 0 { return true }
            folder = RealPath.folder(of: folder)
        }
        return false
    }

    /// Records a path that cannot be reached.
    private mutating func miss(_ path: String, _ reason: String) {
        if isWanted(path) { missed.append((path, unreachable(path, reason, .failed))) }
        skip(path, reason)
    }

    private func unreachable(_ path: String, _ reason: String, _ code: FileError.Code) -> FileError {
        FileError(code, path: Self.join(folder, path), message: "`\(path)` in `\(folder)` cannot be read: \(reason)")
    }

    private mutating func skip(_ path: String, _ reason: String) {
        skipped.append(FolderWalk.Skipped(path: path, reason: reason))
    }

    private static func join(_ folder: String, _ path: String) -> String {
        folder.isEmpty ? path : path.isEmpty ? folder : folder + "/" + path
    }

    private func isWanted(_ name: String) -> Bool { endings.contains { FileEnding.has(name, $0) } }

    private enum Kind {
        case file, folder, link, other, unreachable

        init(_ kind: Folder.Entry.Kind) {
            self =
                switch kind {
                case .file: .file
                case .folder: .folder
                case .unknown: .other
                }
        }
    }

    /// The kind of the file; links are not followed.
    private static func kind(of path: String) -> Kind {
        var status = stat()
        guard lstat(path, &status) == 0 else { return .unreachable }
        if isKind(S_IFLNK, status.st_mode) { return .link }
        if isKind(S_IFDIR, status.st_mode) { return .folder }
        return isKind(S_IFREG, status.st_mode) ? .file : .other
    }
}

/// The ending of a file's name, such as `.yaml`.
package enum FileEnding {
    /// Compares bytes, because file names need not be valid text. ASCII capitals equal small letters: `A.YAML` matches.
    ///
    /// - Parameter ending: in lower case.
    package static func has(_ name: String, _ ending: String) -> Bool {
        name.withUTF8Bytes { name in
            ending.withUTF8Bytes { ending in
                let start = name.count - ending.count
                return start >= 0
                    && ending.indices.allSatisfy { index in
                        let byte = name[start + index]
                        let small = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
                        return small == ending[index]
                    }
            }
        }
    }
}

/// Identifies a file, whatever path leads to it.
private struct FileIdentity: Hashable {
    var device: UInt64
    var number: UInt64

    init(_ status: stat) {
        device = UInt64(truncatingIfNeeded: status.st_dev)
        number = UInt64(truncatingIfNeeded: status.st_ino)
    }
}
