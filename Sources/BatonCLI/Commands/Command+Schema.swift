import BatonLoading

extension Command {
    /// `baton schema`.
    static let schema = Command(
        name: "schema", summary: "Prints the JSON Schema of a kind of file, for editors.",
        discussion: """
            A file whose first line is `# yaml-language-server: $schema=PATH` is checked and completed by editors that \
            know YAML.
            """,
        operand: Operand(
            "KIND", .choice(of: LanguageSchema.Kind.self) { $0.schema = $1 }, required: true,
            "The kind of file: workflow, api or project."),
        sections: [Section("options", [.help])],
        examples: [
            Example("baton schema workflow > schemas/workflow.json", "Writes the schema of workflow files."),
            Example("baton schema project > schemas/project.json", "Writes that of baton.yaml."),
        ],
        action: .perform { .schema($0.schema) })
}
