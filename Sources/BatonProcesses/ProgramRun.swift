import BatonFiles
import BatonValues
import Synchronization

/// Runs a program to its end, with all processes that it starts, as long as they stay in its process group.
///
/// No process outlives the call: all are ended when the time limit passes or the task is cancelled, and a watch ends
/// them when this process is killed. Only a child that leaves the group (a daemon) escapes.
package struct ProgramRun: Sendable {
    /// The program and its arguments, which are not read by a shell. None may contain a NUL.
    package var words: [String]
    /// The working directory, from which a program named with `/` is found too.
    package var folder: String
    /// The complete environment of the program.
    package var environment: EnvironmentVariables
    /// The time limit, in microseconds.
    package var limit: Int64
    /// The most bytes that the program may write, output and errors together.
    package var outputLimit: Int
    /// The time between SIGTERM and SIGKILL.
    package var grace: Duration

    package init(
        words: [String], folder: String, environment: EnvironmentVariables, limit: Int64,
        outputLimit: Int = 10_000_000, grace: Duration = .seconds(2)
    ) {
        self.words = words
        self.folder = folder
        self.environment = environment
        self.limit = limit
        self.outputLimit = outputLimit
        self.grace = grace
    }

    /// The result of a finished program.
    package struct End: Sendable {
        package enum Reason: Sendable, Equatable {
            /// The program ended by itself, or by a signal that this process did not send.
            case ended(ProcessExit)
            case timeIsUp
            case wroteTooMuch
            /// The task was cancelled.
            case cancelled
        }

        package var reason: Reason
        package var output: [UInt8]
        package var errors: [UInt8]
    }

    /// Runs the program. Throws when it could not be started; any exit code or signal is a result, not an error.
    package func perform() async throws(ProcessError) -> End {
        guard !words.isEmpty, !words.contains(where: { $0.utf8.contains(0) }) else {
            throw ProcessError(.command, words.isEmpty ? "there is no program" : "an argument holds a NUL")
        }
        let cancelled: Latch
        do throws(FileError) {
            cancelled = try Latch()
        } catch {
            throw ProcessError(.notStarted, error.message)
        }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Result<End, ProcessError>, Never>) in
                // On a thread of its own, because starting a program and waiting for it would block this task's thread.
                let isStarted = DetachedThread.start { continuation.resume(returning: self.run(until: cancelled)) }
                guard !isStarted else { return }
                continuation.resume(
                    returning: .failure(ProcessError(.notStarted, "no thread is left to start `\(words[0])`")))
            }
        } onCancel: {
            cancelled.open()
        }
        return try result.get()
    }

    /// Runs the program and blocks this thread until it has ended; it cannot be cancelled.
    func performBlocking() throws(ProcessError) -> End {
        let never: Latch
        do throws(FileError) {
            never = try Latch()
        } catch {
            throw ProcessError(.notStarted, error.message)
        }
        return try run(until: never).get()
    }

    private func run(until cancelled: Latch) -> Result<End, ProcessError> {
        do throws(ProcessError) {
            let written = try WrittenOutput(limit: outputLimit)
            let group = try ProcessGroup(
                words: words, folder: folder, environment: environment, separatesErrors: true
            ) { written.append($1, to: $0) }
            let (span, overflow) = limit.multipliedReportingOverflow(by: 1000)
            let deadline = ClockReading.monotonicNanoseconds().addingReportingOverflow(overflow ? .max : span)
            let reason: End.Reason
            switch Latch.first(
                of: [written.isFull, group.exited, cancelled], until: deadline.overflow ? .max : deadline.partialValue)
            {
            case 0:
                group.killNow()
                reason = .wroteTooMuch
            case 1:
                let exit = group.exit ?? .code(-1)
                // Processes that the program left behind are ended too.
                group.end(grace: grace)
                reason = written.isFull.isOpen ? .wroteTooMuch : .ended(exit)
            case 2:
                group.end(grace: grace)
                reason = .cancelled
            default:
                group.end(grace: grace)
                reason = .timeIsUp
            }
            let (output, errors) = written.taken
            return .success(End(reason: reason, output: output, errors: errors))
        } catch {
            return .failure(error)
        }
    }
}

/// A program's output, up to a number of bytes.
private final class WrittenOutput: Sendable {
    private struct State {
        var output: [UInt8] = []
        var errors: [UInt8] = []
    }

    /// Opens when the output exceeds the limit.
    let isFull: Latch
    private let limit: Int
    private let state = Mutex(State())

    init(limit: Int) throws(ProcessError) {
        self.limit = limit
        do throws(FileError) {
            isFull = try Latch()
        } catch {
            throw ProcessError(.notStarted, error.message)
        }
    }

    func append(_ part: ArraySlice<UInt8>, to stream: OutputStream) {
        let fits = state.withLock { state in
            let room = limit - state.output.count - state.errors.count
            switch stream {
            case .output: state.output += part.prefix(room)
            case .errors: state.errors += part.prefix(room)
            }
            return part.count <= room
        }
        if !fits { isFull.open() }
    }

    var taken: (output: [UInt8], errors: [UInt8]) { state.withLock { ($0.output, $0.errors) } }
}
