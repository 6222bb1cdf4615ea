import BatonTesting
import Glibc
import ProjectFolders
import Synchronization

/// The built program while it runs: signals can be sent to it, and its output is read as it comes.
///
/// It has a process group of its own, as a shell gives its jobs one; on a terminal of its own, it is that one's session.
final class RunningBaton: Sendable {
    enum Output { case pipe, terminal }

    private struct State {
        var child: pid_t = 0
        var isReaped = false
        var reader: Int32 = -1
    }

    let folder: Folder
    private let words: [String]
    private let state = Mutex(State())
    /// What was read of its output and is not handed out yet; held while more of it is waited for.
    private let buffer = Mutex<[UInt8]>([])
    /// What `end` has read so far.
    private let shown = Mutex<[UInt8]>([])
    /// Held while it starts, so that nobody asks for its number too early.
    private let start = Mutex(())

    /// - Parameter wrapper: the program that starts it and becomes it, such as `nohup`.
    init(_ folder: Folder, wrapper: [String] = [], environment: [String: String] = [:], _ arguments: [String]) {
        self.folder = folder
        let values = environment.merging(["NO_COLOR": "1"]) { given, _ in given }.map { "\($0.key)=\($0.value)" }
        words = wrapper + ["env", "-C", folder.path] + values + [Products.path(of: "baton")] + arguments
    }

    deinit {
        state.withLock { state in
            if state.child > 0, !state.isReaped { kill(state.child, SIGKILL) }
            if state.reader >= 0 { close(state.reader) }
        }
    }

    /// Starts it; output and errors go to one connection, or to a terminal of its own.
    ///
    /// - Parameter nonBlocking: whether writing what nobody has room for fails instead of waiting.
    func start(_ output: Output = .pipe, nonBlocking: Bool = false) throws {
        try start.withLock { _ in
            var ends: [Int32] = [-1, -1]
            var terminal: String?
            if output == .pipe {
                // Sockets, because a pipe would be there for a moment before other tests' children do not inherit it.
                let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
                guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw FolderError(errno) }
            } else {
                // What posix_openpt, unlockpt and ptsname do, which the headers show to X/Open sources only.
                ends[0] = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
                var lock: Int32 = 0
                var number: Int32 = 0
                guard ends[0] >= 0, ioctl(ends[0], 0x4004_5431, &lock) == 0, ioctl(ends[0], 0x8004_5430, &number) == 0
                else { throw FolderError(errno) }
                terminal = "/dev/pts/\(number)"
            }
            if nonBlocking { _ = fcntl(ends[1], F_SETFL, O_NONBLOCK) }
            let child = Self.spawn(words, output: ends[1], terminal: terminal)
            if ends[1] >= 0 { close(ends[1]) }
            guard let child else { throw FolderError(errno) }
            state.withLock { state in
                state.child = child
                state.reader = ends[0]
            }
        }
    }

    private static func spawn(_ words: [String], output: Int32, terminal: String?) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        var flags = POSIX_SPAWN_SETSIGDEF
        if let terminal {
            // The first terminal that the leader of a session opens is the one that steers it.
            posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
            posix_spawn_file_actions_adddup2(&actions, 0, 1)
            // POSIX_SPAWN_SETSID, which the headers show to GNU sources only.
            flags |= 0x80
        } else {
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
            posix_spawn_file_actions_adddup2(&actions, output, 1)
            flags |= POSIX_SPAWN_SETPGROUP
        }
        posix_spawn_file_actions_adddup2(&actions, 1, 2)
        ChildProcess.closeOthers(&actions)
        // A test program that was started in the background ignores SIGINT, and its children would too.
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigdefault(&attributes, &all)
        // The threads of the tests block nearly all signals, and its own would too.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(flags | POSIX_SPAWN_SETSIGMASK))
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
        arguments.append(nil)
        defer { for word in arguments { free(word) } }
        var child = pid_t()
        return posix_spawnp(&child, words[0], &actions, &attributes, arguments, environ) == 0 ? child : nil
    }

    /// Its process number; waits for a start that is under way.
    var processID: pid_t { start.withLock { _ in state.withLock(\.child) } }

    /// Where its output comes from; a program may ask the server for something before its start has returned here.
    private var startedReader: Int32 { start.withLock { _ in state.withLock(\.reader) } }

    /// False when it has ended.
    @discardableResult
    func send(_ signal: Int32) -> Bool {
        let child = processID
        return state.withLock { !$0.isReaped && child > 0 && kill(child, signal) == 0 }
    }

    /// Its terminal, as this process sees it.
    var terminal: Int32 { startedReader }

    /// Types on its terminal.
    func type(_ text: String) {
        let reader = startedReader
        _ = write(reader, text, text.utf8.count)
    }

    /// Returns when it has been stopped, as by Ctrl-Z.
    func waitUntilStopped() {
        var status: Int32 = 0
        while waitpid(processID, &status, WUNTRACED) < 0, errno == EINTR {}
    }

    /// Nobody reads its output any more; a terminal is gone.
    func closeOutput() {
        _ = startedReader
        state.withLock { state in
            close(state.reader)
            state.reader = -1
        }
    }

    /// The next line of its output with its end; what is left of it at the end, and nil after that.
    func readLine() -> String? {
        buffer.withLock { buffer in
            let reader = state.withLock(\.reader)
            while true {
                if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
                    let line = Array(buffer[...end])
                    buffer.removeFirst(line.count)
                    return String(decoding: line, as: UTF8.self)
                }
                guard reader >= 0, Self.fill(&buffer, from: reader) else { break }
            }
            defer { buffer = [] }
            return buffer.isEmpty ? nil : String(decoding: buffer, as: UTF8.self)
        }
    }

    private static func fill(_ buffer: inout [UInt8], from reader: Int32) -> Bool {
        var part = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(reader, &part, part.count)
            if count < 0, errno == EINTR { continue }
            // A terminal whose last program has ended gives an error.
            guard count > 0 else { return false }
            buffer += part[..<count]
            return true
        }
    }

    /// Reads what is left of its output and waits for its end.
    func end() async -> Baton.Result {
        await OwnThread.run { [self] in
            while let part = readPart() { shown.withLock { $0 += part } }
            return Baton.Result(exitCode: wait(), output: shownText, errorOutput: "")
        }
    }

    private var shownText: String { shown.withLock { String(decoding: $0, as: UTF8.self) } }

    /// What has come of its output, as soon as there is any; nil at its end.
    private func readPart() -> [UInt8]? {
        buffer.withLock { buffer in
            let reader = state.withLock(\.reader)
            guard !buffer.isEmpty || (reader >= 0 && Self.fill(&buffer, from: reader)) else { return nil }
            defer { buffer = [] }
            return buffer
        }
    }

    /// Returns when this text was written, while somebody waits for its end, or when it has ended.
    func waitUntilShown(_ text: String) {
        while !shownText.contains(text), send(0) { usleep(1000) }
    }

    /// The exit code, when nobody reads the output.
    func endUnread() async -> Int32 {
        await OwnThread.run { [self] in wait() }
    }

    /// The exit code, or 128 and the signal's number.
    private func wait() -> Int32 {
        var info = siginfo_t()
        let child = processID
        // Not reaped before nobody can send it a signal any more.
        while waitid(P_PID, id_t(child), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
        return state.withLock { state in
            var status: Int32 = 0
            while waitpid(child, &status, 0) < 0, errno == EINTR {}
            state.isReaped = true
            let signal = status & 0x7f
            return signal == 0 ? (status >> 8) & 0xff : 128 + signal
        }
    }
}

/// The built program, run as a user runs it.
struct Baton {
    typealias Result = CommandResult

    private let program: Program

    /// - Parameter program: what is started; another program than `baton` starts it in turn.
    init(folder: Folder, environment: [String: String] = [:], program: String? = nil) {
        self.program = Program(
            program ?? Products.path(of: "baton"), in: folder.path, environment: environment)
    }

    func callAsFunction(_ arguments: String...) async throws -> Result { try await run(arguments) }

    func run(_ arguments: [String]) async throws -> Result { try await program.run(arguments) }
}

extension SelectionProject {
    func run(_ arguments: String...) async throws -> CommandResult {
        // The folder is there as long as the project.
        defer { withExtendedLifetime(folder) {} }
        return try await Baton(folder: folder).run(["run", "--jobs", "1"] + arguments)
    }
}

/// The built program on a pseudo-terminal.
enum TerminalBaton {
    /// Everything that it wrote there; nil where there is no Python.
    static func run(_ arguments: [String], in folder: Folder) throws -> [UInt8]? {
        let words = ["python3", "-c", script, folder.path, Products.path(of: "baton")] + arguments
        guard ChildProcess.output(of: words) == ["done"] else { return nil }
        return try FileContents.bytes(of: "\(folder.path)/terminal")
    }

    private static let script = """
        import fcntl, os, pty, struct, sys, termios
        os.chdir(sys.argv[1])
        pid, terminal = pty.fork()
        if pid == 0:
            for name in ("NO_COLOR", "CI", "GITHUB_ACTIONS"): os.environ.pop(name, None)
            os.environ["TERM"] = "xterm-256color"
            os.execv(sys.argv[2], sys.argv[2:])
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 120, 0, 0))
        with open("terminal", "wb") as written:
            while True:
                try: piece = os.read(terminal, 65536)
                except OSError: break
                if not piece: break
                written.write(piece)
        os.waitpid(pid, 0)
        print("done")
        """
}
