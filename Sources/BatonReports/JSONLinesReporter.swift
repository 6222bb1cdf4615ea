package import BatonRecords

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
