/// An error in a command line; `diagnostic` gives its message.
struct ArgumentError: Error {
    enum Problem: Equatable {
        case unknownOption(String, WordAdvice)
        case unknownCommand(String, WordAdvice)
        /// - Parameter next: the option found in place of the value.
        case missingValue(of: String, String, next: String?)
        case needlessValue(of: String, String)
        case wrongValue(of: String, String, ArgumentValue.Wanted)
        case repeatedOption(String)
        case exclusiveOptions(String, String)
        case unexpectedArgument(String)
        case missingArgument(String, choices: [String])
    }

    let problem: Problem
    /// The command that was being parsed.
    let path: CommandPath

    init(_ problem: Problem, _ path: CommandPath) {
        self.problem = problem
        self.path = path
    }
}
