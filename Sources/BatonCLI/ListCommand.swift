import ArgumentParser
import BatonKit

/// `baton list`.
struct ListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Lists workflows with their names, tags and number of steps.")

    @Argument(help: "Workflow files, or folders of them; without, the project's workflows folder.")
    var paths: [String] = []

    @Option(name: .customLong("env"), help: "The environment of baton.yaml to load against.")
    var environment: String?

    @OptionGroup var selection: SelectionOptions

    @OptionGroup var appearance: AppearanceOptions

    mutating func run() async throws {
        var options = RunOptions()
        options.paths = paths
        options.environment = environment
        options.tags = selection.tags
        options.excludedTags = selection.excludedTags
        options.names = selection.names
        options.colour = appearance.colour
        throw ExitCode(await ListJob(options, in: .current).run())
    }
}
