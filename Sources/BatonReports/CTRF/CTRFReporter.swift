package import BatonRunner

/// Makes a JSON file in the Common Test Report Format (CTRF 1.0), with the test cases and names of the JUnit file.
package final class CTRFReporter: EventConsumer {
    private let file: CaseFile<CTRFFormat>

    /// - Parameters:
    ///   - context: where the run happens; asked once, at the end.
    ///   - shelf: where cases wait for the end of a long run.
    ///   - write: puts the parts of the document where they belong, one behind the other until there is none.
    package init(
        context: @escaping @Sendable () -> RunContext, shelf: (any ByteShelf)? = nil,
        write: @escaping @Sendable (_ next: () throws -> [UInt8]?) throws -> Void
    ) {
        file = CaseFile(CTRFFormat(context: context), shelf: shelf, write: write)
    }

    package func receive(_ event: RunEvent) { file.receive(event) }

    /// Writes the file, once, whole also when the run has not ended. Throws what the closure throws.
    package func finish() throws { try file.finish() }
}
