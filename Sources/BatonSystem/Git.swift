#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Asks the user's own git.
enum Git {
    struct Answer {
        var output: [UInt8]
        /// What it complained of, as far as it has room.
        var errors: [UInt8] = []
        var isWhole: Bool
        /// The exit code, or what `waitpid` says of a signal.
        var status: Int32
    }

    private static let errorLimit = 4096

    /// Nil where git could not be started.
    static func run(_ arguments: [String], limit: Int = 64_000_000) -> Answer? {
        guard let output = try? Pipe() else { return nil }
        defer { close(output.readEnd) }
        guard let errors = try? Pipe() else {
            close(output.writeEnd)
            return nil
        }
        defer { close(errors.readEnd) }
        var environment = EnvironmentVariables.current()
        // A status that takes a lock would get in the way of the user's own git.
        environment.values["GIT_OPTIONAL_LOCKS"] = "0"
        let child = ChildProcess(
            words: ["git"] + arguments, folder: nil, environment: environment, input: nil, output: output.writeEnd,
            errors: errors.writeEnd)
        let started = child.start()
        close(output.writeEnd)
        close(errors.writeEnd)
        guard case .success(let number) = started else { return nil }
        var answer = Answer(output: [], isWhole: true, status: 0)
        var waiting = [
            pollfd(fd: output.readEnd, events: Int16(POLLIN), revents: 0),
            pollfd(fd: errors.readEnd, events: Int16(POLLIN), revents: 0),
        ]
        while waiting.contains(where: { $0.fd >= 0 }) {
            guard poll(&waiting, nfds_t(waiting.count), -1) > 0 else { continue }
            for index in waiting.indices where waiting[index].revents != 0 {
                guard let part = part(of: waiting[index].fd) else {
                    // A negative number is passed over.
                    waiting[index].fd = -1
                    continue
                }
                if index == 1 {
                    answer.errors += part.prefix(max(0, errorLimit - answer.errors.count))
                } else if answer.output.count < limit {
                    answer.output += part
                } else {
                    answer.isWhole = false
                }
            }
        }
        while waitpid(number, &answer.status, 0) < 0, errno == EINTR {}
        return answer
    }

    /// What can be read of a pipe now; nil at its end.
    private static func part(of pipe: Int32) -> [UInt8]? {
        while true {
            var count = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: 16384) { buffer, filled in
                count = systemRead(pipe, buffer.baseAddress, buffer.count)
                filled = max(0, count)
            }
            if count < 0, errno == EINTR { continue }
            return count > 0 ? bytes : nil
        }
    }
}
