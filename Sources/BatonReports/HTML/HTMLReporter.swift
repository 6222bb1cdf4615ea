package import BatonRunner
import Synchronization

/// Makes the report for people: one HTML file that needs nothing else.
///
/// While the run goes on, a passing case costs a few bytes; what failed is kept as it is, which the console does too. The
/// page is made at the end, in pieces that go to the file one by one.
package final class HTMLReporter: EventConsumer {
    /// Makes the document and gives its pieces to whoever takes them, first to last. Throws what that throws.
    package typealias Document = (_ output: (RawSpan) throws -> Void) throws -> Void

    private let state = Mutex(HTMLRecords())
    private let context: @Sendable () -> RunContext
    private let past: @Sendable (PastRuns.Question) -> PastRuns.Finding
    private let write: @Sendable (Document) throws -> Void

    /// - Parameters:
    ///   - context: where the run happens; asked once, at the end.
    ///   - past: what the history knows of earlier runs; asked once, at the end.
    ///   - write: puts the document where it belongs, a temporary file first, then a rename.
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

    /// Writes the file, once; throws what the closure throws.
    package func finish() throws {
        let records: HTMLRecords? = state.withLock { state in
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
