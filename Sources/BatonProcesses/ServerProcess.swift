import BatonSystem
import BatonValues
import Synchronization

/// A server that runs during a run: started before it, ended with its whole process group after it.
///
/// The server never outlives the run: `stop` ends it, the last reference to this object ends it, and a watch ends it
/// when this process is killed. Only a child that leaves the group (a daemon) escapes.
package final class ServerProcess: Sendable {
    /// The command as it was written.
    package let command: String
    let group: ProcessGroup
    private let tail: SharedTail

    private init(command: String, group: ProcessGroup, tail: SharedTail) {
        self.command = command
        self.group = group
        self.tail = tail
    }

    /// The end of the output, shared by the reading thread and other threads.
    private final class SharedTail: Sendable {
        let state = Mutex(OutputTail())
    }

    deinit {
        group.killNow()
    }

    /// Starts a program; returns when it has been started, not when it is ready.
    ///
    /// - Parameters:
    ///   - command: split into words (see `CommandWords`); not read by a shell.
    ///   - folder: the working directory, from which a program named with `/` is found too.
    package static func start(
        _ command: String, in folder: String? = nil, environment: EnvironmentVariables = .current()
    ) throws(ProcessError) -> ServerProcess {
        let words: [String]
        do {
            words = try CommandWords.split(command)
        } catch {
            throw ProcessError(.command, "the command `\(command)` cannot be read: \(error.message)")
        }
        let tail = SharedTail()
        let group = try ProcessGroup(words: words, folder: folder, environment: environment) { _, part in
            tail.state.withLock { $0.append(part) }
        }
        return ServerProcess(command: command, group: group, tail: tail)
    }

    package var processID: Int32 { group.program }

    /// The last output, standard output and errors in the order written; at most 16 KB.
    package var outputTail: String { tail.state.withLock(\.text) }

    /// How the server ended; nil while it runs.
    package var exit: ProcessExit? { group.exit }

    /// Calls the probe repeatedly until the server is ready.
    ///
    /// - Parameters:
    ///   - limit: the longest time to wait.
    ///   - pause: the time between two probes.
    ///   - probe: true when the server is ready. It must end when its task is cancelled.
    ///
    /// Throws `.exited` as soon as the server has ended, `.notReady` after `limit`, `.cancelled` when this task was
    /// cancelled. None of these stops the server.
    package func waitUntilReady(
        within limit: Duration, every pause: Duration = .milliseconds(20),
        probe: @escaping @Sendable () async -> Bool
    ) async throws(ProcessError) {
        enum Outcome { case ready, exited, late, cancelled }
        let outcome = await withTaskGroup(of: Outcome.self) { tasks in
            tasks.addTask {
                await self.group.waitForExit() ? .exited : .cancelled
            }
            tasks.addTask {
                while !Task.isCancelled {
                    if await probe() { return .ready }
                    try? await Task.sleep(for: pause)
                }
                return .cancelled
            }
            tasks.addTask {
                do { try await Task.sleep(for: limit) } catch { return .cancelled }
                return .late
            }
            let first = await tasks.next() ?? .cancelled
            tasks.cancelAll()
            return first
        }
        if outcome == .exited || exit != nil {
            let how = exit.map(\.description) ?? "an unknown state"
            throw ProcessError(
                .exited, "`\(command)` ended with \(how) before it was ready", output: outputTail, exit: exit)
        }
        switch outcome {
        case .ready, .exited: return
        case .late: throw ProcessError(.notReady, "`\(command)` was not ready in time", output: outputTail)
        case .cancelled: throw ProcessError(.cancelled, "waiting for `\(command)` was cancelled")
        }
    }

    /// Ends the process group: with SIGTERM, and after the grace period with SIGKILL. Returns when it has ended.
    ///
    /// Also works in a cancelled task; a second call does nothing.
    package func stop(grace: Duration = .seconds(5)) async {
        let group = group
        await withCheckedContinuation { continuation in
            let isStarted = DetachedThread.start {
                group.end(grace: grace)
                continuation.resume()
            }
            if !isStarted {
                group.killNow()
                continuation.resume()
            }
        }
    }

    /// Kills the process group at once; for the moment before this process exits.
    package func kill() {
        group.killNow()
    }
}
