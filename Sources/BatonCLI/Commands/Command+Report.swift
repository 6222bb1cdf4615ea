extension Command {
    /// `baton report`.
    static let report = Command(
        name: "report", summary: "Writes the reports of a recorded run again.",
        discussion: """
            The run comes from the history, or from a file that `baton run --events` wrote, also elsewhere or by a run \
            that was killed. What is secret in the project's environments is masked again.
            """,
        operand: Operand(
            "RUN", .file { $0.run.paths.append($1) }, required: true, words: .runs,
            "A run as `baton history show` takes it, such as last, or a file of events."),
        sections: [
            Section("reports", .reportFiles),
            Section("options", [.secret, .secretsFile, .color, .help]),
        ],
        examples: [
            Example("baton report last --html report.html", "Writes the page of the last run."),
            Example("baton report events.jsonl --junit junit.xml", "Writes the JUnit report of a file of events."),
        ],
        action: .perform { .report($0.run) })
}
