package import ProjectFolders

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
