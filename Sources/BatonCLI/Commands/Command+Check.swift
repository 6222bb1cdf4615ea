extension Command {
    /// `baton check`.
    static let check = Command(
        name: "check", summary: "Finds everything that is wrong in workflow files, without sending anything.",
        discussion: "Without PATH the project's workflows folder is checked.",
        operand: .paths("Workflow files, or folders of them."),
        sections: [
            Section("values", [.environment("The environment of baton.yaml to check against."), .fileRoot]),
            Section(
                "corrections",
                [
                    .flag("fix", "Writes the corrections that are certain into the files, and shows what it changed.") {
                        $0.run.isFixing = true
                    }
                ]),
            Section("output", [.color, .help]),
        ],
        examples: [
            Example("baton check", "Checks the whole project."),
            Example("baton check sign-in.yaml --env staging", "Checks one file with the names of an environment."),
            Example("baton check --fix sign-in.yaml", "Corrects what is certain, such as quotes inside `{ }`."),
        ],
        action: .perform { .check($0.run) })
}
