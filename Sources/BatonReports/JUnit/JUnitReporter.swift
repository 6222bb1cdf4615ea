package import BatonRecords

/// Writes a JUnit XML file that all consumers accept, including Jenkins with the strictest schema.
package final class JUnitReporter: EventConsumer {
    private let file: CaseFile<JUnitFormat>

    /// - Parameter write: writes the document, usually to a temporary file that is then renamed.
    package convenience init(write: @escaping @Sendable ([UInt8]) throws -> Void) {
        self.init(shelf: nil) { next in
            var document: [UInt8] = []
            while let part = try next() { document += part }
            try write(document)
        }
    }

    /// - Parameters:
    ///   - shelf: stores encoded suites until the end of a long run.
    ///   - memoryLimit: maximum bytes of encoded suites kept in memory before the shelf is used.
    ///   - write: is called with the function that gives the next part of the document, until there is none.
    package init(
        shelf: (any ByteShelf)?, memoryLimit: Int = 1_000_000,
        write: @escaping @Sendable (_ next: () throws -> [UInt8]?) throws -> Void
    ) {
        file = CaseFile(JUnitFormat(), shelf: shelf, memoryLimit: memoryLimit, write: write)
    }

    package func receive(_ event: RunEvent) { file.receive(event) }

    /// Writes the file once, complete even if the run has not ended. Rethrows errors of the closure, and throws when
    /// memory ran out.
    package func finish() throws { try file.finish() }
}
