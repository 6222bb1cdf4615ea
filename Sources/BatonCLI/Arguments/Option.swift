import BatonApplication

/// One option of a command, for parser, help and completions.
struct Option: Sendable {
    /// The name without dashes: `base-url`.
    let name: String
    let short: Character?
    /// The name of the value in the help: `FILE`; empty for a flag.
    let valueName: String
    let value: ArgumentValue
    /// Whether the option may be given several times, each time with a further value.
    let isRepeatable: Bool
    /// One or two short sentences for the help.
    let help: String
    /// The words of the project that shells offer as value; nil where they are not known.
    var words: CompletionWords.Kind?

    /// An option without a value. Giving it twice is not an error.
    static func flag(
        _ name: String, short: Character? = nil, _ help: String, set: @escaping @Sendable (inout Settings) -> Void
    ) -> Option {
        Option(name: name, short: short, valueName: "", value: .flag(set), isRepeatable: true, help: help)
    }

    /// An option with a value.
    static func value(
        _ name: String, _ valueName: String, _ value: ArgumentValue, repeatable isRepeatable: Bool = false,
        words: CompletionWords.Kind? = nil, _ help: String
    ) -> Option {
        Option(
            name: name, short: nil, valueName: valueName, value: value, isRepeatable: isRepeatable, help: help,
            words: words)
    }

    /// The option as the user types it: `--base-url`.
    var spelling: String { "--" + name }

    var isFlag: Bool {
        if case .flag = value { true } else { false }
    }
}
