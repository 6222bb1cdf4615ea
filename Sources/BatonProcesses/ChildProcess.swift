#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A program about to be started in a process group of its own, or in one that is there, with signals as a fresh process
/// has them.
struct ChildProcess {
    var words: [String]
    var folder: String?
    var environment: EnvironmentVariables
    /// Nil for the null device.
    var input: Int32?
    /// For output and errors; nil for the null device.
    var output: Int32?
    /// For errors, where these go elsewhere than the output.
    var errors: Int32?
    /// The group that it joins before it runs; nil for one of its own, with its number.
    var group: pid_t?
    /// Signals that it starts with blocked: from its first moment on they do nothing to it.
    var blocked: [Int32] = []

    /// Starts it and returns its number; the system's error number otherwise.
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

        // Some sockets and files of the libraries are open to children unless they are closed here.
        Self.addClosing(to: &actions)

        // The signals that this process blocks or ignores must work in the child.
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

    /// `posix_spawn_file_actions_addchdir_np`, found by its name: glibc's header shows it to GNU sources only.
    private static func addFolder(_ folder: String, to actions: inout Actions) -> Int32 {
        typealias Function = @convention(c) (UnsafeMutablePointer<Actions>, UnsafePointer<CChar>) -> Int32
        guard let symbol = dlsym(nil, "posix_spawn_file_actions_addchdir_np") else { return ENOSYS }
        return unsafeBitCast(symbol, to: Function.self)(&actions, folder)
    }

    /// `posix_spawn_file_actions_addclosefrom_np` for all but the three standard streams; glibc has it since 2.34.
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
