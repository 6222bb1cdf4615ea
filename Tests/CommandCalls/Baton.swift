package import BatonApplication
import BatonCLI
import BatonFiles
import BatonProcesses
package import ProjectFolders
import Synchronization

/// The commands of `baton`, called in the process of the test, with a folder, an environment and outputs of their own.
///
/// What only a process has (signals, terminals, limits, other users) is the subject of ProcessTests.
package struct Baton: Sendable {
    package typealias Result = CommandResult

    package let workingFolder: String
    package var environment: [String: String]
    /// What a signal would do: `interruption.first()` is the first Ctrl-C.
    package var interruption = Interruption()

    package init(workingFolder: String, environment: [String: String] = [:]) {
        self.workingFolder = workingFolder
        self.environment = environment
    }

    package init(folder: ProjectFolders.Folder, environment: [String: String] = [:]) {
        self.init(workingFolder: folder.path, environment: environment)
    }

    /// Calls `baton` with these arguments in the folder and waits for its end.
    package func callAsFunction(_ arguments: String...) async throws -> Result {
        try await run(arguments)
    }

    package func run(_ arguments: [String]) async throws -> Result {
        let (output, errorOutput) = (Collected(), Collected())
        let context = ProcessContext(
            workingFolder: try RealPath.of(workingFolder),
            environment: EnvironmentVariables(Self.ordinary.merging(environment) { $1 }),
            output: output.append, errorOutput: errorOutput.append, terminal: .none, errorTerminal: .none,
            processorCount: ProcessContext.processorCount)
        let code = await BatonCommand.perform(arguments, in: context, interruption: interruption)
        return Result(exitCode: code, output: output.text, errorOutput: errorOutput.text)
    }

    /// What every program finds in its environment, and nothing that tells a CI service or a user's own settings.
    private static let ordinary = EnvironmentVariables.current().ordinary.values.merging(["NO_COLOR": "1"]) { $1 }
}

extension Terminal {
    /// No terminal: a pipe or a file.
    fileprivate static let none = Terminal(
        isTerminal: false, width: 80, prefersColour: false, allowsLiveProgress: false)
}

private final class Collected: Sendable {
    private let parts = Mutex("")

    var text: String { parts.withLock(\.self) }

    @Sendable func append(_ part: String) { parts.withLock { $0 += part } }
}
