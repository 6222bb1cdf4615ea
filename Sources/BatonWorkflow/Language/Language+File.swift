extension Language {
    /// The top of a workflow file.
    package enum WorkflowFile {
        package static let name = Key(
            "name", .plainText, "What the workflow is called in output and reports; else the file's name.",
            foreign: ["title"])
        package static let description = Key("description", .plainText, "A longer text for readers.", foreign: ["desc"])
        package static let tags = Key("tags", .textList, "Words to select by: `--tag`, `--not-tag`.")
        package static let owner = Key("owner", .plainText, "Who takes care of the workflow; told with its failures.")
        package static let environments = Key(
            "environments", .textList, "Where the workflow runs; in all other environments it is skipped.")
        package static let use = Key(
            "use", .map, "API files by the names under which steps call them: `{ accounts: apis/accounts.yaml }`.")
        package static let inputs = Key(
            "inputs", .map, "Values the workflow takes from outside: `--input name=value`.", holds: .each(Input.map),
            foreign: ["params"])
        package static let vars = Key(
            "vars", .map, "Variables; a value may be computed with `$(…)`.", foreign: ["variables", "env"])
        package static let rows = Key(
            "rows", .any, "Runs the whole workflow once for each element of a list or of a data file.",
            holds: .one(Rows.map))
        package static let defaults = Key(
            "defaults", .map, "What every request of the file starts from.", holds: .one(Defaults.map),
            foreign: ["config"])
        package static let setup = Key(
            "setup", .list, "Steps before `steps`, reported apart.", holds: .list(Step.map), foreign: ["before"])
        package static let steps = Key(
            "steps", .list, "What the workflow does, in order.", holds: .list(Step.map),
            foreign: ["jobs", "tests", "stages", "scenarios", "requests"])
        package static let teardown = Key(
            "teardown", .list, "Steps that run always, whatever happened before.", holds: .list(Step.map),
            foreign: ["after", "cleanup"])
        package static let session = Key(
            "session", .plainText, "The session that the steps share: a name, `none`, or `needs.NAME`.")
        package static let needs = Key(
            "needs", .any, "Workflows that must pass first; what they give is `needs.NAME`.", holds: .each(Need.map),
            foreign: ["depends_on"])
        package static let lock = Key("lock", .any, "Names; two workflows with one of them never run at the same time.")
        package static let timeout = Key(
            "timeout", .duration, "How long setup and steps may take together; teardown still runs.")
        package static let outputs = Key("outputs", .map, "Values the workflow gives to those who use it.")
        package static let quarantine = Key(
            "quarantine", .map,
            "Until a date, failures are recorded and do not break the build: `{ until, reason, owner }`.",
            holds: .one(Quarantine.map))
        package static let retries = Key(
            "retries", .wholeNumber, "How many more times the whole workflow runs when it fails.")
        package static let map = Map(
            "a workflow file",
            [
                name, description, tags, owner, environments, use, inputs, vars, Flow.namespaces, rows, defaults, setup,
                steps, teardown, session, needs, lock, timeout, outputs, quarantine, retries,
            ], rules: [.all([steps])], openKeys: anchors, advice: ForeignKeys.file)
        /// A home for anchors.
        static let anchors = [Map.OpenKey(pattern: "^x-", content: .anything)]
    }
}

extension Language {
    /// `quarantine`.
    package enum Quarantine {
        package static let until = Key(
            "until", .plainText, "The last day on which a failure does not count: `2026-12-31`, in UTC.",
            foreign: ["date", "expires", "end", "to"])
        package static let reason = Key("reason", .plainText, "What is wrong.", foreign: ["why", "comment", "issue"])
        package static let owner = Key(
            "owner", .plainText, "Who takes care of it.", foreign: ["by", "team", "assignee"])
        package static let map = Map("`quarantine`", [until, reason, owner], rules: [.all([until, reason])])
    }
}

extension Language {
    /// One entry of `needs` written as a map.
    package enum Need {
        package static let file = Key(
            "file", .text, "The workflow's file; the path counts from the folder of this one.",
            foreign: ["path", "workflow", "uses"])
        package static let with = Key("with", .map, "Values for its inputs.", foreign: ["inputs", "params"])
        package static let map = Map("a need", [file, with])
    }
}

extension Language {
    /// One entry of `inputs`.
    package enum Input {
        package static let type = Key(
            "type", .plainText, "`string`, `integer`, `number`, `boolean`, `array` or `object`.")
        package static let `default` = Key("default", .any, "The value when none is given.")
        package static let required = Key(
            "required", .boolean, "Whether a value must be given; true unless there is a default.")
        package static let secret = Key("secret", .boolean, "Masks the value in every output.")
        package static let description = Key("description", .plainText, "A text for readers.")
        package static let map = Map("an input", [type, `default`, required, secret, description], isAlwaysMap: true)
    }
}

extension Language {
    /// `defaults` of a workflow file.
    package enum Defaults {
        package static let headers = Step.headers.restated(
            .mapOrExpression, "Headers of every request; a step's own win.")
        package static let query = Step.query.restated(
            .mapOrExpression, "Query parameters of every request; a step's own win.")
        package static let cookies = Step.cookies.restated(
            .mapOrExpression, "Cookies of every request; a step's own win.")
        package static let auth = Step.auth.restated(
            .any, "How every request proves who is asking; only sent to the environment's origin.",
            holds: .one(Auth.map), kinds: [.map, .text, .null])
        package static let expect = Key(
            "expect", .map, "Checks of every answer: `headers` and `duration`.", holds: .one(DefaultExpect.map))
        package static let map = Map(
            "`defaults`", [headers, query, cookies, auth, expect, RequestFlow.retry, Flow.namespaces] + Transfer.keys)
    }
}
