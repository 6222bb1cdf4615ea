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
    /// Without the name of the program: `history list`; empty for the program itself.
    var wordsBelowRoot: String {
        (parents.dropFirst() + (parents.isEmpty ? [] : [command])).map(\.name).joined(separator: " ")
    }
}
