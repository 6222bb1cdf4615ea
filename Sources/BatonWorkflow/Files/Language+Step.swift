import BatonJudging
package import BatonLanguage

extension Language {
    /// The methods that are keys of a step, in small letters; any word in capitals is a method too.
    package enum Methods {
        package static let names = ["get", "post", "put", "patch", "delete", "head", "options", "trace"]

        package static let keys = names.map {
            Key(
                $0, .text,
                "Sends a request with this method; a URL that begins with `/` is put after the base URL.", takes: "URL",
                example: "\($0): /items")
        }

        /// Any other method: `PROPFIND: /dav` (RFC 9110, 9.1 allows any token).
        package static let others = [Map.OpenKey(pattern: "^[A-Z_-]{2,32}$", content: .scalar)]
    }
}

extension Language {
    /// A step.
    package enum Step {
        package static let name = Key(
            "name", .plainText, "What the step is called; a second one of a name gets ` #2`.",
            unlessWritten: "what it does, as written: `GET /items/$(id)`", example: "name: Log in")
        package static let id = Key(
            "id", .plainText, "The name under which later expressions find the step, `steps.ID`; unique in the file.",
            example: "id: login")
        package static let `if` = Key(
            "if", .expression, "Runs the step only where this is true; otherwise it is skipped.",
            example: #"if: env.name == "staging""#)
        package static let query = Key(
            "query", .mapOrExpression, "Parameters added to the URL's query; a list repeats the key.",
            example: "query: { page: 2 }")
        package static let headers = Key(
            "headers", .mapOrExpression, "Headers of the request; a list sends one several times, null leaves one out.",
            example: "headers: { accept: application/json }")
        package static let cookies = Key(
            "cookies", .mapOrExpression, "Cookies sent beside those of the session; one written here wins.",
            example: "cookies: { theme: dark }")
        package static let save = Key(
            "save", .text, "Streams the body of the response into this file.", takes: "path",
            example: "save: report.pdf")
        package static let stream = Key(
            "stream", .any,
            "Reads the response as events while they arrive.", takes: "`true` or map",
            holds: .one(Stream.map), kinds: [.map, .boolean], example: "stream: true")
        package static let auth = Key(
            "auth", .any, "How the request authenticates; `none` for not at all.", takes: "map or `none`",
            holds: .one(Auth.map),
            kinds: [.map, .text, .null], example: "auth: { bearer: $(process.env.TOKEN) }")
        package static let session = Key(
            "session", .plainText,
            "The session that is used; `needs.NAME` is a copy of a needed workflow's, and `shared` hands the current one to a called `workflow`.",
            takes: "name, `none`, `needs.NAME` or `shared`", unlessWritten: "the session of the workflow",
            example: "session: admin")
        package static let expect = Key(
            "expect", .map, "What the response must be.", unlessWritten: "a status of 2xx", holds: .one(Expect.map),
            variants: [
                .init(beside: workflow, .one(WorkflowExpect.map)), .init(beside: exec, .one(ExecExpect.map)),
            ], example: "expect: { status: 200 }")
        package static let capture = Key(
            "capture", .map, "Values taken from the response, as variables.", holds: .each(Capture.map),
            example: "capture: { id: $.id }")
        package static let call = Key(
            "call", .text, "Calls an endpoint of an API file.", takes: "API and endpoint", example: "call: shop.list")
        package static let workflow = Key(
            "workflow", .text, "Runs the steps of another workflow file here.", takes: "path",
            example: "workflow: login.yaml")
        package static let with = Key(
            "with", .map, "Values for the inputs of the endpoint or the workflow that is called.",
            example: "with: { user: ada }")
        package static let set = Key("set", .map, "Sets variables, in order.", example: "set: { page: 1 }")
        package static let that = Key(
            "that", .conditions, "Conditions that must hold, without a request.", example: "that: 1 < 2")
        package static let wait = Key("wait", .duration, "Waits this long.", example: "wait: 1s")
        package static let awaiting = Key(
            "await", .plainText,
            "In a branch of `parallel`: waits for the step with that `id` in another branch, until its stream is open, or else until it has passed.",
            takes: "`id` of a step",
            example: "await: listening")
        package static let log = Key(
            "log", .text, "Writes a text to the console and to the JUnit file.", example: "log: The order is paid.")
        package static let steps = Key(
            "steps", .list, "A group: steps with one condition, one loop or one name.",
            holds: .list(Step.map), example: "steps: [{ get: /items }, { get: /orders }]")
        package static let exec = Key(
            "exec", .list, "Starts a program, only with `--allow-exec`: its name, written out, and its arguments.",
            takes: "list of texts",
            example: "exec: [git, status]")
        package static let cwd = Key(
            "cwd", .text, "The folder that the program of `exec` runs in, inside the file root.", takes: "path",
            unlessWritten: "the folder of the file",
            example: "cwd: data")
        package static let env = Key(
            "env", .any,
            "Of a request or a `call`: the environment of baton.yaml that it goes to. Of `exec`: variables that the program gets; null takes one away.",
            takes: "name, or map for `exec`",
            example: "env: payments")
        package static let contract = Key(
            "contract", .any,
            "`false` holds nothing of this request against the contract; a map says what violations do here.",
            takes: "`false` or map",
            holds: .one(Contract.ofRequest), kinds: [.boolean, .map], example: "contract: { request: none }")
        package static let parallel = Key(
            "parallel", .list, "Steps, or groups of them, that run at the same time.", holds: .list(Step.map),
            example: "parallel: [{ get: /items }, { get: /orders }]")
        /// Keys of every step, whatever it does.
        package static let common = [name, id, `if`]
        package static let map: Map = Map(
            "a step",
            Methods.keys + Step.common + Flow.keys + Loop.keys + RequestFlow.keys + Pages.keys + [
                query, headers, cookies,
            ] + Body.keys + [
                save, stream, auth, session, expect, capture, call, workflow, with, set, that, wait, awaiting, log,
                steps, exec, cwd, env, parallel, contract,
            ] + Transfer.keys,
            rules: [
                .atMostOne(Body.keys), .needs([RequestFlow.every, RequestFlow.within], RequestFlow.until),
                .needs([Loop.as, Loop.concurrency, Loop.allowEmpty], Loop.forEach), .needs([Loop.max], Loop.while),
                .needs([Pages.anyHost], Pages.paginate),
            ], openKeys: Methods.others, isAlwaysMap: true)
    }
}

extension Language {
    /// Keys of every step about whether, when and how often it runs.
    package enum Flow {
        package static let skip = Key(
            "skip", .plainText, "Leaves the step out, always; the value says why, and reports show it.",
            example: "skip: The export is not ready.")
        package static let delay = Key(
            "delay", .duration, "Waits this long before the step begins, once, behind `if`.", example: "delay: 1s")
        package static let continueOnFailure = Key(
            "continue_on_failure", .boolean, "Runs the later steps although this one failed; the workflow still fails.",
            unlessWritten: "`false`")
        package static let namespaces = Key(
            "namespaces", .map, "What prefixes of XPaths mean here and in the steps within.",
            example: #"namespaces: { s: "urn:example:stock" }"#)
        package static let keys = [skip, delay, continueOnFailure, namespaces]
    }
}
