extension Command {
    /// `baton check`.
    static let check = Command(
        name: "check", summary: "Finds everything that is wrong in workflow files, without sending anything.",
        discussion: "Without PATH the project's workflows folder is checked.",
        operand: .paths("Workflow files, or folders of them."),
        sections: [
            Section("values", [.environment("The environment of baton.yaml to check against."), .fileRoot]),
            Section("output", [.color, .help]),
        ],
        examples: [
            Example("baton check", "Checks the whole project."),
            Example("baton check sign-in.yaml --env staging", "Checks one file with the names of an environment."),
        ],
        action: .perform { .check($0.run) })
}
