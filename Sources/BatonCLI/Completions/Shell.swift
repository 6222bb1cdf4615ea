/// A shell for which Baton generates completions.
enum Shell: String, CaseIterable, Sendable {
    case bash, zsh, fish

    /// The completion script for `root` and all commands below it.
    func completions(of root: Command) -> String {
        let paths = CommandPath(root).all
        return switch self {
        case .bash: BashCompletions(paths).script
        case .zsh: ZshCompletions(paths).script
        case .fish: FishCompletions(paths).script
        }
    }
}

extension CommandPath {
    /// The words that may stand where an operand is expected; empty for files or free text.
    var candidates: [String] {
        switch command.action {
        case .group(let commands): commands.map(\.name)
        case .help: root.subcommands.map(\.name)
        case .perform: command.operand.map { $0.value.choices + $0.suggestions() } ?? []
        }
    }

    /// The command without the program's name: `history list`; empty for the program itself.
    var wordsBelowRoot: String {
        (parents.dropFirst() + (parents.isEmpty ? [] : [command])).map(\.name).joined(separator: " ")
    }
}
