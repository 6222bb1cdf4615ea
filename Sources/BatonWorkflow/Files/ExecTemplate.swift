package import BatonDiagnostics
package import BatonJudging
package import BatonLanguage

/// `exec`: a program that is started with its arguments, without a shell.
package final class ExecTemplate: Sendable {
    /// The program, which is always literal, so that the file shows what it starts.
    package let program: String
    package let arguments: [TextTemplate]
    /// The working directory; nil for the folder of the file.
    package let folder: TextTemplate?
    package let variables: [Variable]
    package let timeout: DurationTemplate
    package let captures: [Capture]
    package let checks: [Check]
    package let conditions: [Expression]
    /// Whether `exit_code` is checked; without a check it must be 0.
    package let checksExitCode: Bool
    /// The rules for starting the program more than once; nil for a single start.
    package let flow: RequestFlow?
    /// The place of the program in the file.
    package let range: SourceRange

    /// An environment variable that the program gets.
    package struct Variable: Sendable {
        package let name: String
        /// The value; nil removes a variable that every program gets.
        package let value: TextTemplate?
        package let range: SourceRange

        package init(name: String, value: TextTemplate?, range: SourceRange) {
            self.name = name
            self.value = value
            self.range = range
        }
    }

    package static let standardLimit: Int64 = 30_000_000

    package init(
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
