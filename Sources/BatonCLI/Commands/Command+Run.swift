extension Command {
    /// `baton run`.
    static let run = Command(
        name: "run", summary: "Runs workflows and reports what they found.",
        discussion: """
            Without PATH the project's workflows folder runs. In a project (a folder with baton.yaml) every run writes \
            reports/junit.xml and reports/report.html and records history; elsewhere only when asked.
            """,
        operand: .paths(
            "Workflow files, folders of them, or patterns in quotes; FILE:LINE runs up to and with the step of that line."
        ),
        sections: [
            Section(
                "what runs",
                [
                    .tag, .notTag, .name, .owner, .lastFailed, .onlyChanged, .shard, .balance,
                    .value(
                        "repeat-each", "N", .positiveInteger { $0.run.repeatCount = $1 },
                        "Runs each workflow so many times."),
                    .value(
                        "shuffle", "SEED", .seed { $0.run.order = $1 },
                        "Runs them in an order that this number decides; `random` draws one and shows it."),
                ]),
            Section("values", .values), .otherTools,
            Section(
                "how",
                [
                    .value(
                        "jobs", "N", .positiveInteger { $0.run.jobs = $1 },
                        "How many workflows run at the same time; without, `jobs` of baton.yaml or one for each core."),
                    .flag(
                        "watch",
                        "Runs again what each saved file affects, and at keys (a, f, Enter), until q or Ctrl-C."
                    ) {
                        $0.run.isWatching = true
                    },
                    .flag("fail-fast", "Ends the run once a workflow has failed; teardowns still run.") {
                        $0.run.maxFailures = 1
                    },
                    .value(
                        "max-failures", "N", .positiveInteger { $0.run.maxFailures = $1 },
                        "Ends the run once N workflows have failed; teardowns still run."),
                    .value(
                        "timeout", "DURATION", .duration { $0.run.timeout = $1 },
                        "How long the run may take, such as 10m; teardowns still run after it."),
                    .value(
                        "retries", "N", .wholeNumber(0...100) { $0.run.retries = $1 },
                        "How many more times a workflow that failed runs as a whole; wins over its own `retries`."),
                    .flag("fail-on-flaky", "Fails when a workflow passed only after a failure.") {
                        $0.run.failsOnFlaky = true
                    },
                    .flag("strict", "Fails checks that looked at nothing, such as one of an empty list.") {
                        $0.run.isStrict = true
                    },
                    .allowExec, .fileRoot,
                    .flag("stub", "Answers requests from their samples and sends nothing.") { $0.run.isStub = true },
                    .flag("update-snapshots", "Records what responses hold now where snapshots differ or are missing.")
                    {
                        $0.run.updatesSnapshots = true
                    },
                    .flag("dry-run", "Shows what would run and sends nothing.") { $0.run.isDryRun = true },
                ]),
            Section(
                "reports",
                .reportFiles + [
                    .report(.events),
                    .value(
                        "outputs", "FILE", .file { $0.run.outputs = $1 },
                        "Writes the outputs of the one selected workflow here, secrets too, for --provide."),
                    .flag("no-history", "Records nothing in the history.") { $0.run.recordsHistory = false },
                ]),
            Section(
                "output",
                [
                    .flag("verbose", short: "v", "Shows every step with its request; -vv with headers and bodies.") {
                        $0.run.detail = $0.run.detail == .normal ? .verbose : .full
                    },
                    .flag("trace", "Keeps every request and response in full, for --events, --har and the history.") {
                        $0.run.isTracing = true
                    },
                    .flag("quiet", short: "q", "Shows only failures and the last line.") { $0.run.detail = .quiet },
                    .color,
                    .help,
                ]),
        ],
        exclusive: [
            ("verbose", "quiet"), ("stub", "dry-run"), ("fail-fast", "max-failures"), ("watch", "dry-run"),
            ("watch", "shard"), ("update-snapshots", "shard"),
            ("update-snapshots", "dry-run"), ("update-snapshots", "stub"), ("update-snapshots", "watch"),
            ("outputs", "watch"), ("outputs", "shard"), ("outputs", "dry-run"), ("outputs", "stub"),
        ],
        examples: [
            Example(
                "baton run sign-in.yaml --base-url http://127.0.0.1:8080 -v",
                "Runs one file and shows every request."),
            Example(
                "baton run --env staging --tag smoke --var user=ada --junit smoke.xml",
                "Runs a part of the project, with a report for the CI."),
            Example(
                "baton run shop.json --postman-env staging.json --junit shop.xml",
                "Runs a Postman collection as it is."),
        ],
        action: .perform { .run($0.run) })
}

extension [Option] {
    /// What the workflows of a run are given.
    fileprivate static let values: [Option] = [
        .environment("The environment of baton.yaml to run in."),
        .value(
            "base-url", "URL", .text { $0.run.baseURL = $1 },
            "What URLs that begin with `/` are put after; wins over the environment's."),
        .value(
            "var", "NAME=VALUE", .assignment { $0.run.variables.append($1) }, repeatable: true,
            "Sets a variable that a file declares."),
        .value(
            "vars-file", "FILE", .file { $0.run.variableFiles.append($1) }, repeatable: true,
            "Sets the variables of a YAML or JSON file; `--var` wins over it."),
        .secret, .secretsFile,
        .value(
            "input", "NAME=VALUE", .assignment { $0.run.inputs.append($1) }, repeatable: true,
            "Gives an input its value."),
        .value(
            "seed", "SEED", .seed { $0.run.seed = $1 },
            "Makes `fake`, `random_int` and their like give the same values again; `random` draws one."),
        .value(
            "provide", "NAME=FILE", .assignment { $0.run.providedFiles.append($1) }, repeatable: true,
            "Takes the outputs of a needed workflow from a file of --outputs, and does not run it."),
    ]
}

extension Option {
    fileprivate static let allowExec = flag("allow-exec", "Lets workflows start programs (`exec`).") {
        $0.run.allowsPrograms = true
    }
}

extension Command {
    /// `baton send`.
    static let send = Command(
        name: "send", summary: "Sends the request of one step again, with its session, and shows the response.",
        discussion: """
            What the step needs runs first, with its checks: the workflows that its file needs, `setup`, and the steps above \
            it. `teardown` runs at the end. The exit code is that of the run; nothing is recorded, and no report is written.
            """,
        operand: Operand(
            "STEP", .file { $0.run.paths.append($1) }, required: true,
            "The step, as FILE:LINE: a failure shows it in this form."),
        sections: [
            Section("values", [.name] + .values), .otherTools, Section("how", [.allowExec, .fileRoot]),
            Section("output", [.color, .help]),
        ],
        examples: [
            Example("baton send workflows/orders.yaml:12", "Sends the request of the step at line 12."),
            Example(
                "baton send workflows/sign-in.yaml:9 --env staging --name '* [row=ada]'", "The same for one row."),
        ],
        action: .perform {
            var options = $0.run
            options.isSending = true
            options.isTracing = true
            options.recordsHistory = false
            options.writesUsualReports = false
            options.detail = .quiet
            return .run(options)
        })
}

extension Command {
    /// `baton list`.
    static let list = Command(
        name: "list", summary: "Lists workflows with their names, tags and number of steps.",
        discussion: "Without PATH the project's workflows folder is listed.",
        operand: .paths("Workflow files, folders of them, or patterns in quotes."),
        sections: [
            Section("what is listed", [.tag, .notTag, .name, .owner, .lastFailed, .onlyChanged, .shard, .balance]),
            Section("values", [.environment("The environment of baton.yaml to load against.")]),
            .otherTools,
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

extension Command {
    /// `baton check`.
    static let check = Command(
        name: "check", summary: "Finds everything that is wrong in workflow files, without sending anything.",
        discussion: "Without PATH the project's workflows folder is checked.",
        operand: .paths("Workflow files, or folders of them."),
        sections: [
            Section("values", [.environment("The environment of baton.yaml to check against."), .fileRoot]),
            .otherTools,
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
