import BatonSystem

/// A program to be started in a new or existing process group, with the default signal handling of a fresh process.
struct ChildProcess {
    var words: [String]
    var folder: String?
    var environment: EnvironmentVariables
    /// Nil for the null device.
    var input: Int32?
    /// For output, and for errors too if `errors` is nil; nil for the null device.
    var output: Int32?
    /// For errors, if they are to be separate from the output.
    var errors: Int32?
    /// The group that the program joins before it runs; nil for a new group, with the program's number.
    var group: pid_t?
    /// Signals that are blocked from the program's start on.
    var blocked: [Int32] = []

    /// Starts the program and returns its process number; else the system's error number.
    func start() -> Result<pid_t, StartError> {
        #if canImport(Glibc)
            var actions = posix_spawn_file_actions_t()
            var attributes = posix_spawnattr_t()
        #else
            var actions: posix_spawn_file_actions_t?
            var attributes: posix_spawnattr_t?
        #endif
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }

        if let folder {
            let result = Self.addFolder(folder, to: &actions)
            if result != 0 { return .failure(StartError(errno: result)) }
        }
        if let input {
            posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        } else {
            posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        }
        if let output {
            posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
            posix_spawn_file_actions_adddup2(&actions, errors ?? output, STDERR_FILENO)
        } else {
            posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
            posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO)
        }

        // Libraries leave some sockets and files inheritable, so they are closed here.
        Self.addClosing(to: &actions)

        // Signals that this process blocks or ignores must have their default effect in the child.
        var mask = SignalSet(blocked).raw
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &mask)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setpgroup(&attributes, group ?? 0)
        let flags = Int32(POSIX_SPAWN_SETPGROUP) | Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)
        posix_spawnattr_setflags(&attributes, Int16(flags))

        var number = pid_t()
        let result = Self.withStrings(words) { arguments in
            Self.withStrings(environment.values.map { "\($0.key)=\($0.value)" }) { environment in
                guard let program = arguments[0] else { return EINVAL }
                return posix_spawnp(&number, program, &actions, &attributes, arguments, environment)
            }
        }
        return result == 0 ? .success(number) : .failure(StartError(errno: result))
    }

    #if canImport(Glibc)
        private typealias Actions = posix_spawn_file_actions_t
    #else
        private typealias Actions = posix_spawn_file_actions_t?
    #endif

    /// `posix_spawn_file_actions_addchdir_np`, looked up by name because glibc declares it for GNU sources only.
    private static func addFolder(_ folder: String, to actions: inout Actions) -> Int32 {
        typealias Function = @convention(c) (UnsafeMutablePointer<Actions>, UnsafePointer<CChar>) -> Int32
        guard let symbol = dlsym(nil, "posix_spawn_file_actions_addchdir_np") else { return ENOSYS }
        return unsafeBitCast(symbol, to: Function.self)(&actions, folder)
    }

    /// `posix_spawn_file_actions_addclosefrom_np` for all descriptors but the three standard streams; in glibc since
    /// 2.34.
    private static func addClosing(to actions: inout Actions) {
        typealias Function = @convention(c) (UnsafeMutablePointer<Actions>, CInt) -> Int32
        guard let symbol = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np") else { return }
        _ = unsafeBitCast(symbol, to: Function.self)(&actions, STDERR_FILENO + 1)
    }

    struct StartError: Error { var errno: Int32 }

    private static func withStrings(
        _ strings: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Int32
    ) -> Int32 {
        var pointers: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) } + [nil]
        defer { pointers.forEach { free($0) } }
        return pointers.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.map(body) ?? EINVAL
        }
    }
}

/// How a process ended: by itself with a code, or by a signal.
package enum ProcessExit: Sendable, Hashable, CustomStringConvertible {
    case code(Int32)
    case signal(Int32)

    package var description: String {
        switch self {
        case .code(let code): "exit code \(code)"
        case .signal(let number): "signal \(number) (\(String(cString: strsignal(number))))"
        }
    }

    /// Waits until a child has ended. The child stays unreaped, so that its process number and its group's are not
    /// reused.
    ///
    /// Nil when there is no such child.
    static func waitWithoutReaping(_ process: pid_t) -> ProcessExit? {
        var info = siginfo_t()
        while waitid(P_PID, id_t(process), &info, WEXITED | WNOWAIT) != 0 {
            if errno != EINTR { return nil }
        }
        #if canImport(Glibc)
            let status = info._sifields._sigchld.si_status
        #else
            let status = info.si_status
        #endif
        return info.si_code == CInt(CLD_EXITED) ? .code(status) : .signal(status)
    }

    /// Frees the number of a child that has ended.
    static func reap(_ process: pid_t) {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
    }
}

/// The stream that a program writes to.
enum OutputStream: Sendable {
    case output, errors
}

/// The last bytes of a program's output, which usually tell why it ended.
struct OutputTail: Sendable {
    private var bytes: [UInt8] = []
    private var isCut = false
    private let limit: Int

    init(limit: Int = 16_384) {
        self.limit = limit
    }

    mutating func append(_ part: some Collection<UInt8>) {
        bytes += part
        // Cut rarely, so that each byte is moved once or twice instead of at every write.
        guard bytes.count > limit * 2 else { return }
        bytes.removeFirst(bytes.count - limit)
        isCut = true
    }

    /// The kept bytes as text: if older bytes were dropped, it begins with a whole line. Invalid UTF-8 is repaired.
    var text: String {
        var kept = bytes.suffix(limit)
        if isCut || kept.count < bytes.count, let lineBreak = kept.firstIndex(of: UInt8(ascii: "\n")) {
            kept = kept[(lineBreak + 1)...]
        }
        return String(decoding: kept, as: UTF8.self)
    }
}
