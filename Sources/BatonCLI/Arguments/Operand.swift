/// What a command takes without an option: the files of `baton run`.
struct Operand: Sendable {
    /// What help calls it: `PATH`.
    let name: String
    let value: ArgumentValue
    let isRequired: Bool
    /// Whether there may be any number of them.
    let isRepeatable: Bool
    let help: String

    init(
        _ name: String, _ value: ArgumentValue, required isRequired: Bool = false,
        repeatable isRepeatable: Bool = false, _ help: String
    ) {
        self.name = name
        self.value = value
        self.isRequired = isRequired
        self.isRepeatable = isRepeatable
        self.help = help
    }

    /// Its name in lists: `PATH…`.
    var label: String { name + (isRepeatable ? "…" : "") }

    /// Its place in a usage line: `[PATH…]`.
    var usage: String { isRequired ? label : "[\(label)]" }
}
