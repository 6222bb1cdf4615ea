extension Language {
    /// baton.yaml.
    package static let project = Context(
        "baton.yaml",
        [
            Key("name", .plainText, "The project's name in reports; else its folder's name."),
            Key("workflows", .plainText, "The folder of workflow files; `workflows` unless written."),
            Key("reports", .plainText, "The folder that reports go to; `reports` unless written."),
            Key("history", .plainText, "The history's file; `.baton/history.sqlite` unless written."),
            Key("vars", .map, "Variables of every workflow."),
            Key("use", .map, "API files by the names under which every workflow calls them."),
            Key("schemas", .map, "Files for the URIs that JSON Schemas refer to; a URI that ends in `/` is a folder."),
            Key("environments", .map, "Where the workflows can run, by name."),
            Key("default_environment", .plainText, "The environment without `--env`."),
            Key("before", .textList, "Workflows that run before everything; if one fails, nothing else runs."),
            Key("after", .textList, "Workflows that run after everything, whatever happened."),
            Key("cache", .map, "How much the cache may hold: `{ memory: 1MB, disk: 100MB }`."),
        ],
        foreign: ["envs": "environments", "environment": "environments", "variables": "vars"])

    /// One entry of `environments`.
    package static let environment = Context(
        "an environment",
        [
            Key("base_url", .text, "What a URL that starts with `/` is put after."),
            Key("headers", .mapOrExpression, "Headers of every request to the environment's origin."),
            Key("auth", .any, "How every request to the environment's origins proves who is asking."),
            timeoutKey,
            proxyKey,
            tlsKey,
            Key("vars", .map, "Variables; they win over the file's."),
            Key("secrets", .textList, "Names read from the process environment, as `secrets.NAME`."),
            Key("trusted", .textList, "Further origins that get credentials."),
            Key("session", .map, "Headers kept from answers and sent again: `{ headers: [access-token] }`."),
            cacheKey,
            Key("server", .map, "A server that is started for the run and stopped after it."),
        ],
        foreign: [
            "url": "base_url", "baseUrl": "base_url", "base": "base_url", "host": "base_url", "variables": "vars",
        ])

    /// `session` of an environment.
    package static let environmentSession = Context(
        "`session`",
        [
            Key("headers", .textList, "Names of headers that are kept per origin and sent with later requests."),
            Key("scope", .plainText, "`workflow`, or `run` for kept headers that all workflows of a run share."),
        ])

    /// `server` of an environment.
    package static let server = Context(
        "`server`",
        [
            Key("command", .text, "The program and its arguments, split into words; there is no shell."),
            Key("ready", .text, "The path that answers 2xx when the server is ready; `/` unless written."),
            Key("within", .duration, "How long it may take to get ready; 30 s unless written."),
            Key("secrets", .textList, "Secrets that the server gets as variables; none unless written."),
            Key("reuse", .boolean, "Uses a server that already answers there; otherwise that is an error."),
        ],
        foreign: ["cmd": "command", "run": "command", "timeout": "within", "health": "ready", "wait_for": "ready"])
}
