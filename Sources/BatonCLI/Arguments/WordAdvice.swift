import BatonDiagnostics

/// What helps whoever wrote a word that a command does not know.
enum WordAdvice: Equatable {
    case none
    /// A slip of the pen.
    case near(String)
    /// What another tool calls by that word.
    case called(String)
    /// What to do instead, where no single word says it.
    case note(String)
    /// Part of the design, not of this version.
    case planned
    /// Other commands have this option.
    case elsewhere([String])

    /// - Parameter spelling: as written, without a value: `--tags`, `-j`, `-tag`.
    static func about(option spelling: String, of path: CommandPath) -> WordAdvice {
        let owners = CommandPath(path.root).all.filter { owner in
            owner.command.options.contains { $0.spelling == spelling || $0.short.map { "-\($0)" } == spelling }
        }
        if !owners.isEmpty { return .elsewhere(owners.map(\.words)) }
        if let foreign = ForeignOptions.meaning(of: spelling) {
            switch foreign {
            case .note(let text): return .note(text)
            case .option(let name):
                if path.command.option(named: name) != nil { return .called("--" + name) }
                let owner = CommandPath(path.root).all.first { $0.command.option(named: name) != nil }
                if let owner { return .called("\(owner.words) --\(name)") }
            }
        }
        if ForeignOptions.planned.contains(spelling) { return .planned }
        if let near = nearest(to: String(spelling.drop { $0 == "-" }), in: path), spelling.utf8.count > 2 {
            return .near(near)
        }
        return .none
    }

    /// The option of a command that a word without dashes is meant to be, exactly or nearly.
    static func nearest(to word: String, in path: CommandPath) -> String? {
        let names = path.command.options.map(\.name)
        if names.contains(word) { return "--" + word }
        return Spelling.nearest(to: word, in: names).map { "--" + $0 }
    }

    static func about(command word: String, after path: CommandPath) -> WordAdvice {
        let commands = path.command.subcommands
        if let name = ForeignCommands.names[word], path.parents.isEmpty || path.descending(to: name) != nil {
            return .called("\(path.words) \(name)")
        }
        if path.parents.isEmpty, ForeignCommands.planned.contains(word) { return .planned }
        if let near = Spelling.nearest(to: word, in: commands.map(\.name)) { return .near("\(path.words) \(near)") }
        let isPath = word.utf8.contains { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "/") }
        if path.parents.isEmpty, isPath { return .near("\(path.words) run \(word)") }
        return .note("there are " + commands.map { "`\($0.name)`" }.joined(separator: ", "))
    }
}
