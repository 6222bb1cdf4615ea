import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Ends a process group when this process is gone, also when it was killed and could do nothing any more.
///
/// A shell in a group of its own reads from a pipe that only this process holds: first the number of the group, then
/// nothing more. When nobody holds the pipe any more, it ends the group: politely, and after two seconds for good. It
/// stands ready before the group begins, so that no moment is without a watch. Where there is no shell there is none.
final class ParentWatch: Sendable {
    private static let script = """
        trap '' HUP INT TERM
        read -r group || exit 0
        read -r end
        kill -s TERM -- "-$group" || exit 0
        kill -s CONT -- "-$group"
        left=20
        while [ "$left" -gt 0 ]; do
            kill -s 0 -- "-$group" || exit 0
            sleep 0.1
            left=$((left - 1))
        done
        kill -s KILL -- "-$group"
        """

    private struct State {
        var watcher: pid_t?
        var pipe: Int32?
    }

    private let state: Mutex<State>

    init?() {
        guard let pipe = try? Pipe() else { return nil }
        let shell = ChildProcess(
            words: ["/bin/sh", "-c", Self.script], environment: ["PATH": "/usr/bin:/bin"], input: pipe.readEnd)
        let result = shell.start()
        _ = close(pipe.readEnd)
        guard case .success(let watcher) = result else {
            _ = close(pipe.writeEnd)
            return nil
        }
        state = Mutex(State(watcher: watcher, pipe: pipe.writeEnd))
    }

    /// Names the group to end, as soon as there is one.
    func guardGroup(_ group: pid_t) {
        let line = Array("\(group)\n".utf8)
        state.withLock { state in
            if let pipe = state.pipe { _ = write(pipe, line, line.count) }
        }
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
