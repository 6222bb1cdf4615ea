import BatonApplication

/// Completions for fish 3.0 and later: one line for each command, option and value.
struct FishCompletions {
    private let paths: [CommandPath]

    init(_ paths: [CommandPath]) {
        self.paths = paths
    }

    var script: String {
        let patterns = paths.dropFirst().map { path in
            let parent = path.parents.dropFirst().map(\.name).joined(separator: " ")
            return Self.quoted("\(parent) \(path.command.name)")
        }
        return """
            # Completions of baton for fish: baton completions fish > ~/.config/fish/completions/baton.fish
            function __baton_is
                set -l command ''
                for word in (commandline -opc)[2..-1]
                    switch "$command $word"
                        case \(patterns.joined(separator: " "))
                            set command (string trim "$command $word")
                    end
                end
                test "$command" = "$argv"
            end
            complete -c baton -f
            \(paths.flatMap(lines).joined(separator: "\n"))

            """
    }

    private func lines(of path: CommandPath) -> [String] {
        let condition = "complete -c baton -n " + Self.quoted("__baton_is \(path.wordsBelowRoot)")
        let commands = path.command.subcommands.map { "\(condition) -a \($0.name) -d \(Self.quoted($0.summary))" }
        let options = path.command.options.map { option in
            let short = option.short.map { " -s \($0)" } ?? ""
            return "\(condition) -l \(option.name)\(short)\(value(of: option)) -d \(Self.quoted(option.help))"
        }
        return commands + operand(of: path).map { condition + $0 } + options
    }

    private func operand(of path: CommandPath) -> [String] {
        if let operand = path.command.operand {
            let words = operand.words.map { [" -a " + Self.call($0)] } ?? []
            let files = operand.isFile ? [" -F"] : []
            if !(words + files).isEmpty { return words + files }
        }
        // Subcommands have lines of their own with descriptions.
        guard path.command.subcommands.isEmpty, !path.candidates.isEmpty else { return [] }
        return [" -a " + Self.quoted(path.candidates.joined(separator: " "))]
    }

    /// Words of the project.
    private static func call(_ words: CompletionWords.Kind) -> String {
        quoted("(baton completions --words \(words.rawValue) 2>/dev/null)")
    }

    private func value(of option: Option) -> String {
        if let words = option.words { return " -x -a \(Self.call(words))" }
        return switch option.value {
        case .flag: ""
        case .file: " -r -F"
        case .word(let words, _): " -x -a \(Self.quoted(words.joined(separator: " ")))"
        case .text, .tags, .positiveInteger, .duration, .wholeNumber, .seed, .since, .shard, .assignment: " -x"
        }
    }

    private static func quoted(_ text: String) -> String {
        "'" + text.map { $0 == "'" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "'"
    }
}
