import BatonApplication
import BatonReports

/// Options of several commands.
extension Option {
    static let help = flag("help", short: "h", "Shows this help.") { $0.wantsHelp = true }

    static let tag = value(
        "tag", "TAG", .tags { $0.run.tags.append($1) }, repeatable: true, words: .tags,
        "Only workflows with one of these tags; also 'smoke and not slow', with `or` and parentheses.")

    static let notTag = value(
        "not-tag", "TAG", .tags { $0.run.excludedTags.append($1) }, repeatable: true, words: .tags,
        "No workflow with one of these tags.")

    static let name = value(
        "name", "GLOB", .text { $0.run.names.append($1) }, repeatable: true, words: .names,
        "Only workflows whose name fits one of these: `*` is any text, `?` one character, `{a,b}` either.")

    static let owner = value(
        "owner", "GLOB", .text { $0.run.owners.append($1) }, repeatable: true, words: .owners,
        "Only workflows of one of these owners; `*` is any text.")

    static let lastFailed = flag("last-failed", "Only workflows that failed when they last ran, as the history has it.")
    {
        $0.run.isLastFailed = true
    }

    static let onlyChanged = flag(
        "only-changed", "Only workflows that are affected by what differs from the last commit of git."
    ) { $0.run.isOnlyChanged = true }

    static let shard = value(
        "shard", "I/N", .shard { $0.run.shard = $1 },
        "Only the share of one of N machines: 3/12, or `auto`, where the CI service or scheduler says which.")

    static let balance = value(
        "balance", "FILE", .file { $0.run.balance = $1 },
        "With --shard: makes the shares equally long, by a file of timings that the history wrote.")

    static let fileRoot = value(
        "file-root", "DIR", .file { $0.run.fileRoot = $1 },
        "The folder that files named in workflows must lie in; without, the project's, else each workflow's own.")

    static let color = value(
        "color", "WHEN", .choice(of: RunOptions.ColourChoice.self) { $0.run.colour = $1 },
        "When to use colours: auto, always or never. Without: auto, on terminals unless NO_COLOR is set.")

    static let secret = value(
        "secret", "NAME", .text { $0.run.secrets.append($1) }, repeatable: true,
        "Gives a secret, from the environment variable of that name; NAME=VALUE can be seen by others.")

    static let secretsFile = value(
        "secrets-file", "FILE", .file { $0.run.secretFiles.append($1) }, repeatable: true,
        "Gives the secrets of a file of NAME=value lines, or of a YAML or JSON map.")

    static let postmanEnvironment = value(
        "postman-env", "FILE", .file { $0.run.importing.environment = $1 },
        "The environment of a Postman collection: a file that Postman exports.")

    static let postmanGlobals = value(
        "postman-globals", "FILE", .file { $0.run.importing.globals = $1 },
        "The global variables of a Postman collection.")

    static let data = value(
        "data", "FILE", .file { $0.run.importing.data = $1 },
        "A CSV or JSON file; the collection runs once for each of its rows.")

    static let from = value(
        "from", "FORMAT", .text { $0.run.importing.format = $1 },
        "The format of the file, `postman`; without, the file tells it.")

    /// - Parameter help: how the command uses the environment.
    static func environment(_ help: String) -> Option {
        value("env", "NAME", .text { $0.run.environment = $1 }, words: .environments, help)
    }

    static func report(_ format: ReportFormat) -> Option {
        value(format.name, "FILE", .file { $0.run.reports[format] = $1 }, format.sentence)
    }
}

extension [Option] {
    /// The reports that are written at the end of a run.
    static let reportFiles =
        ReportFormat.all.filter { $0.report != nil }.map(Option.report) + [
            .value(
                "junit-tests", "WHAT", .choice(of: JUnitForm.Tests.self) { $0.run.junitTests = $1 },
                "What a test of the JUnit report is: each of the `steps`, or one of the `workflows`. Without: steps."),
            .value(
                "junit-profile", "FORM", .choice(of: JUnitForm.Profile.self) { $0.run.junitProfile = $1 },
                "Whether its tests have file and line: `extended`, or not: `strict`. Without: what the CI service reads."
            ),
        ]
}

extension Command.Section {
    /// What is given beside a file of another tool.
    static let otherTools = Command.Section(
        "files of other tools", [.from, .postmanEnvironment, .postmanGlobals, .data])
}

extension Operand {
    /// - Parameter help: how the command uses the files.
    static func paths(_ help: String) -> Operand {
        Operand("PATH", .file { $0.run.paths.append($1) }, repeatable: true, help)
    }
}
