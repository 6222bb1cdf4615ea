import BatonFiles
import BatonSystem
import BatonValues

/// Queries a repository with the user's own git, although its configuration may not be trustworthy.
///
/// A configuration can name programs: hooks, filters, monitors, transports to other repositories. Only commands are
/// used that read neither files of the working tree nor other repositories, and every setting that could start a
/// program for such a command is turned off. Git and all processes that it starts end at the deadline, and with this
/// process.
///
/// `GitRepository` finds the repository of a folder. `GitHead` reads commit and branch from its files, and `GitState`
/// asks git in addition whether files have changed; `GitChanges` are the changed files, found in a `GitList` of the
/// index.
struct Git {
    /// The folder that contains `.git`; any folder if `GIT_DIR` names the repository.
    let folder: String
    private let environment: EnvironmentVariables
    /// In nanoseconds of the monotonic clock.
    let deadline: Int64

    /// The variables that are kept besides those that every program gets: the location of the repository, as hooks and
    /// build services set it, and the folder of the user's settings.
    private static let kept = ["GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_INDEX_FILE", "XDG_CONFIG_HOME"]

    private static let settings = [
        "--no-pager", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c",
        "safe.bareRepository=explicit",
    ]

    init(_ repository: GitRepository, _ environment: EnvironmentVariables, within limit: Duration) {
        let (seconds, attoseconds) = limit.components
        let deadline = ClockReading.monotonicNanoseconds() + seconds * 1_000_000_000 + attoseconds / 1_000_000_000
        self.init(repository.top, environment, deadline: deadline)
    }

    init(_ folder: String, _ environment: EnvironmentVariables, deadline: Int64) {
        self.folder = folder
        self.deadline = deadline
        var kept = environment.ordinary
        for name in Self.kept { kept.values[name] = environment[name] }
        // A git command that takes a lock could disturb the user's own git commands.
        kept.values["GIT_OPTIONAL_LOCKS"] = "0"
        // Objects that are missing in a partial clone are not fetched: no protocol is allowed, remote helpers included.
        kept.values["GIT_NO_LAZY_FETCH"] = "1"
        kept.values["GIT_ALLOW_PROTOCOL"] = ""
        kept.values["GIT_TERMINAL_PROMPT"] = "0"
        self.environment = kept
    }

    /// Runs git and returns its output.
    func ask(_ words: [String]) throws(GitError) -> [UInt8] {
        let rest = max(0, deadline - ClockReading.monotonicNanoseconds())
        // Not in a folder of the repository, because `PATH` may contain relative folders.
        let program = ProgramRun(
            words: ["git"] + Self.settings + ["-C", folder] + words, folder: "/", environment: environment,
            limit: rest / 1000, outputLimit: 256_000_000, grace: .zero)
        let end: ProgramRun.End
        do throws(ProcessError) {
            end = try program.performBlocking()
        } catch {
            throw GitError(message: error.message)
        }
        switch end.reason {
        case .ended(.code(0)): return end.output
        case .timeIsUp, .cancelled: throw GitError(message: "git does not answer in time")
        case .wroteTooMuch: throw GitError(message: "git lists more than can be read")
        case .ended:
            let line = String(decoding: end.errors, as: UTF8.self).split(separator: "\n").first.map(String.init)
            throw GitError(message: line.map { $0.hasPrefix("fatal: ") ? String($0.dropFirst(7)) : $0 } ?? "git failed")
        }
    }

    /// The first line of git's output; nil if git fails or writes nothing.
    func line(_ words: [String]) -> String? {
        guard let output = try? ask(words) else { return nil }
        let line = output.prefix { $0 != UInt8(ascii: "\n") }
        return line.isEmpty ? nil : String(validating: line, as: UTF8.self)
    }
}

/// The location of a folder's repository.
package struct GitRepository: Equatable {
    /// The folder that contains `.git`: the root of the working tree.
    let top: String
    /// The folder with `HEAD` and the index; each worktree has its own.
    let folder: String
    /// The folder with the branches, shared by all worktrees.
    let common: String

    /// The repository of the nearest folder with `.git`, from `start` upwards, or the one that the environment names;
    /// nil if there is none.
    ///
    /// A folder that looks like a bare repository is not used, because it may be part of the contents of another one.
    package init?(around start: String, _ environment: EnvironmentVariables) {
        guard let start = try? RealPath.of(start) else { return nil }
        var top = start
        while access(RealPath.join(top, ".git"), F_OK) != 0, top != "/" { top = RealPath.folder(of: top) }
        let marker = RealPath.join(top, ".git")
        if let named = environment["GIT_DIR"] {
            if access(marker, F_OK) != 0 { top = start }
            folder = RealPath.join(top, named)
        } else if Folder.isFolder(marker) {
            folder = marker
        } else if let line = GitHead.line(of: marker), line.hasPrefix("gitdir:") {
            // In a worktree and in a submodule, `.git` is a file that names the folder.
            folder = RealPath.join(top, String(line.dropFirst("gitdir:".count).drop { $0 == " " }))
        } else {
            return nil
        }
        self.top = top
        let shared = environment["GIT_COMMON_DIR"] ?? GitHead.line(of: RealPath.join(folder, "commondir"))
        common = shared.map { [folder] in RealPath.join(folder, $0) } ?? folder
    }

    /// The most bytes of an index that is read.
    private static let largestIndex = 256 << 20

    /// Whether the index holds a file, by its absolute path.
    ///
    /// An index of version 4, which only the user of a working tree can ask for, shortens paths and is not read.
    package func tracks(_ path: String) -> Bool {
        guard let real = try? RealPath.of(path), real.hasPrefix(top == "/" ? top : top + "/"),
            let index = try? FileReading.bytes(of: RealPath.join(folder, "index"), limit: Self.largestIndex)
        else { return false }
        let name = Array(real.utf8.dropFirst(top == "/" ? 1 : top.utf8.count + 1))
        return index.ranges(of: name + [0]).contains { place in
            Self.beginsName(of: name.count, at: place.lowerBound, in: index)
        }
    }

    /// Whether a name of that length begins here: behind the flags with its length, and those of version 3
    /// (gitformat-index).
    private static func beginsName(of length: Int, at place: Int, in index: [UInt8]) -> Bool {
        [2, 4].contains { distance in
            guard place >= distance else { return false }
            let flags = Int(index[place - distance]) << 8 | Int(index[place - distance + 1])
            return flags & 0xFFF == min(length, 0xFFF) && (distance == 4) == (flags & 0x4000 != 0)
        }
    }
}

/// The commit and branch of a folder, and whether files have changed since.
package struct GitState: Sendable, Equatable {
    package var commit: String
    /// Nil on a detached head.
    package var branch: String?
    package var isDirty: Bool
    /// The branch that the remote `origin` calls its default; nil where the clone does not say.
    package var defaultBranch: String?
    /// Nil where git does not find the commit, as in a clone whose objects were removed.
    package var message: GitCommit?
    /// The root of the working tree.
    package var top: String

    /// The time limit for git when a run records its state without being asked to by an option.
    private static let limit = Duration.seconds(2)

    /// Nil without a repository, and without a commit. If git does not list the changes in time, the folder counts as
    /// unchanged.
    ///
    /// - Parameter written: absolute paths whose changes do not count, nor those of files on their way there.
    package init?(_ folder: String, _ environment: EnvironmentVariables, except written: Set<String> = []) {
        guard let repository = GitRepository(around: folder, environment) else { return nil }
        let git = Git(repository, environment, within: Self.limit)
        guard let head = GitHead(repository, asking: git) else { return nil }
        commit = head.commit
        branch = head.branch
        defaultBranch = GitHead.defaultBranch(of: repository)
        message = GitCommit(head.commit, git)
        top = repository.top
        isDirty =
            (try? GitChanges(of: repository, git)).map { changes in
                changes.files.contains { file in
                    !written.contains { file == $0 || AtomicFile.isTemporary(file, of: $0) }
                }
            } ?? false
    }
}

/// What a commit says of itself. Its texts are as hostile as any from outside.
package struct GitCommit: Sendable, Equatable {
    /// The first line of the message.
    package var subject: String
    /// The name of the author, without the address.
    package var author: String

    /// Most bytes of a commit that are read.
    private static let limit = 64 << 10

    /// Nil where git has no such commit.
    init?(_ commit: String, _ git: Git) {
        // Not `git log`, which settings can make start a program.
        guard let bytes = try? git.ask(["cat-file", "commit", commit]) else { return nil }
        let text = String(decoding: bytes.prefix(Self.limit), as: UTF8.self)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let end = lines.firstIndex(of: "") ?? lines.endIndex
        let name = lines[..<end].first { $0.hasPrefix("author ") }?.dropFirst("author ".count)
            .prefix { $0 != "<" }
        author = name.map { Self.trimmed($0) } ?? ""
        subject = lines[end...].first { !$0.isEmpty }.map { Self.trimmed($0) } ?? ""
    }

    private static func trimmed(_ text: Substring) -> String {
        String(text.reversed().drop { $0 == " " }.reversed())
    }
}

/// The commit and the branch of a working tree, read from the files of its repository. Git is used only if the
/// repository stores its branches in reftable format.
package struct GitHead: Sendable, Equatable {
    /// In hexadecimal digits.
    package var commit: String
    /// Nil on a detached head.
    package var branch: String?

    /// Nil if there is no commit yet, and if git cannot read the reftables.
    ///
    /// - Parameter repository: the repository that contains `HEAD`.
    init?(_ repository: GitRepository, asking git: Git) {
        guard let head = Self.line(of: RealPath.join(repository.folder, "HEAD")) else { return nil }
        if head == Self.headOfTables {
            guard let commit = git.line(["rev-parse", "--verify", "--quiet", "HEAD^{commit}"]), Self.isCommit(commit)
            else { return nil }
            self.commit = commit
            branch = git.line(["symbolic-ref", "--quiet", "HEAD"]).flatMap(Self.branch)
            return
        }
        guard let reference = Self.reference(head) else {
            guard Self.isCommit(head) else { return nil }
            (commit, branch) = (head, nil)
            return
        }
        guard let commit = Self.commit(of: reference, repository) else { return nil }
        self.commit = commit
        branch = Self.branch(reference)
    }

    /// The branch to which `HEAD` of the remote `origin` leads, as `git clone` stores it; not read from reftables.
    static func defaultBranch(of repository: GitRepository) -> String? {
        let remote = "refs/remotes/origin/"
        guard let head = line(of: RealPath.join(repository.common, remote + "HEAD")),
            let reference = reference(head), reference.hasPrefix(remote)
        else { return nil }
        return String(reference.dropFirst(remote.count))
    }

    /// The content of `HEAD` in a repository with reftables; no branch can have this name.
    private static let headOfTables = "ref: refs/heads/.invalid"

    private static func branch(_ reference: String) -> String? {
        reference.hasPrefix("refs/heads/") ? String(reference.dropFirst("refs/heads/".count)) : nil
    }

    /// The most symbolic references that are followed.
    private static let mostHops = 5

    private static func commit(of name: String, _ repository: GitRepository) -> String? {
        var name = name
        for _ in 0..<mostHops {
            let found = [repository.folder, repository.common].lazy.compactMap { line(of: RealPath.join($0, name)) }
                .first
            guard let found else { return packed(name, repository) }
            if isCommit(found) { return found }
            guard let next = reference(found) else { return nil }
            name = next
        }
        return nil
    }

    /// Looks up a name in `packed-refs`: lines with a commit, a space and a name, and comments.
    private static func packed(_ name: String, _ repository: GitRepository) -> String? {
        let file = RealPath.join(repository.common, "packed-refs")
        guard let bytes = FileReading.head(of: file, count: 64_000_000) else { return nil }
        let wanted = Array(" \(name)".utf8)
        for line in bytes.split(separator: UInt8(ascii: "\n")) where line.suffix(wanted.count).elementsEqual(wanted) {
            let commit = String(decoding: line.dropLast(wanted.count), as: UTF8.self)
            if isCommit(commit) { return commit }
        }
        return nil
    }

    /// The name in `ref: refs/heads/main`; nil for other text, and for a name that would leave the repository.
    private static func reference(_ line: String) -> String? {
        guard line.hasPrefix("ref:") else { return nil }
        let name = line.dropFirst(4).drop { $0 == " " }
        guard name.hasPrefix("refs/"), !name.contains(".."), !name.utf8.contains(where: { $0 < 33 || $0 == 127 }) else {
            return nil
        }
        return String(name)
    }

    /// Whether the text is a SHA-1 or SHA-256 digest in hexadecimal digits.
    private static func isCommit(_ text: String) -> Bool {
        [40, 64].contains(text.utf8.count)
            && text.utf8.allSatisfy {
                UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0
            }
    }

    /// The first line of a small file.
    static func line(of path: String) -> String? {
        guard let bytes = FileReading.head(of: path, count: 4096) else { return nil }
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        return line.isEmpty ? nil : String(validating: line, as: UTF8.self)
    }
}
