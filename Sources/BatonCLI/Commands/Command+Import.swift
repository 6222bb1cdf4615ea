extension Command {
    /// `baton import`.
    static let importing = Command(
        name: "import", summary: "Writes a file of another tool, such as a Postman collection, as a workflow.",
        discussion: """
            Writes DIR/NAME.yaml, and baton.yaml where the folder belongs to no project. Says what is not carried over, as comments \
            at its place and in the report. Values of secrets are in no file. Exit code 1 if something is not carried over, \
            2 if the file cannot be read or another workflow is in its place.
            """,
        operand: Operand(
            "PATH", .file { $0.run.paths.append($1) }, required: true,
            "A collection, the folder of one, or - for the standard input."),
        sections: [
            .otherTools,
            Section(
                "what is written",
                [
                    .value(
                        "into", "DIR", .file { $0.run.importing.folder = $1 },
                        "The folder to write into; without, the present one."),
                    .flag("dry-run", "Shows the files and writes none.") { $0.run.importing.isDryRun = true },
                    .flag("force", "Replaces a workflow that is there already and differs.") {
                        $0.run.importing.overwrites = true
                    },
                    .value(
                        "report", "FILE", .file { $0.run.importing.report = $1 },
                        "Writes what is not carried over as JSON; - for the standard output."),
                    .flag("allow-partial", "Exit code 0 although something is not carried over.") {
                        $0.run.importing.allowsPartial = true
                    },
                ]),
            Section(
                "proof",
                [
                    .value(
                        "verify", "FILE", .file { $0.run.importing.result = $1 },
                        "Runs the collection, and compares each request with what Newman's JUnit or JSON file says."),
                    .secret, .secretsFile,
                ]),
            Section("output", [.color, .help]),
        ],
        exclusive: [("verify", "into"), ("verify", "dry-run"), ("verify", "force"), ("verify", "report")],
        examples: [
            Example(
                "baton import shop.json --postman-env staging.json --into api-tests",
                "Writes a Postman collection as a workflow, with its environment."),
            Example("baton import --dry-run shop.json", "Shows what would be written."),
            Example(
                "baton import shop.json --verify newman.xml",
                "Says which requests end otherwise than Newman found."),
        ],
        action: .perform { .importing($0.run) })
}
