import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A server that runs beside a run: started before it, ended with its whole process group after it.
///
/// It never outlives the run: `stop` ends it, so does the last reference to this object, and a watch ends it when this
/// process is killed. Only a child that leaves the group (a daemon) escapes.
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

    /// What its reading thread writes and others look at.
    private final class SharedTail: Sendable {
        let state = Mutex(OutputTail())
    }

    deinit {
        group.killNow()
    }

    /// Starts a program; returns when it is started, not when it is ready.
    ///
    /// - Parameters:
    ///   - command: split into words (see `CommandWords`); no shell reads it.
    ///   - folder: where it runs, and where a program named with `/` is looked for.
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

    /// What it wrote last, output and errors as they came; at most 16 KB.
    package var outputTail: String { tail.state.withLock(\.text) }

    /// How it ended; nil while it runs.
    package var exit: ProcessExit? { group.exit }

    /// Asks again and again whether the server is ready, until it is.
    ///
    /// - Parameters:
    ///   - limit: how long that may take.
    ///   - pause: between two questions.
    ///   - probe: true when the server is ready. It must end when its task is cancelled.
    ///
    /// Throws `.exited` as soon as the server has ended, `.notReady` after `limit`, `.cancelled` when this task was
    /// cancelled. The server is not stopped by that.
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

    /// Ends the process group: SIGTERM, and SIGKILL for whatever is left after the grace. Returns when it has ended.
    ///
    /// Works in a cancelled task too, and does nothing the second time.
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

    /// Ends the process group at once, without asking; for the moment before this process exits.
    package func kill() {
        group.killNow()
    }
}
