import Glibc
import Subprocess

/// A program, run as a user runs it: in a folder, with the environment of the tests, but for what tells a CI service, and
/// further variables.
package struct Program: Sendable {
    package let path: String
    package let workingFolder: String
    package var environment: [String: String]

    package init(_ path: String, in workingFolder: String, environment: [String: String] = [:]) {
        self.path = path
        self.workingFolder = workingFolder
        self.environment = environment
    }

    /// The built `baton`.
    package static func baton(in folder: Folder, environment: [String: String] = [:]) -> Program {
        Program(Products.path(of: "baton"), in: folder.path, environment: environment)
    }

    /// Runs it with these arguments and waits for its end.
    @discardableResult
    package func callAsFunction(_ arguments: String...) async throws -> CommandResult {
        try await run(arguments)
    }

    @discardableResult
    package func run(_ arguments: [String]) async throws -> CommandResult {
        var values: [Environment.Key: String?] = ["NO_COLOR": "1", "CI": nil, "GITHUB_ACTIONS": nil]
        for (name, value) in environment { values[Environment.Key(stringLiteral: name)] = value }
        let result = try await Subprocess.run(
            .path(.init(path)), arguments: Arguments(arguments), environment: .inherit.updating(values),
            workingDirectory: .init(workingFolder), output: .string(limit: 16 << 20), error: .string(limit: 16 << 20))
        let code: Int32 =
            switch result.terminationStatus {
            case .exited(let code): code
            case .signaled(let signal): 128 + signal
            }
        return CommandResult(
            exitCode: code, output: result.standardOutput, errorOutput: result.standardError)
    }
}
