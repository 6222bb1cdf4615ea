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

    /// The subcommand with this name; nil where there is none.
    func descending(to word: String) -> CommandPath? {
        command.subcommands.first { $0.name == word }.map(appending)
    }

    /// Number of subcommands that a usage line names.
    private static let mostNamed = 4

    /// The usage line: `baton run [PATH…] [options]`.
    var usage: String {
        var parts = [words]
        if case .group(let commands) = command.action {
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
