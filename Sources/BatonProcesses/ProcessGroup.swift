import BatonFiles
import BatonSystem
import BatonValues
import Synchronization

/// A started program and all processes that it starts, as long as they stay in its process group.
///
/// The leader of the group (the watch, or without a watch the program itself) is not reaped before the group has been
/// ended. As long as the leader is unreaped, even if dead, the system does not reuse the group's number, so that a
/// signal to the group cannot reach unrelated processes.
///
/// How this module works together: `ProgramRun` (a step) and `ServerProcess` (the server of an environment) find the
/// program with `ProgramFile`, start it as a `ProcessGroup` and read its output; a `ParentWatch` ends the group if this
/// process is killed. `SignalThread`, `Terminal` and `EnvironmentVariables` are what this process itself gets from
/// outside. Only the caller decides what happens on a signal.
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
    /// Opens when no process can write output any more: all have ended, or have closed the output.
    let silent: Latch
    /// Opens when further output is not read any more.
    private let unread: Latch
    private let watch: ParentWatch?

    /// - Parameters:
    ///   - separatesErrors: whether standard error is received apart from the output, instead of both in the order
    ///     written.
    ///   - receive: called with the output, on a thread of its own.
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
        _ failure: ChildProcess.StartError, program: String, folder: String?
    ) -> ProcessError {
        switch failure.errno {
        // ENOENT is also the error for a script whose first line names a missing program.
        case ENOENT
        where program.utf8.contains(UInt8(ascii: "/")) && access(RealPath.join(folder ?? ".", program), F_OK) == 0:
            ProgramFile.missingReader(
                program, in: folder ?? ".", searchPath: getenv("PATH").map { String(cString: $0) })
        // The search continues after a folder of PATH that is not readable, and fails with EACCES when it finds
        // nothing.
        case EACCES where !program.utf8.contains(UInt8(ascii: "/")) && !isInSearchPath(program):
            ProcessError(.notFound, "the program `\(program)` was not found")
        case ENOENT, ENOTDIR: ProcessError(.notFound, "the program `\(program)` was not found")
        case EACCES, EPERM: ProcessError(.denied, "no permission to start `\(program)`")
        case ENOEXEC: .noProgram(program)
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
        // Waits for the program's last output, which tells why it ended. It is there at once unless a child still holds
        // the pipe.
        _ = silent.wait(until: ClockReading.monotonicNanoseconds() + 250_000_000)
        let waiters = state.withLock { state in
            state.exit = exit
            defer { state.waiters = [:] }
            return state.waiters.values
        }
        exited.open()
        for waiter in waiters { waiter.resume(returning: true) }
    }

    /// Waits for the program's end; false when this task was cancelled first.
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
        // A stopped process would not handle SIGTERM before it is continued.
        signal(SIGCONT)
        _ = exited.wait(until: deadline) && silent.wait(until: deadline)
        killNow()
    }

    func killNow() {
        signal(SIGKILL)
        // Only a process that hangs in a system call survives SIGKILL, and it cannot be ended.
        guard exited.wait(until: ClockReading.monotonicNanoseconds() + 2_000_000_000) else { return }
        let isFirst = state.withLock { state in
            defer { state.isReaped = true }
            return !state.isReaped
        }
        guard isFirst else { return }
        ProcessExit.reap(program)
        watch?.end()
        // A process that left the group and still holds the output is not waited for any longer.
        _ = silent.wait(until: ClockReading.monotonicNanoseconds() + 250_000_000)
        unread.open()
    }

    private func signal(_ number: Int32) {
        state.withLock { state in
            if !state.isReaped { _ = kill(-group, number) }
        }
    }

    /// Waits up to a number of seconds until all processes that wrote output have ended; false if some have not.
    func isSilent(withinSeconds seconds: Int64) -> Bool {
        silent.wait(until: ClockReading.monotonicNanoseconds() + seconds * 1_000_000_000)
    }

    /// Simulates the death of this process for the group.
    func abandon() {
        watch?.abandon()
    }
}

/// A process group that is ended when this process ends, even if it is killed.
///
/// A shell leads the group and reads from a pipe whose writing end only this process holds, and never writes to. When
/// the writing end is closed, the shell ends the group with all processes that joined it: with SIGTERM, and after two
/// seconds with SIGKILL. The group exists before any program joins, and each program joins before it runs, so the watch
/// has no gap. On a system without a shell there is no watch.
final class ParentWatch: Sendable {
    /// The signals are blocked from the start and then ignored, because some shells unblock them while they wait.
    private static let script = """
        trap '' HUP INT TERM
        read -r end
        kill -s TERM 0
        kill -s CONT 0
        sleep 2
        kill -s KILL 0
        """

    private struct State {
        var watcher: pid_t?
        var pipe: Int32?
    }

    /// The process group's number, reserved until `end`.
    let group: pid_t
    private let state: Mutex<State>

    init?() {
        guard let pipe = try? Pipe() else { return nil }
        let shell = ChildProcess(
            words: ["/bin/sh", "-c", Self.script], environment: ["PATH": "/usr/bin:/bin"], input: pipe.readEnd,
            blocked: [SIGHUP, SIGINT, SIGTERM])
        let result = shell.start()
        _ = close(pipe.readEnd)
        guard case .success(let watcher) = result else {
            _ = close(pipe.writeEnd)
            return nil
        }
        group = watcher
        state = Mutex(State(watcher: watcher, pipe: pipe.writeEnd))
    }

    deinit { end() }

    /// Kills the remaining processes of the group at once, and ends the watch.
    func end() {
        state.withLock { state in
            if let watcher = state.watcher {
                _ = kill(-watcher, SIGKILL)
                ProcessExit.reap(watcher)
            }
            state.watcher = nil
            if let pipe = state.pipe { _ = close(pipe) }
            state.pipe = nil
        }
    }

    /// Closes the pipe, with the same effect as the end of this process.
    func abandon() {
        state.withLock { state in
            if let pipe = state.pipe { _ = close(pipe) }
            state.pipe = nil
        }
    }
}
