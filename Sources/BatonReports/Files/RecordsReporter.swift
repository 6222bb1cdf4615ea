import BatonRecords
import Synchronization

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
