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
    func start() -> Result<pid_t, StartFailure> {
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
            if result != 0 { return .failure(StartFailure(errno: result)) }
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
        return result == 0 ? .success(number) : .failure(StartFailure(errno: result))
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

    struct StartFailure: Error { var errno: Int32 }

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
