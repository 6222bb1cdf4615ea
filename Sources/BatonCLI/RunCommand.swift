import ArgumentParser
import BatonKit

/// `baton run`.
struct RunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Runs workflows and reports what they found.",
        discussion: """
            Without PATH the project's workflows folder runs. In a project (a folder with baton.yaml) every run writes
            reports/junit.xml and records history; elsewhere only when asked.
            """)

    @Argument(help: "Workflow files, or folders of them.")
    var paths: [String] = []

    @Option(name: .customLong("env"), help: "The environment of baton.yaml to run in.")
    var environment: String?

    @Option(
        name: .customLong("base-url"), help: "What URLs that begin with `/` are put after; wins over the environment's."
    )
    var baseURL: String?

    @Option(name: .customLong("input"), help: ArgumentHelp("Gives an input its value.", valueName: "name=value"))
    var inputs: [String] = []

    @Option(
        name: .customLong("var"), help: ArgumentHelp("Sets a variable that a file declares.", valueName: "name=value"))
    var variables: [String] = []

    @Option(
        name: .customLong("vars-file"),
        help: ArgumentHelp("Sets the variables of a YAML or JSON file; may be repeated.", valueName: "file"))
    var variableFiles: [String] = []

    @OptionGroup var selection: SelectionOptions

    @Option(help: "How many workflows run at the same time; the number of cores unless given.")
    var jobs: Int?

    @Flag(name: .customLong("fail-fast"), help: "Starts no further workflow once one has failed.")
    var failFast = false

    @Option(help: ArgumentHelp("Writes the JUnit report here.", valueName: "file"))
    var junit: String?

    @Flag(name: .customLong("no-history"), help: "Records nothing in the history.")
    var noHistory = false

    @Flag(name: .shortAndLong, help: "Shows every step with its request.")
    var verbose = false

    @Flag(name: .shortAndLong, help: "Shows only failures and the last line.")
    var quiet = false

    @OptionGroup var appearance: AppearanceOptions

    @Flag(name: .customLong("dry-run"), help: "Shows what would run and sends nothing.")
    var dryRun = false

    mutating func validate() throws {
        if let jobs, jobs < 1 { throw ValidationError("--jobs wants a number of at least 1, it was given \(jobs)") }
        if verbose && quiet { throw ValidationError("--verbose and --quiet exclude each other") }
    }

    mutating func run() async throws {
        var options = RunOptions()
        options.paths = paths
        options.environment = environment
        options.baseURL = baseURL
        options.inputs = try Self.assignments(inputs, of: "--input")
        options.variables = try Self.assignments(variables, of: "--var")
        options.variableFiles = variableFiles
        options.tags = selection.tags
        options.excludedTags = selection.excludedTags
        options.names = selection.names
        options.jobs = jobs
        options.failsFast = failFast
        options.junit = junit
        options.recordsHistory = !noHistory
        options.isDryRun = dryRun
        options.detail = verbose ? .verbose : quiet ? .quiet : .normal
        options.colour = appearance.colour
        let code = await RunJob(options, in: .current, interruption: .ofProcess).run()
        throw ExitCode(code)
    }

    private static func assignments(_ texts: [String], of option: String) throws -> [RunOptions.Assignment] {
        try texts.map { text in
            guard let assignment = RunOptions.Assignment(text) else {
                throw ValidationError("\(option) wants name=value, it was given \(text)")
            }
            return assignment
        }
    }
}

/// Which workflows a command is about.
struct SelectionOptions: ParsableArguments {
    @Option(name: .customLong("tag"), help: "Only workflows with this tag; may be repeated for any of several.")
    var tags: [String] = []

    @Option(name: .customLong("not-tag"), help: "No workflow with this tag.")
    var excludedTags: [String] = []

    @Option(
        name: .customLong("name"),
        help: ArgumentHelp("Only workflows whose name fits, with `*` and `?`.", valueName: "glob"))
    var names: [String] = []
}

/// How output looks.
struct AppearanceOptions: ParsableArguments {
    @Option(name: .customLong("color"), help: "When to use colours: auto, always or never.")
    var colour: RunOptions.ColourChoice = .auto
}

extension RunOptions.ColourChoice: ExpressibleByArgument {}
