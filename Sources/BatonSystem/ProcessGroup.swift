import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A started program with everything it starts, as far as that stays in its process group.
///
/// Who leads the group, the watch or without one the program itself, is not reaped before the group has been ended: as
/// long as it is unreaped, even dead, the group's number cannot become another's, and a signal to the group cannot hit a
/// stranger.
final class ProcessGroup: Sendable {
    private struct State {
        var tail = OutputTail()
        var exit: ProcessExit?
        var isReaped = false
        var nextWaiter = 0
        var waiters: [Int: CheckedContinuation<Bool, Never>] = [:]
    }

    /// The process that was started.
    let program: pid_t
    private let group: pid_t
    private let state = Mutex(State())
    /// Opens when the program has ended.
    private let exited: Latch
    /// Opens when nobody can write output any more: everything that was started has ended, or closed it.
    private let silent: Latch
    private let watch: ParentWatch?

    init(words: [String], folder: String?, environment: EnvironmentVariables) throws(ServerProcessError) {
        let output: Pipe
        do {
            output = try Pipe()
            exited = try Latch()
            silent = try Latch()
        } catch {
            throw ServerProcessError(.notStarted, error.message)
        }
        watch = ParentWatch()
        let child = ChildProcess(
            words: words, folder: folder, environment: environment, output: output.writeEnd, group: watch?.group)
        let result = child.start()
        _ = close(output.writeEnd)
        switch result {
        case .success(let number): program = number
        case .failure(let failure):
            _ = close(output.readEnd)
            throw Self.error(failure, program: words[0])
        }
        group = watch?.group ?? program
        let readEnd = output.readEnd
        guard DetachedThread.start({ self.readOutput(readEnd) }), DetachedThread.start({ self.watchExit() }) else {
            _ = kill(-group, SIGKILL)
            ProcessExit.reap(program)
            watch?.end()
            throw ServerProcessError(.notStarted, "no thread is left to watch `\(words[0])`")
        }
    }

    private static func error(_ failure: ChildProcess.StartFailure, program: String) -> ServerProcessError {
        switch failure.errno {
        // The search goes on behind a folder of PATH that may not be read, and says so when it finds nothing.
        case EACCES where !program.utf8.contains(UInt8(ascii: "/")) && !isInSearchPath(program):
            ServerProcessError(.notFound, "the program `\(program)` was not found")
        case ENOENT, ENOTDIR: ServerProcessError(.notFound, "the program `\(program)` was not found")
        case EACCES, EPERM: ServerProcessError(.denied, "no permission to start `\(program)`")
        case ENOEXEC: ServerProcessError(.notStarted, "`\(program)` is no program")
        default:
            ServerProcessError(
                .notStarted, "`\(program)` could not be started: \(String(cString: strerror(failure.errno)))")
        }
    }

    private static func isInSearchPath(_ program: String) -> Bool {
        guard let path = getenv("PATH") else { return false }
        return String(cString: path).split(separator: ":").contains { access("\($0)/\(program)", F_OK) == 0 }
    }

    var outputTail: String { state.withLock(\.tail).text }

    var exit: ProcessExit? { state.withLock(\.exit) }

    // MARK: The two threads

    private func readOutput(_ number: Int32) {
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = read(number, &buffer, buffer.count)
            if count > 0 {
                state.withLock { $0.tail.append(buffer[..<count]) }
            } else if count == 0 || errno != EINTR {
                break
            }
        }
        _ = close(number)
        silent.open()
    }

    private func watchExit() {
        let exit = ProcessExit.waitWithoutReaping(program) ?? .code(-1)
        // Its last words, which say why: at hand at once unless a child of it still holds the output.
        _ = silent.wait(until: ClockReading.monotonicNanoseconds() + 250_000_000)
        let waiters = state.withLock { state in
            state.exit = exit
            defer { state.waiters = [:] }
            return state.waiters.values
        }
        exited.open()
        for waiter in waiters { waiter.resume(returning: true) }
    }

    /// True when the program has ended, false when this task was cancelled first.
    func waitForExit() async -> Bool {
        let id = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer: Bool? = state.withLock { state in
                    if state.exit != nil { return true }
                    if Task.isCancelled { return false }
                    state.waiters[id] = continuation
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: id) }?.resume(returning: false)
        }
    }

    // MARK: The end

    func end(grace: Duration) {
        let (seconds, attoseconds) = grace.components
        let nanoseconds = min(max(seconds, 0), 86_400) * 1_000_000_000 + attoseconds / 1_000_000_000
        let deadline = ClockReading.monotonicNanoseconds() + nanoseconds
        signal(SIGTERM)
        // A stopped process would not notice the first.
        signal(SIGCONT)
        _ = exited.wait(until: deadline) && silent.wait(until: deadline)
        killNow()
    }

    func killNow() {
        signal(SIGKILL)
        // Only a process that hangs in the system survives that, and nothing can be done about it.
        guard exited.wait(until: ClockReading.monotonicNanoseconds() + 2_000_000_000) else { return }
        let isFirst = state.withLock { state in
            defer { state.isReaped = true }
            return !state.isReaped
        }
        guard isFirst else { return }
        ProcessExit.reap(program)
        watch?.end()
    }

    private func signal(_ number: Int32) {
        state.withLock { state in
            if !state.isReaped { _ = kill(-group, number) }
        }
    }

    /// Whether everything that wrote output has ended, waiting for it up to a number of seconds.
    func isSilent(withinSeconds seconds: Int64) -> Bool {
        silent.wait(until: ClockReading.monotonicNanoseconds() + seconds * 1_000_000_000)
    }

    /// What happens to the group when this process dies.
    func abandon() {
        watch?.abandon()
    }
}
