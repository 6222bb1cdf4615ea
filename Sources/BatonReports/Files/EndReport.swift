package import BatonRecords
import Synchronization

/// A report that is written when the run has ended: the summary in Markdown, HAR, and metrics for Prometheus.
package final class EndReport: EventConsumer {
    private let reporter: RecordsReporter

    private init(_ reporter: RecordsReporter) { self.reporter = reporter }

    package var followsSteps: Bool { reporter.followsSteps }

    package func receive(_ event: RunEvent) { reporter.receive(event) }

    /// Writes the document, once. Rethrows errors of the closure that writes.
    package func finish() throws { try reporter.finish() }

    /// Markdown for people: the verdict, what changed, and the failures.
    ///
    /// - Parameters:
    ///   - context: where the run happens; asked once, at the end.
    ///   - past: what the history knows of earlier runs; asked once, at the end.
    package static func summary(
        context: @escaping @Sendable () -> RunContext,
        past: @escaping @Sendable (PastRuns.Question) -> PastRuns.Finding,
        write: @escaping @Sendable ([UInt8]) throws -> Void
    ) -> EndReport {
        EndReport(
            RecordsReporter(
                { records, run in
                    let context = context()
                    return Array(
                        SummaryText(records, run, context, past(records.question(run, context))).text.utf8)
                }, write: write))
    }

    /// What changed since earlier runs, in one line for each branch that the run is compared with; empty for the first
    /// run, and where the history is not known.
    package static func changes(
        context: @escaping @Sendable () -> RunContext,
        past: @escaping @Sendable (PastRuns.Question) -> PastRuns.Finding,
        write: @escaping @Sendable ([UInt8]) throws -> Void
    ) -> EndReport {
        EndReport(
            RecordsReporter(
                { records, run in
                    Array(ChangesText.lines(records, past(records.question(run, context()))).utf8)
                }, write: write))
    }

    /// The exchanges of what failed, as HTTP Archive 1.2.
    package static func har(write: @escaping @Sendable ([UInt8]) throws -> Void) -> EndReport {
        EndReport(RecordsReporter({ HARText($0, $1).document }, write: write))
    }

    /// Metrics in the text format of Prometheus.
    package static func prometheus(write: @escaping @Sendable ([UInt8]) throws -> Void) -> EndReport {
        EndReport(RecordsReporter({ PrometheusText.document($0, $1) }, write: write))
    }

    /// Commands by which GitHub Actions shows failures at their lines.
    ///
    /// - Parameter folder: the project's folder as seen from the top folder of the repository; empty for the same.
    package static func gitHubAnnotations(
        folder: String, write: @escaping @Sendable ([UInt8]) throws -> Void
    ) -> EndReport {
        EndReport(
            RecordsReporter(
                { records, _ in Array(AnnotationCommands.text(records, folder: folder).utf8) }, write: write))
    }
}

/// A report that is made from the records of a whole run when it has ended.
final class RecordsReporter: EventConsumer {
    private let state = Mutex(RunRecords())
    private let document: @Sendable (RunRecords, RunStarted) -> [UInt8]
    private let write: @Sendable ([UInt8]) throws -> Void

    /// - Parameters:
    ///   - document: makes the whole document.
    ///   - write: puts the document where it belongs.
    init(
        _ document: @escaping @Sendable (RunRecords, RunStarted) -> [UInt8],
        write: @escaping @Sendable ([UInt8]) throws -> Void
    ) {
        self.document = document
        self.write = write
    }

    var followsSteps: Bool { false }

    func receive(_ event: RunEvent) {
        switch event {
        case .runStarted(let run): state.withLock { $0.start(run) }
        case .caseFinished(let record): state.withLock { $0.add(record) }
        case .warning(let message): state.withLock { $0.warnings.append(message.text) }
        case .runFinished(let run): state.withLock { $0.finished = run }
        case .caseStarted, .stepStarted, .stepFinished: break
        }
    }

    /// Writes the document, once. Rethrows errors of the closure.
    func finish() throws {
        let records: RunRecords? = state.withLock { state in
            guard !state.isWritten else { return nil }
            state.isWritten = true
            return state
        }
        guard let records, let run = records.run else { return }
        try write(document(records, run))
    }
}

/// The format of a test report: encodes each workflow when it ends, and the frame around all of them at the end.
protocol ReportFormat {
    /// The bytes between the parts of two workflows.
    static var separator: [UInt8] { get }

    /// Encodes one workflow and adds it to the totals.
    ///
    /// - Parameter isUnfinished: whether the case has not ended, so that its missing steps count as cancelled.
    mutating func encode(_ record: CaseRecord, isUnfinished: Bool, of run: RunStarted) -> [UInt8]

    /// The bytes before and after all parts.
    ///
    /// - Parameter end: nil for a run that has not ended.
    mutating func frame(_ run: RunStarted?, _ end: RunFinished?, duration: Microseconds) -> (
        head: [UInt8], tail: [UInt8]
    )
}

/// Writes every event immediately as one line of JSON: a journal that is complete up to its last line if the run dies.
package final class JSONLinesReporter: EventConsumer {
    private let encoder: RunEventEncoder
    private let write: @Sendable ([UInt8]) -> Void

    /// - Parameters:
    ///   - context: the commit and the CI service, asked for when the run starts.
    ///   - write: receives one line with its line break, and must flush it.
    package init(
        context: @escaping @Sendable () -> RunContext, write: @escaping @Sendable ([UInt8]) -> Void
    ) {
        encoder = RunEventEncoder(context: context)
        self.write = write
    }

    package func receive(_ event: RunEvent) {
        write(encoder.line(event))
    }
}
