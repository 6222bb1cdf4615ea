import BatonApplication
import BatonDiagnostics
import BatonJudging
import BatonLanguage
import BatonLoading
import BatonValues
import BatonWorkflow

/// An error in a command line; `diagnostic` gives its message.
struct ArgumentError: Error {
    enum Kind: Equatable {
        case unknownOption(String, WordAdvice)
        case unknownCommand(String, WordAdvice)
        /// - Parameter next: the option found in place of the value.
        case missingValue(of: String, String, next: String?)
        case needlessValue(of: String, String)
        case wrongValue(of: String, String, ArgumentValue.Wanted)
        case repeatedOption(String)
        case exclusiveOptions(String, String)
        case unexpectedArgument(String)
        case missingArgument(String, choices: [String])
    }

    let kind: Kind
    /// The command that was being parsed.
    let path: CommandPath

    init(_ kind: Kind, _ path: CommandPath) {
        self.kind = kind
        self.path = path
    }
}

extension ArgumentError {
    /// The usage line and a reference to the help: two lines below the diagnostic.
    var usage: String {
        "usage: \(path.usage)\nsee \(path.words) --help\n"
    }

    var diagnostic: Diagnostic {
        switch kind {
        case .unknownOption(let option, let advice):
            unknown("option", option, advice)
        case .unknownCommand(let command, let advice):
            unknown("command", command, advice)
        case .missingValue(let option, let name, let next):
            Diagnostic(
                "usage.wrong-value", "`\(option)` wants a value: `\(option) \(name)`", at: nil,
                help: next.map { "`\($0)` was taken for an option; as a value it is written `\(option)=\($0)`" })
        case .needlessValue(let option, let value):
            Diagnostic(
                "usage.wrong-value", "`\(option)` takes no value, it was given `\(value)`", at: nil,
                help: "write `\(option)` to switch it on, and leave it out otherwise")
        case .wrongValue(let name, _, .notEmpty):
            Diagnostic(
                "usage.wrong-value", "`\(name)` wants a value, it was given an empty text", at: nil,
                help: "if it comes from a variable of the shell, that one is empty or not set")
        case .wrongValue(let name, let text, .tags(let mistake)):
            .wrongTags(mistake, in: text, of: name)
        case .wrongValue(let name, let text, let wanted):
            Diagnostic(
                "usage.wrong-value", "`\(name)` wants \(wanted.words), it was given `\(text)`", at: nil,
                help: wanted.nearest(to: text).map { "did you mean `\($0)`?" })
        case .repeatedOption(let option):
            Diagnostic(
                "usage.exclusive-options", "`\(option)` is given twice", at: nil,
                help: "it has one value: leave one of the two out")
        case .exclusiveOptions(let first, let second):
            Diagnostic(
                "usage.exclusive-options", "`\(first)` and `\(second)` exclude each other", at: nil,
                help: "leave one of the two out")
        case .unexpectedArgument(let word):
            Diagnostic(
                "usage.wrong-arguments", "`\(path.words)` does not expect `\(word)`", at: nil,
                help: path.command.operand.map { "it takes one \($0.name)" } ?? "it takes options only")
        case .missingArgument(let name, let choices):
            Diagnostic(
                "usage.wrong-arguments", "`\(path.words)` wants a \(name)", at: nil,
                help: choices.isEmpty ? nil : "\(name) is \(ArgumentValue.Wanted.word(choices).words)")
        }
    }

    private func unknown(_ kind: String, _ word: String, _ advice: WordAdvice) -> Diagnostic {
        switch advice {
        case .elsewhere(let commands, let instead):
            Diagnostic(
                "usage.unknown-option",
                "`\(word)` is an option of \(Self.list(commands)), not of `\(path.words)`",
                at: nil, help: instead.map { "write `\($0)`" })
        case .none, .near, .called, .note:
            Diagnostic(
                "usage.unknown-\(kind)", "unknown \(kind) `\(word)`", at: nil,
                help: advice.words.map(Message.init(text:)))
        }
    }

    /// Names up to two commands; where there are more, the first.
    private static func list(_ commands: [String]) -> String {
        let shown = commands.prefix(commands.count > 2 ? 1 : 2).map { "`\($0)`" }.joined(separator: " and ")
        return commands.count > 2 ? "\(shown) and of \(commands.count - 1) others" : shown
    }
}

extension WordAdvice {
    fileprivate var words: String? {
        switch self {
        case .near(let word): "did you mean `\(word)`?"
        case .called(let word): "here it is called `\(word)`"
        case .note(let text): text
        case .none, .elsewhere: nil
        }
    }
}

extension ArgumentValue.Wanted {
    /// The expected value, worded to follow "wants".
    fileprivate var words: String {
        switch self {
        case .notEmpty: "a value"
        case .positiveInteger: "a number of at least 1"
        case .duration: "a duration with its unit, such as `90s` or `10m`"
        case .wholeNumber(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .seed: "a whole number or `random`"
        case .since: "a duration before now of less than 292 years, as 14d, or a date, as 2026-08-21"
        case .shard: "a shard, such as `3/12` for the third of twelve, `auto` or `auto/12`"
        case .assignment: "name=value"
        case .tags: "a tag expression"
        case .word(let words):
            words.dropLast().joined(separator: ", ") + (words.count > 1 ? " or " : "") + (words.last ?? "")
        }
    }

    fileprivate func nearest(to text: String) -> String? {
        guard case .word(let words) = self else { return nil }
        return Spelling.nearest(to: text, in: words)
    }
}

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
