/// A command with its options, operands and subcommands: the one table for parser, help and completions.
struct Command: Sendable {
    /// Options under a common heading in the help.
    struct Section: Sendable {
        let title: String
        let options: [Option]

        init(_ title: String, _ options: [Option]) {
            self.title = title
            self.options = options
        }
    }

    /// An example command line with its explanation.
    struct Example: Sendable {
        let line: String
        let meaning: String

        init(_ line: String, _ meaning: String) {
            self.line = line
            self.meaning = meaning
        }
    }

    enum Action: Sendable {
        /// A command that only contains subcommands; alone it shows its help.
        case group([Command])
        case perform(@Sendable (Settings) -> ParsedCommand)
        /// Shows the help of the command that its operands name.
        case help
    }

    let name: String
    /// One sentence with a full stop: "Runs workflows and reports what they found."
    let summary: String
    /// Further explanation in the help; may be empty.
    var discussion = ""
    var operand: Operand?
    var sections: [Section]
    /// Pairs of options that exclude each other.
    var exclusive: [(String, String)] = []
    var examples: [Example]
    let action: Action

    var options: [Option] { sections.flatMap(\.options) }

    var subcommands: [Command] {
        if case .group(let commands) = action { commands } else { [] }
    }

    func option(named name: String) -> Option? {
        for section in sections {
            if let option = section.options.first(where: { $0.name == name }) { return option }
        }
        return nil
    }

    func option(short: Character) -> Option? {
        for section in sections {
            if let option = section.options.first(where: { $0.short == short }) { return option }
        }
        return nil
    }
}
