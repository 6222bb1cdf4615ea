package import BatonRunner

/// Makes a JUnit XML file that every consumer reads, the strictest (Jenkins' schema) included.
package final class JUnitReporter: EventConsumer {
    private let file: CaseFile<JUnitFormat>

    /// - Parameter write: puts the document where it belongs, a temporary file first, then a rename.
    package convenience init(write: @escaping @Sendable ([UInt8]) throws -> Void) {
        self.init(shelf: nil) { next in
            var document: [UInt8] = []
            while let part = try next() { document += part }
            try write(document)
        }
    }

    /// - Parameters:
    ///   - shelf: where suites wait for the end of a long run.
    ///   - memoryLimit: how many bytes of them are held in memory before.
    ///   - write: puts the parts of the document where they belong, one behind the other until there is none.
    package init(
        shelf: (any ByteShelf)?, memoryLimit: Int = 1_000_000,
        write: @escaping @Sendable (_ next: () throws -> [UInt8]?) throws -> Void
    ) {
        file = CaseFile(JUnitFormat(), shelf: shelf, memoryLimit: memoryLimit, write: write)
    }

    package func receive(_ event: RunEvent) { file.receive(event) }

    /// Writes the file, once, whole also when the run has not ended. Throws what the closure throws, or when memory ran
    /// out.
    package func finish() throws { try file.finish() }
}
