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
        package static let map = Map(
            "baton.yaml",
            [
                name, workflows, reports, history, vars, use, schemas, environments, defaultEnvironment, before, after,
                cache,
            ], openKeys: WorkflowFile.anchors)
    }
}

extension Language {
    /// One entry of `environments`.
    package enum Environment {
        package static let baseURL = Key(
            "base_url", .text, "What a URL that starts with `/` is put after.",
            foreign: ["url", "baseUrl", "base", "host"])
        package static let headers = Step.headers.restated(
            .mapOrExpression, "Headers of every request to the environment's origin.")
        package static let auth = Step.auth.restated(
            .any, "How every request to the environment's origins proves who is asking.", holds: .one(Auth.map),
            kinds: [.map, .text, .null])
        package static let vars = Key("vars", .map, "Variables; they win over the file's.", foreign: ["variables"])
        package static let secrets = Key(
            "secrets", .textList, "Names read from the process environment, as `secrets.NAME`.")
        package static let trusted = Key("trusted", .textList, "Further origins that get credentials.")
        package static let session = Key(
            "session", .map, "Headers kept from answers and sent again: `{ headers: [access-token] }`.",
            holds: .one(EnvironmentSession.map))
        package static let server = Key(
            "server", .map, "A server that is started for the run and stopped after it.", holds: .one(Server.map))
        package static let map = Map(
            "an environment",
            [
                baseURL, headers, auth, Transfer.timeout, Transfer.proxy, Transfer.tls, vars, secrets, trusted, session,
                Transfer.cache, server,
            ], isAlwaysMap: true)
    }
}

extension Language {
    /// `session` of an environment.
    package enum EnvironmentSession {
        package static let headers = Key(
            "headers", .textList, "Names of headers that are kept per origin and sent with later requests.")
        package static let scope = Key(
            "scope", .plainText, "`workflow`, or `run` for kept headers that all workflows of a run share.")
        package static let map = Map("`session`", [headers, scope])
    }
}

extension Language {
    /// `server` of an environment.
    package enum Server {
        package static let command = Key(
            "command", .text, "The program and its arguments, split into words; there is no shell.",
            foreign: ["cmd", "run"])
        package static let ready = Key(
            "ready", .text, "The path that answers 2xx when the server is ready; `/` unless written.",
            foreign: ["health", "wait_for"])
        package static let within = Key(
            "within", .duration, "How long it may take to get ready; 30 s unless written.", foreign: ["timeout"])
        package static let secrets = Key(
            "secrets", .textList, "Secrets that the server gets as variables; none unless written.")
        package static let reuse = Key(
            "reuse", .boolean, "Uses a server that already answers there; otherwise that is an error.")
        package static let map = Map("`server`", [command, ready, within, secrets, reuse], rules: [.all([command])])
    }
}
