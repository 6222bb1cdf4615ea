import BatonFiles
import BatonTime
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
    let exited: Latch
    /// Opens when nobody can write output any more: everything that was started has ended, or closed it.
    let silent: Latch
    /// Opens when nobody reads any more what is still written.
    private let unread: Latch
    private let watch: ParentWatch?

    /// - Parameters:
    ///   - separatesErrors: whether what it writes to standard error comes apart from its output, and not as both are written.
    ///   - receive: gets what it writes, on a thread of its own.
    init(
        words: [String], folder: String?, environment: EnvironmentVariables, separatesErrors: Bool = false,
        receive: @escaping @Sendable (OutputStream, ArraySlice<UInt8>) -> Void
    ) throws(ProcessError) {
        if let folder, !Folder.isFolder(folder) {
            throw ProcessError(.notFound, "the folder `\(folder)` does not exist")
        }
        let pipes: [(pipe: Pipe, stream: OutputStream)]
        do throws(FileError) {
            exited = try Latch()
            silent = try Latch()
            unread = try Latch()
            pipes = try Self.pipes(separatesErrors ? [.output, .errors] : [.output])
        } catch {
            throw ProcessError(.notStarted, error.message)
        }
        watch = ParentWatch()
        let child = ChildProcess(
            words: words, folder: folder, environment: environment, output: pipes.first?.pipe.writeEnd,
            errors: pipes.last?.pipe.writeEnd, group: watch?.group)
        let result = child.start()
        for (pipe, _) in pipes { _ = close(pipe.writeEnd) }
        switch result {
        case .success(let number): program = number
        case .failure(let failure):
            for (pipe, _) in pipes { _ = close(pipe.readEnd) }
            throw Self.error(failure, program: words[0], folder: folder)
        }
        group = watch?.group ?? program
        let ends = pipes.map { ($0.pipe.readEnd, $0.stream) }
        guard DetachedThread.start({ self.read(ends, receive) }), DetachedThread.start({ self.watchExit() }) else {
            _ = kill(-group, SIGKILL)
            ProcessExit.reap(program)
            watch?.end()
            throw ProcessError(.notStarted, "no thread is left to watch `\(words[0])`")
        }
    }

    private static func pipes(_ streams: [OutputStream]) throws(FileError) -> [(pipe: Pipe, stream: OutputStream)] {
        var pipes: [(pipe: Pipe, stream: OutputStream)] = []
        for stream in streams {
            do {
                pipes.append((try Pipe(), stream))
            } catch {
                for (pipe, _) in pipes {
                    _ = close(pipe.readEnd)
                    _ = close(pipe.writeEnd)
                }
                throw error
            }
        }
        return pipes
    }

    private static func error(
        _ failure: ChildProcess.StartFailure, program: String, folder: String?
    ) -> ProcessError {
        switch failure.errno {
        // The system says the same of a script whose first line names a program that is not there.
        case ENOENT
        where program.utf8.contains(UInt8(ascii: "/")) && access(RealPath.join(folder ?? ".", program), F_OK) == 0:
            ProcessError(.notStarted, "`\(program)` could not be started: the program that runs it is missing")
        // The search goes on behind a folder of PATH that may not be read, and says so when it finds nothing.
        case EACCES where !program.utf8.contains(UInt8(ascii: "/")) && !isInSearchPath(program):
            ProcessError(.notFound, "the program `\(program)` was not found")
        case ENOENT, ENOTDIR: ProcessError(.notFound, "the program `\(program)` was not found")
        case EACCES, EPERM: ProcessError(.denied, "no permission to start `\(program)`")
        case ENOEXEC: ProcessError(.notStarted, "`\(program)` is no program")
        default:
            ProcessError(
                .notStarted, "`\(program)` could not be started: \(String(cString: strerror(failure.errno)))")
        }
    }

    private static func isInSearchPath(_ program: String) -> Bool {
        guard let path = getenv("PATH") else { return false }
        return String(cString: path).split(separator: ":").contains { access("\($0)/\(program)", F_OK) == 0 }
    }

    var exit: ProcessExit? { state.withLock(\.exit) }

    // MARK: The two threads

    private func read(
        _ ends: [(number: Int32, stream: OutputStream)],
        _ receive: (OutputStream, ArraySlice<UInt8>) -> Void
    ) {
        var open = ends
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while !open.isEmpty, !unread.isOpen {
            var entries = open.map { pollfd(fd: $0.number, events: Int16(POLLIN), revents: 0) } + [unread.entry]
            guard poll(&entries, nfds_t(entries.count), -1) > 0 || errno == EINTR else { break }
            for index in open.indices.reversed() where entries[index].revents != 0 {
                let count = systemRead(open[index].number, &buffer, buffer.count)
                if count > 0 {
                    receive(open[index].stream, buffer[..<count])
                } else if count == 0 || errno != EINTR {
                    _ = close(open.remove(at: index).number)
                }
            }
        }
        for (number, _) in open { _ = close(number) }
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
        // What left the group and still holds the output is nobody's to wait for.
        _ = silent.wait(until: ClockReading.monotonicNanoseconds() + 250_000_000)
        unread.open()
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
