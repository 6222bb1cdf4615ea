import BatonJudging
package import BatonLanguage

extension Language {
    /// One entry of `environments`.
    package enum Environment {
        package static let baseURL = Key(
            "base_url", .text, "What a URL that starts with `/` is put after.",
            example: "base_url: https://api.example.com")
        package static let headers = Step.headers.restated(
            .mapOrExpression, "Headers of every request to the environment's origin.")
        package static let auth = Step.auth.restated(
            .any, "How every request to the environment's origins authenticates.", holds: .one(Auth.map),
            kinds: [.map, .text, .null])
        package static let vars = Key(
            "vars", .map, "Variables; they win over the file's.", example: "vars: { size: 10 }")
        package static let secrets = Key(
            "secrets", .textList, "Names read from the process environment, as `secrets.NAME`.",
            example: "secrets: [TOKEN]")
        package static let trusted = Key(
            "trusted", .textList, "Further origins that get credentials.",
            example: "trusted: [https://login.example.com]")
        package static let session = Key(
            "session", .map, "Headers kept from responses and sent again: `{ headers: [access-token] }`.",
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
            "command", .text, "The program and its arguments, split into words; there is no shell.",
            example: "command: bin/shop --port 8080")
        package static let ready = Key(
            "ready", .text,
            "The path behind the base URL that answers 2xx when the server is ready, or a whole URL; `/` unless written.",
            example: "ready: /health")
        package static let within = Key(
            "within", .duration, "How long it may take to get ready; 30 s unless written.")
        package static let secrets = Key(
            "secrets", .textList, "Secrets that the server gets as variables; none unless written.",
            example: "secrets: [TOKEN]")
        package static let reuse = Key(
            "reuse", .boolean, "Uses a server that already answers there; otherwise that is an error.")
        package static let map = Map("`server`", [command, ready, within, secrets, reuse], rules: [.all([command])])
    }
}

extension Language {
    /// `session` of an environment.
    package enum EnvironmentSession {
        package static let headers = Key(
            "headers", .textList, "Names of headers that are kept per origin and sent with later requests.",
            example: "headers: [access-token]")
        package static let scope = Key(
            "scope", .plainText, "`workflow`, or `run` for kept headers that all workflows of a run share.",
            example: "scope: run")
        package static let map = Map("`session`", [headers, scope])
    }
}
