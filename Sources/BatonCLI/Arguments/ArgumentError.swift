/// What is wrong with a command line; `diagnostic` has the words for it.
struct ArgumentError: Error {
    enum Problem: Equatable {
        case unknownOption(String, WordAdvice)
        case unknownCommand(String, WordAdvice)
        /// - Parameter next: the option that stands where the value should.
        case missingValue(of: String, String, next: String?)
        case needlessValue(of: String, String)
        case wrongValue(of: String, String, ArgumentValue.Wanted)
        case repeatedOption(String)
        case exclusiveOptions(String, String)
        case unexpectedArgument(String)
        case missingArgument(String, choices: [String])
    }

    let problem: Problem
    /// The command that was being read.
    let path: CommandPath

    init(_ problem: Problem, _ path: CommandPath) {
        self.problem = problem
        self.path = path
    }
}
