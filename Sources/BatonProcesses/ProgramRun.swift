import BatonFiles
import BatonTime
import Synchronization

/// A program that is started, does its work and ends: with all that it started, as far as that stays in its process group.
///
/// Nothing of it outlives the call: not when its time is up, not when the task is cancelled, and a watch ends it when this
/// process is killed. Only a child that leaves the group (a daemon) escapes.
package struct ProgramRun: Sendable {
    /// The program and its arguments; no shell reads them. None holds a NUL.
    package var words: [String]
    /// Where it runs, and where a program named with `/` is looked for.
    package var folder: String
    /// All that it is given.
    package var environment: EnvironmentVariables
    /// How long it may take, in microseconds.
    package var limit: Int64
    /// How many bytes it may write, output and errors together.
    package var outputLimit: Int
    /// How long it has between SIGTERM and SIGKILL.
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

    /// What is left of a program.
    package struct End: Sendable {
        package enum Reason: Sendable, Equatable {
            /// By itself, or by a signal that was not ours.
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

    /// Runs it. Throws when it could not be started; whatever it ends with is no error.
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
                // Starting a program and waiting for it would hold up whatever else this task's thread does.
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

    /// The same, holding up this thread until it has ended; nothing cancels it.
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
                // What it left behind ends with it.
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

/// What a program has written, up to a number of bytes.
private final class WrittenOutput: Sendable {
    private struct State {
        var output: [UInt8] = []
        var errors: [UInt8] = []
    }

    /// Opens when more was written than may be.
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
