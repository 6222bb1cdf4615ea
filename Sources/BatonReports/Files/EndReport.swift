package import BatonRecords
import Synchronization

/// A report that is made from the records of a whole run when it has ended.
///
/// During the run a passing case costs a few bytes; the record of a failed case is kept, which the console reporter
/// does too.
package final class EndReport: Report {
    private let state: Mutex<RunRecords>
    private let document: @Sendable (RunRecords, RunStarted) -> ReportDocument
    private let write: @Sendable (ReportDocument) throws -> Void

    /// - Parameters:
    ///   - packsSteps: whether the document shows steps of cases that simply passed.
    ///   - document: makes a document that is written piece by piece.
    init(
        _ dependencies: ReportDependencies, packsSteps: Bool = false,
        document: @escaping @Sendable (RunRecords, RunStarted) -> ReportDocument
    ) {
        state = Mutex(RunRecords(packsSteps: packsSteps))
        self.document = document
        write = dependencies.write
    }

    /// - Parameter text: makes a document that is written in one piece.
    convenience init(
        _ dependencies: ReportDependencies, text: @escaping @Sendable (RunRecords, RunStarted) -> [UInt8]
    ) {
        self.init(dependencies) { records, run in
            let text = text(records, run)
            return { output in try output(text) }
        }
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

    /// Writes nothing for a run that has not started.
    package func finish() throws {
        let records: RunRecords? = state.withLock { state in
            guard !state.isWritten else { return nil }
            state.isWritten = true
            return state
        }
        guard let records, let run = records.run else { return }
        try write(document(records, run))
    }
}

/// The format of a report of test cases: encodes each workflow when it ends, and the frame around all of them at the end.
protocol CaseFormat {
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

extension ReportFormat {
    package static let events = ReportFormat(
        "events", "Writes each event as a line of JSON while the run goes on.", title: "the events",
        fileName: "events.jsonl", mark: "\"type\":\"run-started\"", report: nil)
}
