package import BatonSecrets

/// A program that a step started, and how it ended.
package struct ProgramRecord: Sendable, Equatable {
    /// The command line in shell syntax, with all values filled in; masked.
    package var command: MaskedText
    /// Nil for a program that a signal ended.
    package var exitCode: Int?
    /// The number of the signal that ended the program.
    package var signal: Int?
    /// Run time of the program.
    package var duration: Microseconds
    package var outputBytes: Int
    package var errorBytes: Int
    /// Kept only for a failure: the program's output, masked and cut.
    package var output: MaskedText?
    package var errors: MaskedText?
    /// Why the program was started again.
    package var note: MaskedText?
    /// Whether it was started again only because `until` did not hold yet.
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
