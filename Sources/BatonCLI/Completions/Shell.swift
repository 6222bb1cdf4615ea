/// A shell that Baton writes completions for.
enum Shell: String, CaseIterable, Sendable {
    case bash, zsh, fish

    /// The script that teaches the shell all commands below `root`.
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
    /// The words that may stand where no option does; none where these are files, or whatever.
    var candidates: [String] {
        switch command.action {
        case .group(let commands): commands.map(\.name)
        case .help: root.subcommands.map(\.name)
        case .perform: command.operand?.value.choices ?? []
        }
    }

    /// Without the name of the program: `history list`; empty for the program itself.
    var wordsBelowRoot: String {
        (parents.dropFirst() + (parents.isEmpty ? [] : [command])).map(\.name).joined(separator: " ")
    }
}
