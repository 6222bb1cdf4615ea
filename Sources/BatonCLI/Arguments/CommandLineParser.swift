import BatonApplication
import BatonLanguage
import BatonLoading
import BatonWorkflow

/// Parses a command line into a command or an error, without input or output of its own.
///
/// Options and operands come in any order, `--` ends the options, a lone `-` is an operand, `-vq` is `-v -q`. A value
/// is the next word or follows `=`; a value that begins with `-` must follow `=`, so that after a forgotten value the
/// next option is not taken for it. `--help` takes precedence over every error.
struct CommandLineParser {
    private var path: CommandPath
    private var rest: ArraySlice<String>
    private var settings = Settings()
    /// Names of the options parsed so far.
    private var given: [String] = []
    private var operandCount = 0

    private init(_ words: [String], _ root: Command) {
        path = CommandPath(root)
        rest = words[...]
    }

    /// - Parameter words: the words after the program's name.
    static func parse(_ words: [String], root: Command = .baton) throws(ArgumentError) -> ParsedCommand {
        var parser = CommandLineParser(words, root)
        if words.prefix(while: { $0 != "--" }).contains(where: { $0 == "--help" || $0 == "-h" }) {
            return .help(try parser.helpTopic(words.filter { !isOption($0) }))
        }
        return try parser.parse()
    }

    /// The valid options of a `run` command with errors; nil for another command.
    static func runOptions(in words: [String]) -> RunOptions? {
        var parser = CommandLineParser(words, .baton)
        while let word = parser.rest.popFirst(), word != "--" {
            if !isOption(word) {
                try? parser.readOperand(word)
            } else if word.hasPrefix("--") {
                try? parser.readLong(word)
            } else {
                try? parser.readShort(word)
            }
        }
        return parser.path.command.name == Command.run.name ? parser.settings.run : nil
    }

    private mutating func parse() throws(ArgumentError) -> ParsedCommand {
        var areOptionsOver = false
        while let word = rest.popFirst() {
            if areOptionsOver || !Self.isOption(word) {
                try readOperand(word)
            } else if word == "--" {
                areOptionsOver = true
            } else if word.hasPrefix("--") {
                try readLong(word)
            } else {
                try readShort(word)
            }
        }
        return try finish()
    }

    private func finish() throws(ArgumentError) -> ParsedCommand {
        if settings.wantsVersion { return .version }
        if settings.wantsHelp { return .help(path) }
        let command = path.command
        for (first, second) in command.exclusive where given.contains(first) && given.contains(second) {
            throw error(.exclusiveOptions("--" + first, "--" + second))
        }
        if let operand = command.operand, operand.isRequired, operandCount == 0 {
            throw error(.missingArgument(operand.name, choices: operand.value.choices))
        }
        switch command.action {
        case .groups: return .help(path)
        case .perform(let make): return make(settings)
        case .help:
            let topic = try Self(settings.topic, path.root).helpTopic(settings.topic)
            return settings.manPages.map { .manPages(topic, folder: $0) } ?? .help(topic)
        }
    }

    // MARK: Commands and operands

    private mutating func readOperand(_ word: String) throws(ArgumentError) {
        guard path.command.subcommands.isEmpty else {
            path = try step(from: path, to: word)
            return
        }
        guard let operand = path.command.operand, operandCount == 0 || operand.isRepeatable else {
            throw error(.unexpectedArgument(word))
        }
        operandCount += 1
        if let wanted = operand.value.read(word, into: &settings) {
            throw error(.wrongValue(of: operand.name, word, wanted))
        }
    }

    private func step(from path: CommandPath, to word: String) throws(ArgumentError) -> CommandPath {
        guard let next = path.descending(to: word) else {
            throw ArgumentError(.unknownCommand(word, WordAdvice.about(command: word, after: path)), path)
        }
        return next
    }

    /// The command that the words name; further words are ignored.
    private func helpTopic(_ words: [String]) throws(ArgumentError) -> CommandPath {
        var path = path
        for word in words {
            guard !path.command.subcommands.isEmpty else { break }
            path = try step(from: path, to: word)
        }
        return path
    }

    // MARK: Options

    private mutating func readLong(_ word: String) throws(ArgumentError) {
        let body = word.utf8.dropFirst(2)
        let equals = body.firstIndex(of: UInt8(ascii: "="))
        let name = String(Substring(body[..<(equals ?? body.endIndex)]))
        let attached = equals.map { String(Substring(body[body.index(after: $0)...])) }
        guard let option = path.command.option(named: name) else {
            // `baton explain --tag`: the option is what is asked about.
            if path.command.operand?.takesOptionNames == true, equals == nil,
                CommandPath(path.root).all.contains(where: { $0.command.option(named: name) != nil })
            {
                return try readOperand(word)
            }
            throw unknownOption("--" + name)
        }
        try take(option, attached)
    }

    /// Parses several letters after one dash; each must be a flag.
    private mutating func readShort(_ word: String) throws(ArgumentError) {
        // `baton explain -v`, as above.
        if path.command.operand?.takesOptionNames == true, word.utf8.count == 2, let letter = word.last,
            path.command.option(short: letter) == nil,
            CommandPath(path.root).all.contains(where: { $0.command.option(short: letter) != nil })
        {
            return try readOperand(word)
        }
        for letter in word.dropFirst() {
            guard let option = path.command.option(short: letter) else {
                // `-tag` is a mistyped `--tag`, not three flags.
                let isLong = WordAdvice.nearest(to: String(word.dropFirst()), in: path) != nil
                throw unknownOption(isLong ? word : "-\(letter)")
            }
            try take(option, nil)
        }
    }

    private mutating func take(_ option: Option, _ attached: String?) throws(ArgumentError) {
        if !option.isRepeatable, given.contains(option.name) { throw error(.repeatedOption(option.spelling)) }
        given.append(option.name)
        let text: String
        if option.isFlag {
            if let attached { throw error(.needlessValue(of: option.spelling, attached)) }
            text = ""
        } else if let attached {
            text = attached
        } else if let next = rest.first, !Self.isOption(next) {
            text = next
            rest.removeFirst()
        } else {
            throw error(.missingValue(of: option.spelling, option.valueName, next: rest.first))
        }
        if let wanted = option.value.read(text, into: &settings) {
            throw error(.wrongValue(of: option.spelling, text, wanted))
        }
    }

    private static func isOption(_ word: String) -> Bool {
        word.utf8.count > 1 && word.utf8.first == UInt8(ascii: "-")
    }

    private func unknownOption(_ spelling: String) -> ArgumentError {
        let advice = WordAdvice.about(option: spelling, of: path, before: rest)
        return error(.unknownOption(spelling, advice))
    }

    private func error(_ problem: ArgumentError.Kind) -> ArgumentError {
        ArgumentError(problem, path)
    }
}

/// The values collected while a command line is parsed; each command uses those for which it has options.
struct Settings: Sendable {
    var run = RunOptions()
    var history = HistoryOptions()
    var shell = Shell.bash
    /// The folder into which `baton init` writes; nil for the working folder.
    var folder: String?
    var schema = LanguageSchema.Kind.workflow
    /// The word that `baton explain` explains; nil for the list of all.
    var explained: String?
    /// The command whose help `baton help` shows.
    var topic: [String] = []
    /// The folder into which `baton help` writes manual pages; nil to show the help.
    var manPages: String?
    var wantsHelp = false
    var wantsVersion = false
}

/// A parsed command with everything needed to run it.
enum ParsedCommand: Sendable {
    case run(RunOptions)
    case check(RunOptions)
    case list(RunOptions)
    case importing(RunOptions)
    case doctor(RunOptions)
    case history(HistoryOptions)
    case report(RunOptions)
    case merge(RunOptions)
    case cacheList
    case cacheClear
    case initialize(folder: String?)
    case schema(LanguageSchema.Kind)
    case explain(String?)
    case completions(Shell)
    case help(CommandPath)
    /// Writes the manual pages of a command and of those below it.
    case manPages(CommandPath, folder: String)
    case version
}
