#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Asks the user's own git.
enum Git {
    struct Answer {
        /// Of both streams.
        var output: [UInt8]
        var isWhole: Bool
        /// The exit code, or what `waitpid` says of a signal.
        var status: Int32
    }

    /// Nil where git could not be started.
    static func run(_ arguments: [String], limit: Int = 64_000_000) -> Answer? {
        guard let pipe = try? Pipe() else { return nil }
        var environment = EnvironmentVariables.current()
        // A status that takes a lock would get in the way of the user's own git.
        environment.values["GIT_OPTIONAL_LOCKS"] = "0"
        let child = ChildProcess(
            words: ["git"] + arguments, folder: nil, environment: environment, input: nil, output: pipe.writeEnd)
        let started = child.start()
        close(pipe.writeEnd)
        defer { close(pipe.readEnd) }
        guard case .success(let number) = started else { return nil }
        var answer = Answer(output: [], isWhole: true, status: 0)
        var buffer = [UInt8](repeating: 0, count: 16384)
        while true {
            let count = read(pipe.readEnd, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            if count <= 0 { break }
            if answer.output.count < limit { answer.output += buffer.prefix(count) } else { answer.isWhole = false }
        }
        while waitpid(number, &answer.status, 0) < 0, errno == EINTR {}
        return answer
    }
}
