import BatonDiagnostics
import BatonRunner
package import BatonWorkflow

/// `baton explain`: prints what the reference says about a word.
package struct ExplainJob {
    private let word: String?
    private let isJSON: Bool
    private let options: [ReferenceEntry]
    private let context: ProcessContext

    /// - Parameters:
    ///   - word: nil for the list of all words.
    ///   - options: the options of the command line.
    package init(_ word: String?, isJSON: Bool, options: [ReferenceEntry], in context: ProcessContext) {
        self.word = word
        self.isJSON = isJSON
        self.options = options
        self.context = context
    }

    package func run() -> Int32 {
        guard let word else {
            let all = Reference.entries + options
            context.output(isJSON ? ExplanationJSON.text(of: all) : text.topics(of: all))
            return ExitCode.passed
        }
        let found = entries(for: Self.cleaned(word))
        guard !found.entries.isEmpty else {
            Messages(context, .auto).show([.unknownWord(word, near: Reference.near(Self.cleaned(word)))])
            return ExitCode.invalid
        }
        if isJSON {
            context.output(ExplanationJSON.text(of: found.entries))
        } else {
            let note =
                switch found.meaning {
                case .itself: ""
                case .value: text.value(word, found.entries)
                case .foreign: text.foreign(word, found.entries)
                }
            context.output(note + found.entries.map(text.text).joined(separator: "\n"))
        }
        return ExitCode.passed
    }

    private var text: ExplanationText {
        ExplanationText(width: context.terminal.width, isColoured: context.terminal.usesColour(.auto))
    }

    /// What a user may have copied around the word: the brackets of a code, the colon of a key, `()` of a function.
    private static func cleaned(_ word: String) -> String {
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
    private enum Meaning { case itself, value, foreign }

    /// The entries of the word itself, of the option with that name, of the keys that take it as a value, or of the words
    /// that it stands for in other tools.
    private func entries(for word: String) -> (entries: [ReferenceEntry], meaning: Meaning) {
        let own = Reference.entries(for: word)
        if !own.isEmpty { return (own, .itself) }
        let named = options.filter { $0.word == word || $0.word == "--" + word }
        if !named.isEmpty { return (named, .itself) }
        let keys = Reference.keys(withValue: word)
        if !keys.isEmpty { return (keys.flatMap(Reference.entries), .value) }
        return (Reference.meanings(ofForeign: word).flatMap(Reference.entries), .foreign)
    }
}

extension Diagnostic {
    fileprivate static func unknownWord(_ word: String, near: [String]) -> Diagnostic {
        Diagnostic(
            "usage.unknown-word", "the reference has no word `\(word)`", at: nil,
            help: near.isEmpty
                ? "`baton explain` lists all words"
                : "near it are " + near.map { "`\($0)`" }.joined(separator: ", ") + "; `baton explain` lists all words")
    }
}
