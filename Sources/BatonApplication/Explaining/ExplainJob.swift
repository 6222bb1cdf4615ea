import BatonDiagnostics
import BatonRunner
package import BatonWorkflow

/// `baton explain`: prints what the reference says about a word.
package struct ExplainJob {
    private let word: String?
    private let isJSON: Bool
    private let options: [ReferenceEntry]
    private let commands: [ReferenceEntry]
    private let context: ProcessContext

    /// - Parameters:
    ///   - word: nil for the list of all words.
    ///   - options: the options of the command line.
    ///   - commands: the commands, each with its words behind `baton`.
    package init(
        _ word: String?, isJSON: Bool, options: [ReferenceEntry], commands: [ReferenceEntry], in context: ProcessContext
    ) {
        self.word = word
        self.isJSON = isJSON
        self.options = options
        self.commands = commands
        self.context = context
    }

    package func run() -> Int32 {
        guard let word else {
            let all = Reference.entries + options + commands
            context.output(isJSON ? ExplanationJSON.text(of: all) : text.topics(of: all))
            return ExitCode.passed
        }
        let cleaned = Self.cleaned(word)
        let found = entries(for: cleaned)
        var command = commands.filter { $0.word == cleaned || "baton \($0.word)" == cleaned }
        // `broken` of `baton history broken`.
        if command.isEmpty, found.entries.isEmpty { command = commands.filter { $0.word.hasSuffix(" " + cleaned) } }
        guard !found.entries.isEmpty || !command.isEmpty else {
            Messages(context, .auto).show([
                Language.Methods.isRare(cleaned)
                    ? .methodInCapitals(cleaned) : .unknownWord(word, near: Reference.near(cleaned))
            ])
            return ExitCode.invalid
        }
        if isJSON {
            context.output(ExplanationJSON.text(of: found.entries + command))
            return ExitCode.passed
        }
        var blocks: [String] = []
        switch found.meaning {
        case .itself: blocks = found.entries.map(text.text)
        case .value: blocks = [text.value(word, found.entries)] + found.entries.map(text.text)
        case .family where found.entries.isEmpty: break
        case .foreign: blocks = [text.foreign(word, found.entries)] + found.entries.map(text.text)
        case .family: blocks = [text.family(word, found.entries)]
        }
        context.output((blocks + command.map(text.text)).joined(separator: "\n"))
        return ExitCode.passed
    }

    private var text: ExplanationText {
        ExplanationText(width: context.terminal.width, isColoured: context.terminal.usesColour(.auto))
    }

    /// What a user may have copied around the word: the brackets of a code, the colon of a key, `()` of a function.
    private static func cleaned(_ word: String) -> String {
        if word.hasPrefix("$("), word.hasSuffix(")") { return "$(" }
        if Reference.words.contains(word) { return word }
        var word = Substring(word)
        for (before, after) in [("[", "]"), ("`", "`"), ("", "()"), ("", ":")] {
            guard word.count > before.count + after.count, word.hasPrefix(before), word.hasSuffix(after) else {
                continue
            }
            word = word.dropFirst(before.count).dropLast(after.count)
        }
        return String(word)
    }

    /// What entries have to do with a word.
    private enum Meaning { case itself, value, foreign, family }

    /// The entries of the word itself, of the option with that name, of the keys that take it as a value, of the words
    /// that it stands for in other tools, or of the kinds and codes that begin with it.
    private func entries(for word: String) -> (entries: [ReferenceEntry], meaning: Meaning) {
        let own = Reference.entries(for: word)
        if !own.isEmpty { return (own, .itself) }
        let named = options.filter {
            $0.word == word || $0.word == "--" + word || $0.call?.hasPrefix(word + ", ") == true
        }
        if !named.isEmpty { return (named, .itself) }
        let keys = Reference.keys(withValue: word)
        if !keys.isEmpty { return (keys.flatMap(Reference.entries), .value) }
        let meanings = Reference.meanings(ofForeign: word).flatMap(Reference.entries)
        if !meanings.isEmpty { return (meanings, .foreign) }
        if let entry = Reference.foreign(word) { return ([entry], .itself) }
        return (Reference.family(of: word), .family)
    }
}

extension Diagnostic {
    fileprivate static func methodInCapitals(_ method: String) -> Diagnostic {
        let method = method.uppercased()
        return Diagnostic(
            "usage.unknown-word", "the reference has no word `\(method)`, which is a method of requests", at: nil,
            help: "a step takes any method that is written in capitals: `\(method): /path`; see `baton explain get`")
    }

    fileprivate static func unknownWord(_ word: String, near: [String]) -> Diagnostic {
        Diagnostic(
            "usage.unknown-word", "the reference has no word `\(word)`", at: nil,
            help: near.isEmpty
                ? "`baton explain` lists all words"
                : "near it are " + near.map { "`\($0)`" }.joined(separator: ", ") + "; `baton explain` lists all words")
    }
}
