extension Language {
    /// baton.yaml.
    package enum Project {
        package static let name = Key("name", .plainText, "The project's name in reports; else its folder's name.")
        package static let workflows = Key(
            "workflows", .plainText, "The folder of workflow files; `workflows` unless written.")
        package static let reports = Key(
            "reports", .plainText, "The folder that reports go to; `reports` unless written.")
        package static let history = Key(
            "history", .plainText, "The history's file; `.baton/history.sqlite` unless written.")
        package static let vars = Key("vars", .map, "Variables of every workflow.", foreign: ["variables"])
        package static let use = Key("use", .map, "API files by the names under which every workflow calls them.")
        package static let schemas = Key(
            "schemas", .map, "Files for the URIs that JSON Schemas refer to; a URI that ends in `/` is a folder.")
        package static let environments = Key(
            "environments", .map, "Where the workflows can run, by name.", holds: .each(Environment.map),
            foreign: ["envs", "environment"])
        package static let defaultEnvironment = Key(
            "default_environment", .plainText, "The environment without `--env`.")
        package static let before = Key(
            "before", .textList, "Workflows that run before everything; if one fails, nothing else runs.")
        package static let after = Key("after", .textList, "Workflows that run after everything, whatever happened.")
        package static let cache = Key(
            "cache", .map, "How much the cache may hold: `{ memory: 1MB, disk: 100MB }`.", holds: .one(ProjectCache.map)
        )
        package static let masking = Key(
            "masking", .map, "Which fields are secret: `{ names: [x-shop-pin], keep: [token] }`.",
            holds: .one(Masking.map))
        package static let map = Map(
            "baton.yaml",
            [
                name, workflows, reports, history, vars, use, schemas, environments, defaultEnvironment, before, after,
                cache, masking,
            ], openKeys: WorkflowFile.anchors)
    }

    /// `masking` of baton.yaml.
    package enum Masking {
        package static let names = Key(
            "names", .textList, "Further names of secret fields, compared without case, `-` and `_`.")
        package static let keep = Key("keep", .textList, "Names of the usual list that are not secret here.")
        package static let map = Map("`masking`", [names, keep], rules: [.notEmpty])
    }
}
