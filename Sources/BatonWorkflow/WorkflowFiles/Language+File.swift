extension Language {
    /// The top of a workflow file.
    package enum WorkflowFile {
        package static let name = Key(
            "name", .plainText, "What the workflow is called in output and reports; else the file's name.",
            foreign: ["title"])
        package static let description = Key("description", .plainText, "A longer text for readers.", foreign: ["desc"])
        package static let tags = Key("tags", .textList, "Words to select by: `--tag`, `--not-tag`.")
        package static let owner = Key(
            "owner", .plainText, "The person or team that takes care of the workflow; told with its failures.")
        package static let environments = Key(
            "environments", .textList, "Where the workflow runs; in all other environments it is skipped.")
        package static let calledOnly = Key(
            "called_only", .boolean,
            "Whether the workflow runs only where another one calls or needs it, or when its file is named.",
            foreign: ["workflow_call", "reusable"])
        package static let use = Key(
            "use", .map, "API files by the names under which steps call them: `{ accounts: apis/accounts.yaml }`.")
        package static let inputs = Key(
            "inputs", .map, "Values the workflow takes from outside: `--input name=value`.", holds: .each(Input.map),
            foreign: ["params"])
        package static let vars = Key(
            "vars", .map, "Variables; a value may be computed with `$(…)`.", foreign: ["variables"])
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
                name, description, tags, owner, environments, calledOnly, use, inputs, vars, Flow.namespaces, rows,
                defaults, setup,
                steps, teardown, session, needs, lock, timeout, outputs, quarantine, retries,
            ], rules: [.all([steps])], openKeys: anchors, advice: ForeignKeys.file)
        /// Keys for anchors.
        static let anchors = [Map.OpenKey(pattern: "^x-", content: .anything)]
    }
}
