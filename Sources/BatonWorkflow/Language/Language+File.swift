extension Language {
    /// The top of a workflow file.
    package static let file = Context(
        "a workflow file",
        [
            Key("name", .plainText, "What the workflow is called in output and reports; else the file's name."),
            Key("description", .plainText, "A longer text for readers."),
            Key("tags", .textList, "Words to select by: `--tag`, `--not-tag`."),
            Key("owner", .plainText, "Who takes care of the workflow; told with its failures."),
            Key("environments", .textList, "Where the workflow runs; in all other environments it is skipped."),
            Key("use", .map, "API files by the names under which steps call them: `{ accounts: apis/accounts.yaml }`."),
            Key("inputs", .map, "Values the workflow takes from outside: `--input name=value`."),
            Key("vars", .map, "Variables; a value may be computed with `$(…)`."),
            namespacesKey,
            Key("rows", .any, "Runs the whole workflow once for each element of a list or of a data file."),
            Key("defaults", .map, "What every request of the file starts from."),
            Key("setup", .list, "Steps before `steps`, reported apart."),
            Key("steps", .list, "What the workflow does, in order."),
            Key("teardown", .list, "Steps that run always, whatever happened before."),
            Key("session", .plainText, "The session that the steps share: a name, `none`, or `needs.NAME`."),
            Key("needs", .any, "Workflows that must pass first; what they give is `needs.NAME`."),
            Key("lock", .any, "Names; two workflows with one of them never run at the same time."),
            Key("timeout", .duration, "How long setup and steps may take together; teardown still runs."),
            Key("outputs", .map, "Values the workflow gives to those who use it."),
            Key(
                "quarantine", .map,
                "Until a date, failures are recorded and do not break the build: `{ until, reason, owner }`."),
            Key("retries", .wholeNumber, "How many more times the whole workflow runs when it fails."),
        ],
        foreign: [
            "variables": "vars", "env": "vars", "title": "name", "desc": "description", "jobs": "steps",
            "tests": "steps", "stages": "steps", "scenarios": "steps", "requests": "steps", "config": "defaults",
            "before": "setup", "after": "teardown", "cleanup": "teardown", "depends_on": "needs", "params": "inputs",
        ])

    static let namespacesKey = Key(
        "namespaces", .map, "What prefixes of XPaths mean: `{ s: \"urn:example:stock\" }`.")

    /// `quarantine`.
    package static let quarantine = Context(
        "`quarantine`",
        [
            Key("until", .plainText, "The last day on which a failure does not count: `2026-12-31`, in UTC."),
            Key("reason", .plainText, "What is wrong."),
            Key("owner", .plainText, "Who takes care of it."),
        ],
        foreign: [
            "date": "until", "expires": "until", "end": "until", "to": "until", "why": "reason", "comment": "reason",
            "issue": "reason", "by": "owner", "team": "owner", "assignee": "owner",
        ])

    /// One entry of `needs` written as a map.
    package static let need = Context(
        "a need",
        [
            Key("file", .text, "The workflow's file; the path counts from the folder of this one."),
            Key("with", .map, "Values for its inputs."),
        ],
        foreign: ["path": "file", "workflow": "file", "uses": "file", "inputs": "with", "params": "with"])

    /// One entry of `inputs`.
    package static let input = Context(
        "an input",
        [
            Key("type", .plainText, "`string`, `integer`, `number`, `boolean`, `array` or `object`."),
            Key("default", .any, "The value when none is given."),
            Key("required", .boolean, "Whether a value must be given; true unless there is a default."),
            Key("secret", .boolean, "Masks the value in every output."),
            Key("description", .plainText, "A text for readers."),
        ])

    /// `defaults` of a workflow file.
    package static let defaults = Context(
        "`defaults`",
        [
            Key("headers", .mapOrExpression, "Headers of every request; a step's own win."),
            Key("query", .mapOrExpression, "Query parameters of every request; a step's own win."),
            Key("cookies", .mapOrExpression, "Cookies of every request; a step's own win."),
            Key("auth", .any, "How every request proves who is asking; only sent to the environment's origin."),
            Key("expect", .map, "Checks of every answer: `headers` and `duration`."),
            retryKey,
            namespacesKey,
        ] + transferKeys)
}
