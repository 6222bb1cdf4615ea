import BatonJudging
package import BatonLanguage

extension Language {
    /// One entry of `environments`.
    package enum Environment {
        package static let baseURL = Key(
            "base_url", .text, "What a URL that begins with `/` is put after; `--base-url` wins over it.", takes: "URL",
            example: "base_url: https://api.example.com")
        package static let headers = Step.headers.restated(
            .mapOrExpression, "Headers of every request to the environment's origins.")
        package static let auth = Step.auth.restated(
            .any, "How every request to the environment's origins authenticates.", takes: "map or `none`",
            holds: .one(Auth.map),
            kinds: [.map, .text, .null])
        package static let vars = Key(
            "vars", .map, "Variables; they win over those of the file.", example: "vars: { size: 10 }")
        package static let secrets = Key(
            "secrets", .textList, "Environment variables of the process that are read as `secrets.NAME`.",
            takes: "list of names",
            example: "secrets: [TOKEN]")
        package static let trusted = Key(
            "trusted", .textList, "Further origins that get credentials.", takes: "list of URLs",
            example: "trusted: [https://login.example.com]")
        package static let session = Key(
            "session", .map, "What a session keeps beside cookies.",
            holds: .one(EnvironmentSession.map), example: "session: { headers: [access-token] }")
        package static let server = Key(
            "server", .map, "A server that is started for the run and stopped after it.", holds: .one(Server.map),
            example: "server: { command: bin/shop --port 8080 }")
        package static let map = Map(
            "an environment",
            [
                baseURL, headers, auth, Transfer.timeout, Transfer.proxy, Transfer.tls, vars, secrets, trusted, session,
                Transfer.cache, Contract.contract, server,
            ], isAlwaysMap: true)
    }
}

extension Language {
    /// `server` of an environment.
    package enum Server {
        package static let command = Key(
            "command", .text,
            "The program and its arguments, split into words; quotes group, and there is no shell. It runs in the folder of the project.",
            example: "command: bin/shop --port 8080")
        package static let ready = Key(
            "ready", .text,
            "What responds with 2xx when the server is ready; a path follows the base URL, as in a step.",
            takes: "path or URL", unlessWritten: "`/`",
            example: "ready: /health")
        package static let within = Key(
            "within", .duration, "How long it may take to get ready.", unlessWritten: "`30s`")
        package static let secrets = Key(
            "secrets", .textList, "Secrets that the server gets as variables, beside all other variables.",
            takes: "list of names", unlessWritten: "none",
            example: "secrets: [TOKEN]")
        package static let reuse = Key(
            "reuse", .boolean,
            "Whether a server that already responds there is used and none started; else that is exit 3.",
            unlessWritten: "`false`")
        package static let map = Map("`server`", [command, ready, within, secrets, reuse], rules: [.all([command])])
    }
}

extension Language {
    /// `session` of an environment.
    package enum EnvironmentSession {
        package static let headers = Key(
            "headers", .textList,
            "Headers that are kept from responses and sent with later requests to the same origin.",
            takes: "list of names",
            example: "headers: [access-token]")
        package static let scope = Key(
            "scope", .plainText, "Who shares kept headers: the steps of a `workflow`, or all workflows of a `run`.",
            unlessWritten: "`workflow`", values: .all(of: SessionSpec.Scope.self), example: "scope: run")
        package static let map = Map("`session`", [headers, scope])
    }
}
