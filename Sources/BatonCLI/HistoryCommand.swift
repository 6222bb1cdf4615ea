import ArgumentParser
import BatonKit

/// `baton history`.
struct HistoryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: "Shows what earlier runs found.",
        subcommands: [HistoryListCommand.self, HistoryShowCommand.self])
}

/// `baton history list`.
struct HistoryListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Lists the last runs, newest first.")

    @Option(help: "How many runs at most.")
    var limit = 20

    mutating func validate() throws {
        if limit < 1 { throw ValidationError("--limit wants a number of at least 1, it was given \(limit)") }
    }

    mutating func run() async throws {
        throw ExitCode(HistoryJob(in: .current).list(limit: limit))
    }
}

/// `baton history show`.
struct HistoryShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Shows one run: its cases, and every failure.")

    @Argument(help: ArgumentHelp("The beginning of a run's id, or `last`.", valueName: "run"))
    var reference = "last"

    mutating func run() async throws {
        throw ExitCode(HistoryJob(in: .current).show(reference))
    }
}
