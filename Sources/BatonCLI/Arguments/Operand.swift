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

    init(
        _ name: String, _ value: ArgumentValue, required isRequired: Bool = false,
        repeatable isRepeatable: Bool = false, suggestions: @escaping @Sendable () -> [String] = { [] }, _ help: String
    ) {
        self.name = name
        self.value = value
        self.isRequired = isRequired
        self.isRepeatable = isRepeatable
        self.suggestions = suggestions
        self.help = help
    }

    /// The label in lists: `PATH…`.
    var label: String { name + (isRepeatable ? "…" : "") }

    /// The operand in a usage line: `[PATH…]`.
    var usage: String { isRequired ? label : "[\(label)]" }
}
