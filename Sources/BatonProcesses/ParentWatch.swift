import BatonSystem
import Synchronization

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
