import BatonApplication

/// Why workflows cannot be listed, or how they failed: the text says all of it, with places and secrets masked.
public struct WorkflowError: Error, Sendable, CustomStringConvertible {
    /// Every error or failure in full, in the form of the command line.
    public let description: String
    /// The failures, first the most important one.
    public let failures: [WorkflowFailure]

    init(_ error: EmbeddingError, in folder: String) {
        description = error.text
        failures = error.failures.map { WorkflowFailure($0, of: nil, in: folder) }
    }

    init(_ result: WorkflowResult) {
        failures = result.allFailures
        description = ([result.title + (result.reason.map { ": \($0)" } ?? "")] + failures.map(\.description)).joined(
            separator: "\n\n")
    }
}
