package import BatonRecords

/// Makes a report in the Test Anything Protocol.
package final class TAPReporter: EventConsumer {
    private let file: CaseFile<TAPFormat>

    /// - Parameters:
    ///   - shelf: where test points wait for the end of a long run.
    ///   - write: puts the parts of the document where they belong, one behind the other until there is none.
    package init(
        shelf: (any ByteShelf)?, write: @escaping @Sendable (_ next: () throws -> [UInt8]?) throws -> Void
    ) {
        file = CaseFile(TAPFormat(), shelf: shelf, write: write)
    }

    package func receive(_ event: RunEvent) { file.receive(event) }

    /// Writes the file, once, whole also when the run has not ended. Rethrows errors of the closure.
    package func finish() throws { try file.finish() }
}
