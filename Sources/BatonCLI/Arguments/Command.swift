import BatonApplication

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

    /// Subcommands under a common heading in the help.
    struct Group: Sendable {
        let title: String
        let commands: [Command]

        init(_ title: String, _ commands: [Command]) {
            self.title = title
            self.commands = commands
        }
    }

    enum Action: Sendable {
        /// A command that only contains subcommands; alone it shows its help.
        case groups([Group])
        case perform(@Sendable (Settings) -> ParsedCommand)
        /// Shows the help of the command that its operands name.
        case help

        static func group(_ commands: [Command]) -> Action { .groups([Group("commands", commands)]) }
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

    var groups: [Group] {
        if case .groups(let groups) = action { groups } else { [] }
    }

    var subcommands: [Command] { groups.flatMap(\.commands) }

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

/// One option of a command, for parser, help and completions.
struct Option: Sendable {
    /// The name without dashes: `base-url`.
    let name: String
    let short: Character?
    /// The name of the value in the help: `FILE`; empty for a flag.
    let valueName: String
    let value: ArgumentValue
    /// Whether the option may be given several times, each time with a further value.
    let isRepeatable: Bool
    /// One or two short sentences for the help.
    let help: String
    /// The words of the project that shells offer as value; nil where they are not known.
    var words: CompletionWords.Kind?

    /// An option without a value. Giving it twice is not an error.
    static func flag(
        _ name: String, short: Character? = nil, _ help: String, set: @escaping @Sendable (inout Settings) -> Void
    ) -> Option {
        Option(name: name, short: short, valueName: "", value: .flag(set), isRepeatable: true, help: help)
    }

    /// An option with a value.
    static func value(
        _ name: String, _ valueName: String, _ value: ArgumentValue, repeatable isRepeatable: Bool = false,
        words: CompletionWords.Kind? = nil, _ help: String
    ) -> Option {
        Option(
            name: name, short: nil, valueName: valueName, value: value, isRepeatable: isRepeatable, help: help,
            words: words)
    }

    /// The option as the user types it: `--base-url`.
    var spelling: String { "--" + name }

    var isFlag: Bool {
        if case .flag = value { true } else { false }
    }
}

/// An argument without an option name: the files of `baton run`.
struct Operand: Sendable {
    /// The name shown in the help: `PATH`.
    let name: String
    let value: ArgumentValue
    let isRequired: Bool
    /// Whether the operand may be given several times.
    let isRepeatable: Bool
    /// Words that completions offer, where other words are allowed too.
    let suggestions: @Sendable () -> [String]
    let help: String
    /// The words of the project that shells offer; nil where they are not known.
    let words: CompletionWords.Kind?
    /// Whether the name of another command's option is a value, although it begins with `--`.
    var takesOptionNames = false

    init(
        _ name: String, _ value: ArgumentValue, required isRequired: Bool = false,
        repeatable isRepeatable: Bool = false, suggestions: @escaping @Sendable () -> [String] = { [] },
        words: CompletionWords.Kind? = nil, _ help: String
    ) {
        self.words = words
        self.name = name
        self.value = value
        self.isRequired = isRequired
        self.isRepeatable = isRepeatable
        self.suggestions = suggestions
        self.help = help
    }

    var isFile: Bool {
        if case .file = value { true } else { false }
    }

    /// The label in lists: `PATH…`.
    var label: String { name + (isRepeatable ? "…" : "") }

    /// The operand in a usage line: `[PATH…]`.
    var usage: String { isRequired ? label : "[\(label)]" }
}

/// The path to a command, beginning with `baton` itself.
struct CommandPath: Sendable {
    let parents: [Command]
    let command: Command

    init(_ root: Command) {
        parents = []
        command = root
    }

    private init(_ parents: [Command], _ command: Command) {
        self.parents = parents
        self.command = command
    }

    /// The command as the user types it: `baton history list`.
    var words: String {
        (parents + [command]).map(\.name).joined(separator: " ")
    }

    var root: Command { parents.first ?? command }

    func appending(_ command: Command) -> CommandPath {
        CommandPath(parents + [self.command], command)
    }

    /// The command itself and all commands below it, in table order.
    var all: [CommandPath] {
        [self] + command.subcommands.flatMap { appending($0).all }
    }

    /// The commands below this one that do something, under the headings of the help.
    var groups: [(title: String, paths: [CommandPath])] {
        command.groups.map { group in
            (group.title, group.commands.flatMap { appending($0).all }.filter(\.command.subcommands.isEmpty))
        }
    }

    /// The subcommand with this name; nil where there is none.
    func descending(to word: String) -> CommandPath? {
        command.subcommands.first { $0.name == word }.map(appending)
    }

    /// Number of subcommands that a usage line names.
    private static let mostNamed = 4

    /// The usage line: `baton run [PATH…] [options]`.
    var usage: String {
        var parts = [words]
        let commands = command.subcommands
        if !commands.isEmpty {
            parts.append(commands.count > Self.mostNamed ? "COMMAND" : commands.map(\.name).joined(separator: "|"))
            parts.append("[options]")
            return parts.joined(separator: " ")
        }
        if let operand = command.operand {
            if case .word(let words, _) = operand.value {
                parts.append(words.joined(separator: "|"))
            } else {
                parts.append(operand.usage)
            }
        }
        if command.options.contains(where: { $0.name != Option.help.name }) { parts.append("[options]") }
        return parts.joined(separator: " ")
    }
}
