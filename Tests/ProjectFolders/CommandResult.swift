/// What a call of `baton` gave: its exit code and what it wrote.
package struct CommandResult: Sendable {
    /// The exit code, or 128 and the signal's number.
    package var exitCode: Int32
    package var output: String
    package var errorOutput: String

    package init(exitCode: Int32, output: String, errorOutput: String) {
        self.exitCode = exitCode
        self.output = output
        self.errorOutput = errorOutput
    }

    package var everything: String { output + errorOutput }
}
