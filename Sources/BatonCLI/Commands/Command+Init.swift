extension Command {
    /// `baton init`.
    static let initialize = Command(
        name: "init", summary: "Writes a project to begin with, which runs at once.",
        discussion: """
            Writes baton.yaml, two workflows, schemas for editors and a job for CI, and adds to .gitignore what runs leave \
            behind. Files that are there already stay as they are.
            """,
        operand: Operand("DIR", .file { $0.folder = $1 }, "The folder of the project; without, the present one."),
        sections: [Section("options", [.help])],
        examples: [
            Example("baton init", "Makes the present folder a project; `baton run` runs it."),
            Example("baton init api-tests", "Makes a new folder with a project."),
        ],
        action: .perform { .initialize(folder: $0.folder) })
}
