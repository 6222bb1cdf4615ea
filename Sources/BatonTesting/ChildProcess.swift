#if os(Linux)
    package import BatonSystem

    /// A program that runs during the test and ends when its input is closed.
    package final class ChildProcess: Sendable {
        private let pid: pid_t
        private let input: Int32
        private let output: Int32

        /// Nil when the program could not be started.
        package init?(_ words: [String]) {
            var stdin: [Int32] = [-1, -1]
            var stdout: [Int32] = [-1, -1]
            let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
            guard socketpair(AF_UNIX, kind, 0, &stdin) == 0, socketpair(AF_UNIX, kind, 0, &stdout) == 0 else {
                return nil
            }
            var actions = posix_spawn_file_actions_t()
            posix_spawn_file_actions_init(&actions)
            defer { posix_spawn_file_actions_destroy(&actions) }
            posix_spawn_file_actions_adddup2(&actions, stdin[0], 0)
            posix_spawn_file_actions_adddup2(&actions, stdout[1], 1)
            posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
            Self.closeOthers(&actions)
            var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
            arguments.append(nil)
            defer { for argument in arguments { free(argument) } }
            var pid: pid_t = 0
            let code = posix_spawnp(&pid, words[0], &actions, nil, arguments, environ)
            close(stdin[0])
            close(stdout[1])
            guard code == 0 else { return nil }
            (self.pid, input, output) = (pid, stdin[1], stdout[0])
        }

        deinit {
            close(input)
            close(output)
            var status: Int32 = 0
            waitpid(pid, &status, 0)
        }

        /// Closes all descriptors but the three standard streams in a child: a socket that the child holds too would
        /// stay open for the peer after the test has closed it. Looked up by name, because glibc declares it for GNU
        /// sources only.
        package static func closeOthers(_ actions: inout posix_spawn_file_actions_t) {
            typealias Function =
                @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, CInt) -> Int32
            guard let symbol = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np") else { return }
            _ = unsafeBitCast(symbol, to: Function.self)(&actions, 3)
        }

        /// The next line without its end; nil at the end of the output.
        package func readLine() -> String? {
            var line: [UInt8] = []
            var byte: UInt8 = 0
            while read(output, &byte, 1) == 1 {
                if byte == 0x0A { return String(decoding: line, as: UTF8.self) }
                line.append(byte)
            }
            return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
        }

        /// All lines that the program writes until it ends.
        package static func output(of words: [String]) -> [String]? {
            guard let process = ChildProcess(words) else { return nil }
            var lines: [String] = []
            while let line = process.readLine() { lines.append(line) }
            return lines
        }
    }
#endif
