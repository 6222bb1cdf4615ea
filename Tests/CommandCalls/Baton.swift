package import BatonApplication
import BatonCLI
import BatonFiles
import BatonProcesses
package import BatonTesting
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

extension Recording {
    /// Runs the text as a workflow with that base URL, the server's own unless given.
    package func run(
        _ workflow: String, base: String = "", environment: [String: String] = [:], _ arguments: String...
    ) async throws -> Baton.Result {
        try folder.write("w.yaml", workflow)
        return try await Baton(folder: folder, environment: environment).run(
            ["run", "w.yaml", "--base-url", server.url + base] + arguments)
    }

    /// Runs one step, written as the body of a list item.
    package func step(_ step: String, base: String = "", _ arguments: String...) async throws -> Baton.Result {
        let lines = step.split(separator: "\n", omittingEmptySubsequences: false)
        let text = "steps:\n  - " + lines.joined(separator: "\n    ") + "\n"
        try folder.write("w.yaml", text)
        return try await Baton(folder: folder).run(
            ["run", "w.yaml", "--base-url", server.url + base] + arguments)
    }
}

extension SelectionProject {
    package func run(_ arguments: String...) async throws -> Baton.Result {
        try await baton(["run", "--jobs", "1"] + arguments)
    }

    package func baton(_ words: [String]) async throws -> Baton.Result {
        // The folder is there as long as the project.
        defer { withExtendedLifetime(folder) {} }
        return try await Baton(folder: folder).run(words)
    }
}

/// A server's responses: 500 to the first request, 200 to all others.
package final class FlakyResponses: Sendable {
    private let count = Mutex(0)

    package init() {}

    package func next(_ request: RawServer.Request) -> String {
        let isFirst = count.withLock { count in
            count += 1
            return count == 1
        }
        return "HTTP/1.1 \(isFirst ? "500 No" : "200 OK")\r\nContent-Length: 2\r\n\r\n{}"
    }
}
