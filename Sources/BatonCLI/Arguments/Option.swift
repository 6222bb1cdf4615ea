/// One option of a command: all that the parser, the help and the completions know of it.
struct Option: Sendable {
    /// Without the dashes: `base-url`.
    let name: String
    let short: Character?
    /// What help calls its value: `FILE`; empty for a flag.
    let valueName: String
    let value: ArgumentValue
    /// Whether each further use adds a value; any other option may be given once.
    let isRepeatable: Bool
    /// One or two short sentences for the help.
    let help: String

    /// An option that is there or not. Giving it twice says nothing new, and is no error.
    static func flag(
        _ name: String, short: Character? = nil, _ help: String, set: @escaping @Sendable (inout Settings) -> Void
    ) -> Option {
        Option(name: name, short: short, valueName: "", value: .flag(set), isRepeatable: true, help: help)
    }

    /// An option with a value.
    static func value(
        _ name: String, _ valueName: String, _ value: ArgumentValue, repeatable isRepeatable: Bool = false,
        _ help: String
    ) -> Option {
        Option(
            name: name, short: nil, valueName: valueName, value: value, isRepeatable: isRepeatable, help: help)
    }

    /// As it is written: `--base-url`.
    var spelling: String { "--" + name }

    var isFlag: Bool {
        if case .flag = value { true } else { false }
    }
}
