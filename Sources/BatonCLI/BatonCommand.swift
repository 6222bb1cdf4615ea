package import ArgumentParser
import BatonKit
import BatonSystem

/// `baton`: the list of its commands and nothing else.
package struct BatonCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "baton",
        abstract: "Runs API workflows: files that chain requests, check the answers and report.",
        discussion: """
            A first run:  baton run workflows/sign-in.yaml
            Exit codes: 0 all passed, 1 a case failed, 2 usage or an invalid file, 3 nothing could be reached,
            4 internal, or a report could not be written, 130 interrupted.
            """,
        version: Version.text,
        subcommands: [RunCommand.self, CheckCommand.self, ListCommand.self, HistoryCommand.self])

    package init() {}

    /// Takes SIGINT and SIGTERM over and sets up memory; to be called before any other thread begins.
    package static func prepareProcess() {
        MemoryAllocator.tune()
        Interruption.ofProcess.listen { StandardStream.exit($0) }
    }

    /// Keeps the main thread out of the way until the process ends.
    package static func waitForEnd() -> Never {
        StandardStream.waitForEnd()
    }

    /// Parses the command line, runs, and ends the process with the exit code.
    package static func runMain() async {
        do {
            var command = try parseAsRoot()
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch let error as ExitCode {
            StandardStream.exit(error.rawValue)
        } catch {
            let code = exitCode(for: error)
            let message = fullMessage(for: error)
            if code == .success {
                StandardStream.output.write(message + "\n")
                StandardStream.exit(0)
            }
            StandardStream.error.write(message + "\n")
            StandardStream.exit(2)
        }
        StandardStream.exit(0)
    }
}
