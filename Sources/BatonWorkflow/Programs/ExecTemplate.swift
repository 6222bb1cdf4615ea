package import BatonDiagnostics

/// `exec`: a program that is started with its arguments, with no shell in between.
package final class ExecTemplate: Sendable {
    /// Never computed: what a file starts can be read in it.
    package let program: String
    package let arguments: [TextTemplate]
    /// Where it runs; nil is the folder of the file.
    package let folder: TextTemplate?
    package let variables: [Variable]
    package let timeout: DurationTemplate
    package let captures: [Capture]
    package let checks: [Check]
    package let conditions: [Expression]
    /// Without a check of `exit_code` it must be 0.
    package let checksExitCode: Bool
    /// How it is started more than once; nil for what is started once.
    package let flow: RequestFlow?
    /// Where the program is written.
    package let range: SourceRange

    /// An environment variable that the program gets.
    package struct Variable: Sendable {
        package let name: String
        /// Nil takes away one that every program gets.
        package let value: TextTemplate?
        package let range: SourceRange
    }

    static let standardLimit: Int64 = 30_000_000

    init(
        program: String, arguments: [TextTemplate], folder: TextTemplate?, variables: [Variable],
        timeout: DurationTemplate, captures: [Capture], checks: [Check], conditions: [Expression],
        checksExitCode: Bool, flow: RequestFlow?, range: SourceRange
    ) {
        self.program = program
        self.arguments = arguments
        self.folder = folder
        self.variables = variables
        self.timeout = timeout
        self.captures = captures
        self.checks = checks
        self.conditions = conditions
        self.checksExitCode = checksExitCode
        self.flow = flow
        self.range = range
    }
}
