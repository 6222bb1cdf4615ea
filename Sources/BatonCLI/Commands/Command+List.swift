extension Command {
    /// `baton list`.
    static let list = Command(
        name: "list", summary: "Lists workflows with their names, tags and number of steps.",
        discussion: "Without PATH the project's workflows folder is listed.",
        operand: .paths("Workflow files, folders of them, or patterns in quotes."),
        sections: [
            Section("what is listed", [.tag, .notTag, .name, .owner, .lastFailed, .onlyChanged, .shard, .balance]),
            Section("values", [.environment("The environment of baton.yaml to load against.")]),
            Section(
                "output",
                [
                    .flag("graph", "Shows who waits for whom: what needs what, locks, and what runs before and after.")
                    {
                        if $0.run.listing != .dot { $0.run.listing = .graph }
                    },
                    .flag("dot", "Writes the graph in DOT, for Graphviz.") { $0.run.listing = .dot },
                    .flag("json", "Writes all cases of a run with these options as JSON, for other programs.") {
                        $0.run.listing = .json
                    },
                    .color, .help,
                ]),
        ],
        exclusive: [("json", "graph"), ("json", "dot")],
        examples: [
            Example("baton list", "Lists the whole project."),
            Example("baton list --graph --tag smoke", "Shows who waits for whom."),
            Example("baton list --tag smoke --not-tag slow", "Lists what a run with these options would run."),
            Example("baton list --json --env staging", "Writes its cases with what they need, as JSON."),
        ],
        action: .perform { .list($0.run) })
}
