import BatonApplication

/// An argument without an option name: the files of `baton run`.
struct Operand: Sendable {
    /// The name shown in the help: `PATH`.
    let name: String
    let value: ArgumentValue
    let isRequired: Bool
    /// Whether the operand may be given several times.
    let isRepeatable: Bool
    /// Words that completions offer, where other words are allowed too.
    let suggestions: @Sendable () -> [String]
    let help: String
    /// The words of the project that shells offer; nil where they are not known.
    let words: CompletionWords.Kind?
    /// Whether the name of another command's option is a value, although it begins with `--`.
    var takesOptionNames = false

    init(
        _ name: String, _ value: ArgumentValue, required isRequired: Bool = false,
        repeatable isRepeatable: Bool = false, suggestions: @escaping @Sendable () -> [String] = { [] },
        words: CompletionWords.Kind? = nil, _ help: String
    ) {
        self.words = words
        self.name = name
        self.value = value
        self.isRequired = isRequired
        self.isRepeatable = isRepeatable
        self.suggestions = suggestions
        self.help = help
    }

    var isFile: Bool {
        if case .file = value { true } else { false }
    }

    /// The label in lists: `PATH…`.
    var label: String { name + (isRepeatable ? "…" : "") }

    /// The operand in a usage line: `[PATH…]`.
    var usage: String { isRequired ? label : "[\(label)]" }
}
