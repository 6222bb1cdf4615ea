import ProjectFolders

/// The built program, run as a user runs it.
struct Baton {
    typealias Result = CommandResult

    private let program: Program

    /// - Parameter program: what is started; another program than `baton` starts it in turn.
    init(folder: Folder, environment: [String: String] = [:], program: String? = nil) {
        self.program = Program(
            program ?? Products.path(of: "baton"), in: folder.path, environment: environment)
    }

    func callAsFunction(_ arguments: String...) async throws -> Result { try await run(arguments) }

    func run(_ arguments: [String]) async throws -> Result { try await program.run(arguments) }
}

extension SelectionProject {
    func run(_ arguments: String...) async throws -> CommandResult {
        // The folder is there as long as the project.
        defer { withExtendedLifetime(folder) {} }
        return try await Baton(folder: folder).run(["run", "--jobs", "1"] + arguments)
    }
}
