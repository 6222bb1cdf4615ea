package import ProjectFolders

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
