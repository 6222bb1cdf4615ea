package import BatonSecrets

/// A program that a step started, and how it ended.
package struct ProgramRecord: Sendable, Equatable {
    /// As a shell would take it, with everything filled in; masked.
    package var command: MaskedText
    /// Nil for one that a signal ended.
    package var exitCode: Int?
    /// The number of the signal that ended it.
    package var signal: Int?
    /// How long it took.
    package var duration: Microseconds
    package var outputBytes: Int
    package var errorBytes: Int
    /// What only a failure needs: what it wrote, masked and cut.
    package var output: MaskedText?
    package var errors: MaskedText?
    /// Why another attempt followed.
    package var note: MaskedText?
    /// Whether that is only that `until` did not hold yet.
    package var isPoll = false

    package init(
        command: MaskedText, exitCode: Int? = nil, signal: Int? = nil, duration: Microseconds = 0, outputBytes: Int = 0,
        errorBytes: Int = 0, output: MaskedText? = nil, errors: MaskedText? = nil, note: MaskedText? = nil
    ) {
        self.command = command
        self.exitCode = exitCode
        self.signal = signal
        self.duration = duration
        self.outputBytes = outputBytes
        self.errorBytes = errorBytes
        self.output = output
        self.errors = errors
        self.note = note
    }
}
