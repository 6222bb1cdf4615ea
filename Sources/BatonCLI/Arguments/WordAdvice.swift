import BatonJudging
import BatonLanguage
import BatonLoading
import BatonValues
import BatonWorkflow

/// Advice for a word that a command does not know.
enum WordAdvice: Equatable {
    case none
    /// A typing error; the value is the correct word.
    case near(String)
    /// The Baton name for another tool's word.
    case called(String)
    /// A sentence of advice, where no single word replaces the mistake.
    case note(String)
    /// Options that other commands have; the second value is what to write instead.
    case elsewhere([String], instead: String?)

    /// - Parameters:
    ///   - spelling: the option as typed, without its value: `--tags`, `-j`, `-tag`.
    ///   - rest: the words behind the option.
    static func about(
        option spelling: String, of path: CommandPath, before rest: ArraySlice<String>
    ) -> WordAdvice {
        let owners = CommandPath(path.root).all.filter { owner in
            owner.command.options.contains { $0.spelling == spelling || $0.short.map { "-\($0)" } == spelling }
        }
        if !owners.isEmpty {
            return .elsewhere(owners.map(\.words), instead: instead(spelling, owners.map(\.words), path, rest))
        }
        if let row = Advice.row(spelling, in: Advice.commandLine) {
            guard row.here.hasPrefix("--") else { return .note(row.help) }
            let name = String(row.here.dropFirst(2))
            if path.command.option(named: name) != nil { return .called(row.here) }
            let owner = CommandPath(path.root).all.first { $0.command.option(named: name) != nil }
            if let owner { return .called("\(owner.words) \(row.here)") }
        }
        if let near = nearest(to: String(spelling.drop { $0 == "-" }), in: path), spelling.utf8.count > 2 {
            return .near(near)
        }
        return .none
    }

    /// What to write in place of an option that this command does not have.
    private static func instead(
        _ spelling: String, _ owners: [String], _ path: CommandPath, _ rest: ArraySlice<String>
    ) -> String? {
        guard path.parents.isEmpty else {
            // A different command with this option would do something other than the user wants.
            return owners.first { $0.hasPrefix(path.words) || path.words.hasPrefix($0) }.map { "\($0) \(spelling)" }
        }
        guard let command = command(in: rest, below: path) else { return "\(path.words) COMMAND \(spelling)" }
        return owners.contains(command.words) ? "\(command.words) \(spelling)" : nil
    }

    /// The command that is named behind an option.
    private static func command(in words: ArraySlice<String>, below path: CommandPath) -> CommandPath? {
        var found: CommandPath?
        for word in words where !word.hasPrefix("-") {
            if let next = (found ?? path).descending(to: word) {
                found = next
            } else if found != nil {
                break
            }
        }
        return found
    }

    /// The option of a command closest to a word without dashes; nil where none is close.
    static func nearest(to word: String, in path: CommandPath) -> String? {
        let names = path.command.options.map(\.name)
        if names.contains(word) { return "--" + word }
        return Spelling.nearest(to: word, in: names).map { "--" + $0 }
    }

    static func about(command word: String, after path: CommandPath) -> WordAdvice {
        let commands = path.command.subcommands
        if path.parents.isEmpty, let row = Advice.row(word, in: Advice.commandLine) { return .called(row.here) }
        if let near = Spelling.nearest(to: word, in: commands.map(\.name)) { return .near("\(path.words) \(near)") }
        let isPath = word.utf8.contains { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "/") }
        if path.parents.isEmpty, isPath { return .near("\(path.words) run \(word)") }
        return .note("there are " + commands.map { "`\($0.name)`" }.joined(separator: ", "))
    }
}
