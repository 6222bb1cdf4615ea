import BatonJudging
package import BatonLanguage

extension Language {
    /// The top of a workflow file.
    package enum WorkflowFile {
        package static let name = Key(
            "name", .plainText, "What the workflow is called in output and reports.",
            unlessWritten: "the file's name without its ending",
            example: "name: Orders")
        package static let description = Key(
            "description", .plainText, "A longer text for readers.", example: "description: Orders are paid once.")
        package static let tags = Key(
            "tags", .textList, "Words to select by with `--tag` and `--not-tag`.", example: "tags: [smoke, orders]")
        package static let owner = Key(
            "owner", .plainText, "The person or team that takes care of the workflow; shown with its failures.",
            example: "owner: shop team")
        package static let environments = Key(
            "environments", .textList, "Where the workflow runs; in all other environments it is skipped.",
            takes: "list of names", unlessWritten: "in every environment",
            example: "environments: [local]")
        package static let calledOnly = Key(
            "called_only", .boolean,
            "Whether the workflow runs only where another one calls or needs it, or when its file is named.",
            unlessWritten: "`false`")
        package static let use = Key(
            "use", .map, "API files by the names under which steps call them; they win over those of baton.yaml.",
            example: "use: { shop: shop.yaml }")
        package static let inputs = Key(
            "inputs", .map, "Values that come from outside: `--input name=value`.", holds: .each(Input.map),
            example: "inputs: { user: { default: ada } }")
        package static let vars = Key(
            "vars", .map, "Variables; a value may be computed with `$(…)`.", example: "vars: { size: 10 }")
        package static let rows = Key(
            "rows", .any, "Runs the whole workflow once for each element of a list or of a data file.",
            takes: "list or map",
            holds: .one(Rows.map), example: "rows: [{ user: ada }, { user: bob }]")
        package static let defaults = Key(
            "defaults", .map, "What every request of the file starts from.", holds: .one(Defaults.map),
            example: "defaults: { headers: { accept: application/json } }")
        package static let setup = Key(
            "setup", .list, "Steps that run before `steps`, reported apart.", holds: .list(Step.map),
            example: "setup: [{ get: /health }]")
        package static let steps = Key(
            "steps", .list, "What the workflow does, in order: at least one step.", holds: .list(Step.map),
            example: "steps: [{ get: /items }]")
        package static let teardown = Key(
            "teardown", .list, "Steps that run at the end, whatever happened before.", holds: .list(Step.map),
            example: "teardown: [{ delete: /items }]")
        package static let session = Key(
            "session", .plainText, "The session that the steps share; `needs.NAME` is a copy of a needed workflow's.",
            takes: "name, `none` or `needs.NAME`", unlessWritten: "a session of the workflow's own",
            example: "session: admin")
        package static let needs = Key(
            "needs", .any, "Workflows that must pass first; expressions read their outputs as `needs.NAME`.",
            takes: "path, list or map", holds: .each(Need.map),
            example: "needs: [login.yaml]")
        package static let lock = Key(
            "lock", .any,
            "Names; two workflows with one of them never run at the same time. Nothing is computed in them.",
            takes: "name or list of names", example: "lock: orders")
        package static let timeout = Key(
            "timeout", .duration, "How long `setup` and `steps` may take together; `teardown` still runs.",
            example: "timeout: 5m")
        package static let outputs = Key(
            "outputs", .map,
            "Values for the users of the workflow, computed once all steps have passed, before `teardown`; one that fails makes the workflow an error.",
            example: "outputs: { size: $(1 + 2) }")
        package static let quarantine = Key(
            "quarantine", .map,
            "Until a date, failures are recorded and do not break the build.",
            holds: .one(Quarantine.map),
            example: "quarantine: { until: 2030-01-31, reason: The stock is counted twice. }")
        package static let retries = Key(
            "retries", .wholeNumber, "How many more times the whole workflow runs when it fails, 100 at most.",
            unlessWritten: "`0`", example: "retries: 2"
        )
        package static let map = Map(
            "a workflow file",
            [
                name, description, tags, owner, environments, calledOnly, use, inputs, vars, Flow.namespaces, rows,
                defaults, setup,
                steps, teardown, session, needs, lock, timeout, outputs, quarantine, retries,
            ], rules: [.all([steps])], openKeys: anchors)
        /// Keys for anchors.
        static let anchors = [Map.OpenKey(pattern: "^x-", content: .anything)]
    }
}

extension Language {
    /// One entry of `needs` written as a map.
    package enum Need {
        package static let file = Key(
            "file", .text, "The workflow; the path counts from the folder of the file that it is written in.",
            takes: "path",
            example: "file: login.yaml")
        package static let with = Key(
            "with", .map, "Values for its inputs; the others have their defaults, or what `--input` says.",
            example: "with: { user: ada }")
        package static let map = Map("a need", [file, with], rules: [.all([file])])
    }
}

extension Language {
    /// One entry of `inputs`.
    package enum Input {
        package static let type = Key(
            "type", .plainText, "The type of the value.", unlessWritten: "as `--var` types the value",
            values: Values(typeNames), example: "type: string")
        package static let `default` = Key(
            "default", .any, "The value when none is given, written out.", takes: "any value", example: "default: 0")
        package static let required = Key(
            "required", .boolean, "Whether a value must be given.", unlessWritten: "`true`, or `false` beside `default`"
        )
        package static let secret = Key(
            "secret", .boolean, "Masks the value in every output.", unlessWritten: "`false`")
        package static let description = Key(
            "description", .plainText, "A text for readers.", example: "description: The customer that orders.")
        package static let map = Map("an input", [type, `default`, required, secret, description], isAlwaysMap: true)
    }
}

extension Language {
    /// The top-level maps of files.
    package static let roots = [WorkflowFile.map, Project.map, APIFile.map]

    /// Every map of the language that can be reached from the top of a file.
    package static let maps: [Map] = {
        var found: [Map] = []
        func visit(_ map: Map) {
            guard !found.contains(map) else { return }
            found.append(map)
            for key in map.keys {
                for content in key.contents { visit(content.map) }
            }
        }
        for root in roots { visit(root) }
        return found
    }()

    /// The names of all keys of all maps.
    package static let words = Set(maps.flatMap { $0.keys.map(\.name) })
}
