import BatonApplication

/// What `baton explain` tells of options and commands: what their help says.
enum HelpEntries {
    static func all(of root: Command) -> [ExplainJob.HelpEntry] {
        let paths = CommandPath(root).all
        var options: [(option: Option, paths: [CommandPath])] = []
        for path in paths {
            for option in path.command.options {
                let known = options.firstIndex { $0.option.name == option.name && $0.option.help == option.help }
                if let known {
                    options[known].paths.append(path)
                } else {
                    options.append((option, [path]))
                }
            }
        }
        return options.map(entry) + paths.dropFirst().map(entry)
    }

    private static func entry(_ option: Option, _ paths: [CommandPath]) -> ExplainJob.HelpEntry {
        let spellings = (option.short.map { ["-\($0)"] } ?? []) + [option.spelling]
        let owners = paths.prefix(3).map { "`\($0.words)`" }.joined(separator: ", ")
        let rest = paths.count > 3 ? " and \(paths.count - 3) more" : ""
        return ExplainJob.HelpEntry(
            spellings + [option.name],
            "\(spellings.joined(separator: ", "))  option of \(owners)\(rest)\n  \(option.help)")
    }

    private static func entry(_ path: CommandPath) -> ExplainJob.HelpEntry {
        let words = path.wordsBelowRoot
        let last = words.split(separator: " ").last.map(String.init) ?? words
        return ExplainJob.HelpEntry([words, "baton \(words)", last], "\(path.usage)\n  \(path.command.summary)")
    }
}
