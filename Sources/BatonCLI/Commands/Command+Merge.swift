extension Command {
    /// `baton merge`.
    static let merge = Command(
        name: "merge", summary: "Makes one run of the shards that several machines ran.",
        discussion: """
            The files are those that `baton run --shard` wrote with `--events`; a folder stands for all `.jsonl` files in \
            it. Exit 5 means that the run is not whole: a shard is missing or did not end, the shards had different plans, \
            or workflows ran never or twice. In a project the reports and the history are written as by a run.
            """,
        operand: Operand(
            "PATH", .file { $0.run.paths.append($1) }, required: true, repeatable: true,
            "Files of events, or folders of them."),
        sections: [
            Section(
                "reports",
                .reportFiles + [
                    .flag("no-history", "Records nothing in the history.") { $0.run.recordsHistory = false }
                ]),
            Section("options", [.secret, .secretsFile, .color, .help]),
        ],
        examples: [
            Example("baton merge shards/", "Merges what 12 machines ran, and proves that nothing was left out."),
            Example("baton merge shard-*.jsonl --junit junit.xml --no-history", "Writes only the JUnit report."),
        ],
        action: .perform { .merge($0.run) })
}
