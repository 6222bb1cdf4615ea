import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A process group that ends when this process is gone, also when it was killed and could do nothing any more.
///
/// A shell leads it and reads from a pipe that only this process holds, and on which nothing comes. When nobody holds the
/// pipe any more, it ends the group with all that has joined it: politely, and after two seconds for good. The group is
/// there before anything joins, and what is started joins before it runs, so that no moment is without a watch. Where
/// there is no shell there is none.
final class ParentWatch: Sendable {
    /// The signals are blocked from its first moment on, and then ignored: some shells unblock them while they wait.
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

    /// The number stays the group's until `end`.
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

    /// Ends what is left of the group at once, and the watch with it.
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

    /// What the end of this process does: lets go of the pipe.
    func abandon() {
        state.withLock { state in
            if let pipe = state.pipe { _ = close(pipe) }
            state.pipe = nil
        }
    }
}
