import BatonApplication
import BatonDiagnostics
import BatonValues

extension ArgumentError {
    /// The usage line and a reference to the help: two lines below the diagnostic.
    var usage: String {
        "usage: \(path.usage)\nsee \(path.words) --help\n"
    }

    var diagnostic: Diagnostic {
        switch problem {
        case .unknownOption(let option, let advice):
            unknown("option", option, advice)
        case .unknownCommand(let command, let advice):
            unknown("command", command, advice)
        case .missingValue(let option, let name, let next):
            Diagnostic(
                "usage.missing-value", "`\(option)` wants a value: `\(option) \(name)`", at: nil,
                help: next.map { "`\($0)` was taken for an option; as a value it is written `\(option)=\($0)`" })
        case .needlessValue(let option, let value):
            Diagnostic(
                "usage.needless-value", "`\(option)` takes no value, it was given `\(value)`", at: nil,
                help: "write `\(option)` to switch it on, and leave it out otherwise")
        case .wrongValue(let name, _, .notEmpty):
            Diagnostic(
                "usage.missing-value", "`\(name)` wants a value, it was given an empty text", at: nil,
                help: "if it comes from a variable of the shell, that one is empty or not set")
        case .wrongValue(let name, let text, .tags(let mistake)):
            .wrongTags(mistake, in: text, of: name)
        case .wrongValue(let name, let text, let wanted):
            Diagnostic(
                "usage.wrong-value", "`\(name)` wants \(wanted.words), it was given `\(text)`", at: nil,
                help: wanted.nearest(to: text).map { "did you mean `\($0)`?" })
        case .repeatedOption(let option):
            Diagnostic(
                "usage.repeated-option", "`\(option)` is given twice", at: nil,
                help: "it has one value: leave one of the two out")
        case .exclusiveOptions(let first, let second):
            Diagnostic(
                "usage.exclusive-options", "`\(first)` and `\(second)` exclude each other", at: nil,
                help: "leave one of the two out")
        case .unexpectedArgument(let word):
            Diagnostic(
                "usage.unexpected-argument", "`\(path.words)` does not expect `\(word)`", at: nil,
                help: path.command.operand.map { "it takes one \($0.name)" } ?? "it takes options only")
        case .missingArgument(let name, let choices):
            Diagnostic(
                "usage.missing-argument", "`\(path.words)` wants a \(name)", at: nil,
                help: choices.isEmpty ? nil : "\(name) is \(ArgumentValue.Wanted.word(choices).words)")
        }
    }

    private func unknown(_ kind: String, _ word: String, _ advice: WordAdvice) -> Diagnostic {
        switch advice {
        case .elsewhere(let commands, let instead):
            Diagnostic(
                "usage.misplaced-option",
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
