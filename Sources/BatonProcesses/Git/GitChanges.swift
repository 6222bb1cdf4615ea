import BatonFiles
import BatonSystem
import BatonValues

/// Why git gave no result; in git's own words where possible.
package struct GitError: Error, Sendable, Equatable {
    package let message: String
}

/// The files of a working tree that differ from its last commit: changed, staged, untracked and deleted files, but not
/// ignored ones.
///
/// Git lists the committed, staged and untracked files. This code compares the files with that list, because git would
/// start filters that the repository names. A file is unchanged if its size, its times and its inode are those in the index,
/// or if its contents are the staged ones, byte for byte. The change time counts because programs can set the
/// modification time back. Contents that a filter has changed (as git-lfs does) cannot be
/// compared: such a file counts as changed when its time differs. Submodules are not searched.
package struct GitChanges: Sendable, Equatable {
    /// Absolute paths; symbolic links in the folder's own path are resolved.
    package let files: Set<String>

    /// - Parameters:
    ///   - folder: any folder of the repository.
    ///   - limit: the time limit for git.
    package init(_ folder: String, _ environment: EnvironmentVariables, within limit: Duration) throws(GitError) {
        guard let repository = GitRepository(around: folder, environment) else {
            throw GitError(message: "not a git repository, and no folder above is one")
        }
        try self.init(of: repository, Git(repository, environment, within: limit))
    }

    init(of repository: GitRepository, _ git: Git) throws(GitError) {
        files = try Self.files(of: repository, git)
    }

    private static func files(of repository: GitRepository, _ git: Git) throws(GitError) -> Set<String> {
        let listed = try git.ask([
            "ls-files", "-z", "-t", "--cached", "--others", "--exclude-standard", "--stage", "--debug",
        ])
        guard let list = GitList(listed) else { throw GitError(message: "git lists its files in an unknown way") }
        var changed = list.untracked
        if GitHead(repository, asking: git) == nil {
            // There is no commit yet.
            changed += list.entries.map(\.path)
        } else {
            let staged = try git.ask([
                "diff-index", "--cached", "--name-only", "-z", "--no-renames", "--no-ext-diff", "--relative",
                "--ignore-submodules=all", "HEAD",
            ])
            changed += staged.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
            changed += try list.changed(in: git)
        }
        return Set(changed.map { RealPath.join(git.folder, $0) })
    }
}

extension GitList {
    /// The paths whose files differ from what is staged.
    fileprivate func changed(in git: Git) throws(GitError) -> [String] {
        var changed: [String] = []
        var otherModes: [String] = []
        for entry in entries where entry.isCompared {
            switch entry.difference(from: RealPath.join(git.folder, entry.path)) {
            case .none: break
            case .contents: changed.append(entry.path)
            case .mode: otherModes.append(entry.path)
            }
            if ClockReading.monotonicNanoseconds() > git.deadline {
                throw GitError(message: "comparing its files takes too long")
            }
        }
        guard !otherModes.isEmpty else { return changed }
        // Some file systems do not record which files are executable.
        let answer = (try? git.ask(["config", "--type=bool", "--get", "core.fileMode"])) ?? []
        return answer.starts(with: "false".utf8) ? changed : changed + otherModes
    }
}

extension GitList.Entry {
    fileprivate enum Difference { case none, mode, contents }

    /// Whether git compares the file: it is neither marked as excepted nor a submodule.
    fileprivate var isCompared: Bool { !isExcepted && mode & Self.kind != Self.submodule }

    private static let kind: UInt32 = 0o170000
    private static let link: UInt32 = 0o120000
    private static let submodule: UInt32 = 0o160000
    /// Files larger than this are not read to find out whether only their time has changed.
    private static let readLimit = 64_000_000

    /// The difference between the file at a path and what is staged.
    fileprivate func difference(from path: String) -> Difference {
        var status = stat()
        guard isMerged, lstat(path, &status) == 0 else { return .contents }
        let isLink = mode & Self.kind == Self.link
        guard isKind(isLink ? S_IFLNK : S_IFREG, status.st_mode) else { return .contents }
        // Git stores the lower 32 bits of the size, and 0 if the contents must be compared.
        guard size == 0 || size == UInt32(truncatingIfNeeded: status.st_size) else { return .contents }
        guard isNoted(status) || isStaged(path, isLink) else { return .contents }
        return isLink || (mode & 0o100 != 0) == (status.st_mode & S_IXUSR != 0) ? .none : .mode
    }

    private func isNoted(_ status: stat) -> Bool {
        #if canImport(Glibc)
            let (modification, change) = (status.st_mtim, status.st_ctim)
        #else
            let (modification, change) = (status.st_mtimespec, status.st_ctimespec)
        #endif
        return size == UInt32(truncatingIfNeeded: status.st_size)
            && inode == UInt32(truncatingIfNeeded: status.st_ino)
            && modified == GitList.Time(modification) && changed == GitList.Time(change)
    }

    private func isStaged(_ path: String, _ isLink: Bool) -> Bool {
        let contents = isLink ? RealPath.target(ofLink: path) : try? FileReading.bytes(of: path, limit: Self.readLimit)
        guard let contents else { return false }
        let object = Array("blob \(contents.count)\0".utf8) + contents
        return Hexadecimal.encode(digest.utf8.count == 40 ? SHA1.digest(of: object) : SHA256.digest(of: object))
            == digest
    }
}

extension GitList.Time {
    fileprivate init(_ time: timespec) {
        self.init(
            seconds: UInt32(truncatingIfNeeded: time.tv_sec), nanoseconds: UInt32(truncatingIfNeeded: time.tv_nsec))
    }
}

/// The output of `git ls-files -z -t --cached --others --stage --debug`: the untracked files, and the staged files with
/// the file data in the index.
struct GitList: Equatable {
    struct Time: Equatable {
        var seconds: UInt32
        var nanoseconds: UInt32
    }

    /// A staged file.
    struct Entry: Equatable {
        var path: String
        /// The mode, as in `100644`.
        var mode: UInt32
        /// The digest of the contents, in hexadecimal digits.
        var digest: String
        /// False while a merge has left several versions.
        var isMerged: Bool
        /// The file's modification time, change time, inode number and size when it was found to equal what is staged; 0
        /// if unknown. Each is the lower 32 bits.
        var modified: Time
        var changed: Time
        var inode: UInt32
        var size: UInt32
        /// Whether the file must not be compared: it is outside of a sparse checkout, or assumed unchanged.
        var isExcepted: Bool
    }

    var untracked: [String] = []
    var entries: [Entry] = []

    /// Nil for malformed output.
    ///
    /// An entry is `? PATH` and a NUL; or `H MODE DIGEST STAGE`, a tab, the path, a NUL and five lines of numbers.
    init?(_ text: [UInt8]) {
        var rest = text[...]
        while !rest.isEmpty {
            guard let end = rest.firstIndex(of: 0) else { return nil }
            let line = rest[..<end].dropFirst(2)
            let isUntracked = rest.starts(with: "? ".utf8)
            rest = rest[(end + 1)...]
            if isUntracked {
                untracked.append(String(decoding: line, as: UTF8.self))
                continue
            }
            guard let tab = line.firstIndex(of: UInt8(ascii: "\t")) else { return nil }
            let words = line[..<tab].split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
            guard words.count == 3, let mode = UInt32(words[0], radix: 8), let noted = Self.noted(&rest) else {
                return nil
            }
            entries.append(
                Entry(
                    path: String(decoding: line[(tab + 1)...], as: UTF8.self), mode: mode, digest: words[1],
                    isMerged: words[2] == "0", modified: noted.modified, changed: noted.changed, inode: noted.inode,
                    size: noted.size, isExcepted: noted.flags & Self.exceptions != 0))
        }
    }

    /// The bits "skip worktree" and "assume valid" in the index format.
    private static let exceptions: UInt32 = 0x4000_0000 | 0x8000

    /// Reads the five lines `NAME: NUMBER:NUMBER`, or `NAME: NUMBER`, a tab and `NAME: NUMBER`.
    private static func noted(
        _ rest: inout ArraySlice<UInt8>
    ) -> (modified: Time, changed: Time, inode: UInt32, size: UInt32, flags: UInt32)? {
        var values: [String: Substring] = [:]
        for _ in 0..<5 {
            guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
            for part in String(decoding: rest[..<end], as: UTF8.self).split(separator: "\t") {
                let words = part.drop { $0 == " " }.split(separator: ":", maxSplits: 1)
                guard words.count == 2 else { return nil }
                values[String(words[0])] = words[1].drop { $0 == " " }
            }
            rest = rest[(end + 1)...]
        }
        guard let modified = values["mtime"].flatMap(time), let changed = values["ctime"].flatMap(time),
            let inode = values["ino"].flatMap({ UInt32($0) }), let size = values["size"].flatMap({ UInt32($0) }),
            let flags = values["flags"].flatMap({ UInt32($0, radix: 16) })
        else { return nil }
        return (modified, changed, inode, size, flags)
    }

    /// `SECONDS:NANOSECONDS`
    private static func time(_ text: Substring) -> Time? {
        let parts = text.split(separator: ":")
        guard parts.count == 2, let seconds = UInt32(parts[0]), let nanoseconds = UInt32(parts[1]) else { return nil }
        return Time(seconds: seconds, nanoseconds: nanoseconds)
    }
}
