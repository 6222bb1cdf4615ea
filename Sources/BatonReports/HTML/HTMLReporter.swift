package import BatonRecords
import Synchronization

/// Writes the report for users: one self-contained HTML file.
///
/// During the run a passing case costs a few bytes; the record of a failed case is kept, which the console reporter
/// does too. The page is made at the end and written piece by piece.
package final class HTMLReporter: EventConsumer {
    /// Writes the document piece by piece to `output`; rethrows its errors.
    package typealias Document = (_ output: (RawSpan) throws -> Void) throws -> Void

    private let state = Mutex(RunRecords())
    private let context: @Sendable () -> RunContext
    private let past: @Sendable (PastRuns.Question) -> PastRuns.Finding
    private let write: @Sendable (Document) throws -> Void

    /// - Parameters:
    ///   - context: the surroundings of the run; read once, at the end.
    ///   - past: earlier runs from the history; read once, at the end.
    ///   - write: writes the document, usually to a temporary file that is then renamed.
    package init(
        context: @escaping @Sendable () -> RunContext,
        past: @escaping @Sendable (PastRuns.Question) -> PastRuns.Finding,
        write: @escaping @Sendable (Document) throws -> Void
    ) {
        self.context = context
        self.past = past
        self.write = write
    }

    package var followsSteps: Bool { false }

    package func receive(_ event: RunEvent) {
        switch event {
        case .runStarted(let run): state.withLock { $0.start(run) }
        case .caseFinished(let record): state.withLock { $0.add(record) }
        case .warning(let message): state.withLock { $0.warnings.append(message.text) }
        case .runFinished(let run): state.withLock { $0.finished = run }
        case .caseStarted, .stepStarted, .stepFinished: break
        }
    }

    /// Writes the file once; rethrows errors of the closure.
    package func finish() throws {
        let records: RunRecords? = state.withLock { state in
            guard !state.isWritten else { return nil }
            state.isWritten = true
            return state
        }
        guard let records, let run = records.run else { return }
        let context = context()
        let finding = past(records.question(run, context))
        let page = HTMLPage(records, run, context, finding)
        try write { output in try page.write(to: output) }
    }
}
