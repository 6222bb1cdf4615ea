import ArgumentParser
import BatonKit

/// `baton check`.
struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Finds everything that is wrong in workflow files, without sending anything.")

    @Argument(help: "Workflow files, or folders of them; without, the project's workflows folder.")
    var paths: [String] = []

    @Option(name: .customLong("env"), help: "The environment of baton.yaml to check against.")
    var environment: String?

    @OptionGroup var appearance: AppearanceOptions

    mutating func run() async throws {
        var options = RunOptions()
        options.paths = paths
        options.environment = environment
        options.colour = appearance.colour
        throw ExitCode(await CheckJob(options, in: .current).run())
    }
}
