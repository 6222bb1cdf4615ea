package import BatonRecords

/// Writes a JSON file in the Common Test Report Format (CTRF 1.0), with the test cases and names of the JUnit file.
package final class CTRFReporter: EventConsumer {
    private let file: CaseFile<CTRFFormat>

    /// - Parameters:
    ///   - context: the surroundings of the run; read once, at the end.
    ///   - shelf: stores encoded cases until the end of a long run.
    ///   - write: is called with the function that gives the next part of the document, until there is none.
    package init(
        context: @escaping @Sendable () -> RunContext, shelf: (any ByteShelf)? = nil,
        write: @escaping @Sendable (_ next: () throws -> [UInt8]?) throws -> Void
    ) {
        file = CaseFile(CTRFFormat(context: context), shelf: shelf, write: write)
    }

    package func receive(_ event: RunEvent) { file.receive(event) }

    /// Writes the file once, complete even if the run has not ended. Rethrows errors of the closure.
    package func finish() throws { try file.finish() }
}
