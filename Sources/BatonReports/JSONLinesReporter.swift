package import BatonRunner

/// Writes every event as one line of JSON, at once: a journal that is whole up to its last line when the run dies.
package final class JSONLinesReporter: EventConsumer {
    private let encoder = RunEventEncoder()
    private let write: @Sendable ([UInt8]) -> Void

    /// - Parameter write: receives one line with its line break, and flushes it.
    package init(write: @escaping @Sendable ([UInt8]) -> Void) {
        self.write = write
    }

    package func receive(_ event: RunEvent) {
        write(encoder.line(event))
    }
}
