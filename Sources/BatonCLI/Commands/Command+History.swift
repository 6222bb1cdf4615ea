import BatonApplication

extension Command {
    /// `baton history`.
    static let history = Command(
        name: "history", summary: "Shows earlier runs, and answers questions about them.",
        discussion: """
            Runs of a project (a folder with baton.yaml) are recorded, unless with `--no-history`. Questions about \
            cases read the last 60 runs, or those since `--since`; interrupted runs and outages are left out.
            """,
        sections: [Section("options", [.help])],
        examples: [
            Example("baton history case orders", "Shows since when workflows/orders.yaml fails."),
            Example("baton history compare main last", "Compares the last run with the last run of main."),
        ],
        action: .group([
            question(
                .list, "list", "Lists the last runs, newest first.", options: .scope,
                examples: [
                    Example("baton history list", "Lists the last 20 runs."),
                    Example("baton history list --limit 5", "Lists the last five."),
                ]),
            question(
                .show, "show", "Shows one run: its cases, and every failure.", operand: .run,
                options: [
                    .flag("failed", "Only what did not pass, with the stored requests, responses and curl commands.") {
                        $0.history.onlyFailed = true
                    }, .json,
                ],
                examples: [
                    Example("baton history show", "Shows the last run."),
                    Example("baton history show 0197 --failed", "Shows what failed in the run that begins with 0197."),
                ]),
            question(
                .case, "case", "Shows the results of one case over time, and since when it fails.",
                operand: .word(
                    "NAME", words: .workflows, "The path of the workflow, the end of the path, or its name."),
                options: .scope,
                examples: [
                    Example("baton history case workflows/orders.yaml", "Shows the last 20 results."),
                    Example("baton history case 'orders.yaml [row=ada]'", "Shows those of one row."),
                ]),
            question(
                .broken, "broken", "Lists cases whose last five results were all bad.", options: .scope,
                examples: [
                    Example("baton history broken", "Lists them, each with its first bad run."),
                    Example("baton history broken --branch main", "Looks at the runs of main."),
                ]),
            question(
                .flaky, "flaky", "Lists cases that pass and fail without a cause in the code.",
                discussion: """
                    RETRIED counts results that passed only after a retry, SAME COMMIT commits on which the case both \
                    passed and failed, CHANGES turns between passed and failed on a branch; SCORE is their share.
                    """, options: .scope,
                examples: [
                    Example("baton history flaky", "Lists the 20 worst."),
                    Example("baton history flaky --since 30d", "Looks at the last 30 days."),
                ]),
            question(
                .slow, "slow", "Lists the slowest cases, first those that have become slower.", options: .scope,
                examples: [
                    Example("baton history slow", "Lists 20 cases with p50, p95 and the change."),
                    Example("baton history slow --env staging", "Looks at the runs in staging."),
                ]),
            question(
                .timings, "timings", "Lists how long each workflow takes, to divide runs among machines.",
                discussion: "MEDIAN is that of the last 10 results that passed, rounded to two digits.",
                options: .filters + [.json],
                examples: [
                    Example("baton history timings --env staging", "Lists all workflows and rows, by path."),
                    Example("baton history timings --json > timings.json", "Writes a file for the project."),
                ]),
            question(
                .compare, "compare", "Shows what differs between two runs.", operand: .runs, options: [.json],
                examples: [
                    Example("baton history compare previous last", "Compares the last run with the one before."),
                    Example("baton history compare main", "Compares the last run with the last run of main."),
                ]),
            question(
                .trend, "trend", "Shows how the last runs went.", options: .scope,
                examples: [
                    Example("baton history trend", "Shows the last 20 runs."),
                    Example("baton history trend --branch main --limit 100", "Shows the last 100 of main."),
                ]),
            question(
                .site, "site", "Writes pages to browse: runs, cases over time, flaky and slow ones.",
                operand: .file("DIR", "The folder of the site; a site that is there is brought up to date."),
                options: .filters + [.limit("How many runs at most; without, 400.")],
                examples: [
                    Example("baton history site public", "Writes the site for GitLab Pages."),
                    Example("baton history site site --branch main", "Writes one of the runs of main."),
                ]),
            question(
                .sql, "sql", "Runs an SQL statement that reads the history.",
                operand: .word("SQL", "One SELECT statement; docs/history.md lists tables and views."),
                options: [.limit("How many rows at most; without, 10000."), .json],
                examples: [
                    Example("baton history sql 'SELECT count(*) FROM run'", "Counts the runs."),
                    Example("baton history sql 'SELECT * FROM case_result LIMIT 5' --json", "Shows results as JSON."),
                ]),
            question(
                .export, "export", "Writes a copy of the history into a file.",
                operand: .file("FILE", "The file; an existing one is replaced."), options: [],
                examples: [
                    Example("baton history export history.sqlite", "Writes the copy."),
                    Example("baton history export /cache/history.sqlite", "Writes it into the cache of a CI job."),
                ]),
            question(
                .import, "import", "Adds the runs of other histories.",
                discussion: "A run that is known already is not added again.",
                operand: .file("FILE", "A file that `baton history export` wrote.", repeatable: true), options: [],
                examples: [
                    Example("baton history import history.sqlite", "Adds its runs."),
                    Example("baton history import job-*.sqlite", "Adds those of several jobs."),
                ]),
            question(
                .prune, "prune", "Removes what is too old, and makes the file smaller.",
                discussion: """
                    Bodies are kept for 14 days, steps and failures for 90, results for 400; the last 50 runs of the \
                    default branch keep everything. Each run removes a little by itself.
                    """, options: [],
                examples: [
                    Example("baton history prune", "Removes all that is due."),
                    Example(
                        "baton history prune > removed.txt", "The same; the line with the counts goes into a file."),
                ]),
        ]))

    private static func question(
        _ question: HistoryOptions.Question, _ name: String, _ summary: String, discussion: String = "",
        operand: Operand? = nil, options: [Option], examples: [Example]
    ) -> Command {
        Command(
            name: name, summary: summary, discussion: discussion, operand: operand,
            sections: [Section("options", options + [.help])], examples: examples,
            action: .perform { settings in
                var options = settings.history
                options.question = question
                return .history(options)
            })
    }
}

extension [Option] {
    /// The options of questions about many runs.
    fileprivate static let scope: [Option] = filters + [.limit("How many lines at most; without, 20."), .json]

    /// Which runs are looked at.
    fileprivate static let filters: [Option] = [
        .value("branch", "NAME", .text { $0.history.branch = $1 }, words: .branches, "Only runs of this branch."),
        .value(
            "env", "NAME", .text { $0.history.environment = $1 }, words: .environments,
            "Only runs in this environment."),
        .value(
            "since", "WHEN", .since { $0.history.since = $1 },
            "Only runs since then: a duration before now (14d, 12h) or a date (2026-08-21)."),
    ]
}

extension Option {
    fileprivate static let json = flag("json", "Writes JSON, for other programs.") { $0.history.isJSON = true }

    fileprivate static func limit(_ help: String) -> Option {
        value("limit", "N", .positiveInteger { $0.history.limit = $1 }, help)
    }
}

extension Operand {
    fileprivate static let run = Operand(
        "RUN", .text { $0.history.words.append($1) }, words: .runs,
        "The beginning of a run's id, as `baton history list` shows it, a branch, `last` or `previous`. Without: last.")

    fileprivate static let runs = Operand(
        "RUN", .text { $0.history.words.append($1) }, required: true, repeatable: true, words: .runs,
        "The earlier and the later run, each as for `baton history show`. Without the second: last.")

    fileprivate static func word(
        _ name: String, words: CompletionWords.Kind? = nil, _ help: String
    ) -> Operand {
        Operand(name, .text { $0.history.words.append($1) }, required: true, words: words, help)
    }

    fileprivate static func file(_ name: String, _ help: String, repeatable: Bool = false) -> Operand {
        Operand(name, .file { $0.history.words.append($1) }, required: true, repeatable: repeatable, help)
    }
}

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
        action: .perform {
            var options = $0.run
            options.writesUsualReports = false
            return .report(options)
        })
}

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

extension Command {
    /// `baton cache`.
    static let cache = Command(
        name: "cache", summary: "Shows or removes the responses that are stored on disk.",
        discussion: """
            Requests with `cache: { scope: disk }` keep their responses in `.baton/cache` of the project (a folder with \
            baton.yaml), else of the working folder.
            """,
        sections: [Section("options", [.help])],
        examples: [
            Example("baton cache list", "Lists the stored responses."),
            Example("baton cache clear", "Removes them: the next run asks the servers again."),
        ],
        action: .group([cacheList, cacheClear]))

    private static let cacheList = Command(
        name: "list", summary: "Lists the stored responses with age, size, status and URL, newest first.",
        sections: [Section("options", [.help])],
        examples: [
            Example("baton cache list", "Lists the stored responses."),
            Example("baton cache list > responses.txt", "Writes the list into a file."),
        ],
        action: .perform { _ in .cacheList })

    private static let cacheClear = Command(
        name: "clear", summary: "Removes all stored responses.",
        sections: [Section("options", [.help])],
        examples: [
            Example("baton cache clear", "Removes all stored responses."),
            Example("baton cache clear > removed.txt", "The same; the line with their number goes into a file."),
        ],
        action: .perform { _ in .cacheClear })
}
