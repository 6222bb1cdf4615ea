import BatonApplication

/// Options of several commands.
extension Option {
    static let help = flag("help", short: "h", "Shows this help.") { $0.wantsHelp = true }

    static let tag = value(
        "tag", "TAG", .text { $0.run.tags.append($1) }, repeatable: true, "Only workflows with one of these tags.")

    static let notTag = value(
        "not-tag", "TAG", .text { $0.run.excludedTags.append($1) }, repeatable: true,
        "No workflow with one of these tags.")

    static let name = value(
        "name", "GLOB", .text { $0.run.names.append($1) }, repeatable: true,
        "Only workflows whose name fits one of these: `*` is any text, `?` one character, `{a,b}` either.")

    static let lastFailed = flag("last-failed", "Only workflows that failed when they last ran, as the history has it.")
    {
        $0.run.isLastFailed = true
    }

    static let onlyChanged = flag(
        "only-changed", "Only workflows that are affected by what differs from the last commit of git."
    ) { $0.run.isOnlyChanged = true }

    static let fileRoot = value(
        "file-root", "DIR", .file { $0.run.fileRoot = $1 },
        "The folder that files named in workflows must lie in; without, the project's, else each workflow's own.")

    static let color = value(
        "color", "WHEN", .choice(of: RunOptions.ColourChoice.self) { $0.run.colour = $1 },
        "When to use colours: auto, always or never. Without: auto, on terminals unless NO_COLOR is set.")

    /// - Parameter help: how the command uses the environment.
    static func environment(_ help: String) -> Option {
        value("env", "NAME", .text { $0.run.environment = $1 }, help)
    }
}

extension Operand {
    /// - Parameter help: how the command uses the files.
    static func paths(_ help: String) -> Operand {
        Operand("PATH", .file { $0.run.paths.append($1) }, repeatable: true, help)
    }
}
