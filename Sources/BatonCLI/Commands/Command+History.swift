extension Command {
    /// `baton history`.
    static let history = Command(
        name: "history", summary: "Shows what earlier runs found.",
        discussion: "Runs of a project (a folder with baton.yaml) are recorded, unless with `--no-history`.",
        sections: [Section("options", [.help])],
        examples: [
            Example("baton history list", "Lists the last runs."),
            Example("baton history show", "Shows the last run again, with every failure."),
        ],
        action: .group([historyList, historyShow]))

    private static let historyList = Command(
        name: "list", summary: "Lists the last runs, newest first.",
        sections: [
            Section(
                "options",
                [
                    .value(
                        "limit", "N", .positiveInteger { $0.limit = $1 },
                        "How many runs at most; without, \(Settings().limit)."),
                    .help,
                ])
        ],
        examples: [
            Example("baton history list", "Lists the last \(Settings().limit) runs."),
            Example("baton history list --limit 5", "Lists the last five."),
        ],
        action: .perform { .historyList(limit: $0.limit) })

    private static let historyShow = Command(
        name: "show", summary: "Shows one run: its cases, and every failure.",
        operand: Operand(
            "RUN", .text { $0.reference = $1 },
            "The beginning of a run's id, as `baton history list` shows it, or `last`. Without: last."),
        sections: [Section("options", [.help])],
        examples: [
            Example("baton history show", "Shows the last run."),
            Example("baton history show 0197", "Shows the run whose id begins with 0197."),
        ],
        action: .perform { .historyShow(run: $0.reference) })
}
