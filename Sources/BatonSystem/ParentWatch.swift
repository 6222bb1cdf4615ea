import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Ends a process group when this process is gone, also when it was killed and could do nothing any more.
///
/// A shell in a group of its own reads from a pipe that only this process holds. When nobody holds it any more, it
/// ends the group: first politely, after two seconds for good. Where there is no shell there is no watch.
final class ParentWatch: Sendable {
    private static let script = """
        trap '' HUP INT TERM
        read -r line
        kill -s TERM -- "-$1" 2>/dev/null
        sleep 2
        kill -s KILL -- "-$1" 2>/dev/null
        """

    private struct State {
        var watcher: pid_t?
        var pipe: Int32?
    }

    private let state: Mutex<State>

    init?(group: pid_t) {
        guard let pipe = try? Pipe() else { return nil }
        let shell = ChildProcess(
            words: ["/bin/sh", "-c", Self.script, "sh", String(group)], environment: ["PATH": "/usr/bin:/bin"],
            input: pipe.readEnd)
        let result = shell.start()
        _ = close(pipe.readEnd)
        guard case .success(let watcher) = result else {
            _ = close(pipe.writeEnd)
            return nil
        }
        state = Mutex(State(watcher: watcher, pipe: pipe.writeEnd))
    }

    deinit { dismiss() }

    /// The group has ended or is no longer anyone's business.
    func dismiss() {
        state.withLock { state in
            if let watcher = state.watcher {
                _ = kill(watcher, SIGKILL)
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
