import BatonJudging
package import BatonLanguage

extension Language {
    /// baton.yaml.
    package enum Project {
        package static let name = Key(
            "name", .plainText, "The project's name in reports.", unlessWritten: "the name of its folder",
            example: "name: Shop")
        package static let workflows = Key(
            "workflows", .plainText, "The folder of the workflows that `baton run` without a path runs.",
            unlessWritten: "`workflows`",
            example: "workflows: workflows")
        package static let reports = Key(
            "reports", .plainText, "The folder for reports, in the project.", unlessWritten: "`reports`",
            example: "reports: reports")
        package static let history = Key(
            "history", .plainText, "The file of the history, in the project.", unlessWritten: "`.baton/history.sqlite`",
            example: "history: .baton/history.sqlite")
        package static let vars = Key("vars", .map, "Variables of every workflow.", example: "vars: { size: 10 }")
        package static let use = Key(
            "use", .map,
            "API files by the names under which every workflow calls them; what a workflow uses itself wins.",
            example: "use: { shop: shop.yaml }")
        package static let schemas = Key(
            "schemas", .map,
            "Files for the URIs that JSON Schemas refer to; a URI that ends in `/` stands for a folder.",
            example: #"schemas: { "https://example.com/": schemas }"#)
        package static let environments = Key(
            "environments", .map, "Where the workflows can run, by name.", holds: .each(Environment.map),
            example: #"environments: { local: { base_url: "http://localhost:8080" } }"#)
        package static let defaultEnvironment = Key(
            "default_environment", .plainText, "The environment without `--env`; not needed where there is only one.",
            example: "default_environment: local"
        )
        package static let before = Key(
            "before", .textList, "Workflows that run before everything; if one fails, nothing else runs.",
            example: "before: [login.yaml]")
        package static let after = Key(
            "after", .textList, "Workflows that run after everything, whatever happened.",
            example: "after: [clean.yaml]")
        package static let defaults = Key(
            "defaults", .map,
            "What every request of every workflow starts from; the `defaults` of a file win key by key.",
            holds: .one(Defaults.map), example: "defaults: { timeout: 5s }")
        package static let lock = WorkflowFile.lock.restated(
            .any, "The locks of every workflow that names none itself.", takes: "name or list of names")
        package static let jobs = Key(
            "jobs", .wholeNumber, "How many workflows run at a time without `--jobs`.",
            unlessWritten: "as many as there are processors", example: "jobs: 4")
        package static let cache = Key(
            "cache", .map, "How much the cache may hold.",
            holds: .one(ProjectCache.map), example: "cache: { memory: 1MB }")
        package static let strict = Key(
            "strict", .boolean,
            "Whether a check that looked at nothing fails, such as one of an empty list; `--strict` is the same.",
            unlessWritten: "`false`",
            example: "strict: true")
        package static let masking = Key(
            "masking", .map, "Which fields are secret beside the usual ones, and which are not.",
            holds: .one(Masking.map), example: "masking: { names: [x-shop-pin] }")
        package static let map = Map(
            "baton.yaml",
            [
                name, workflows, reports, history, vars, use, schemas, environments, defaultEnvironment, defaults, lock,
                jobs,
                before, after, cache, strict, masking,
            ], openKeys: WorkflowFile.anchors)
    }

    /// `masking` of baton.yaml.
    package enum Masking {
        package static let names = Key(
            "names", .textList, "Further names of secret fields, compared without case, `-` and `_`.",
            example: "names: [x-shop-pin]")
        package static let keep = Key(
            "keep", .textList, "Names of the usual list that are not secret in this project; another name is an error.",
            example: "keep: [token]")
        package static let map = Map("`masking`", [names, keep])
    }
}
