import Testing

@testable import BatonWorkflow

/// Values of the wrong kind that show what is meant.
@Suite struct ShapeHelpTests {
    static let cases: [(file: String, help: String)] = [
        ("steps:\n  - GET /items", "write `get: /items`"),
        ("steps:\n  - post /items", "write `post: /items`"),
        ("steps:\n  get: /x", "begin each step with `- `"),
        ("- get: /x", "write `steps:` above the list"),
        ("steps:\n  - get: /x\n    expect: 200", "write `expect: { status: 200 }`"),
        (
            "steps:\n  - get: /x\n    expect:\n      $.a == 1",
            "a condition stands under `that`: `expect: { that: … }`"
        ),
        (
            "steps:\n  - get: /x\n    expect:\n      - status: 200",
            "write the names below each other, without `- `"
        ),
        ("steps:\n  - get: /x\n    headers:\n      - X-A: b", "write the names below each other, without `- `"),
        ("steps:\n  - set:\n      - a: 1", "write the names below each other, without `- `"),
        ("steps:\n  - set: a = 1", "write `set: { a: 1 }`"),
        ("steps:\n  - post: /x\n    form: name=Ada", "write `form: { name: Ada }`"),
        ("steps:\n  - get: /x\n    auth: Bearer abc", "write `auth: { bearer: … }`"),
        ("steps:\n  - get: /x\n    auth: bearer $(token)", "write `auth: { bearer: $(token) }`"),
        ("steps:\n  - get: /x\n    form: a=1&b=2", "write `form: { a: 1, b: 2 }`"),
        ("steps:\n  - get: /x\n    cookies: a=1; b=2", "write `cookies: { a: …, b: … }`"),
        ("steps:\n  - get: /x\n    tls: false", "write `tls: { verify: false }`"),
        (
            "steps:\n  - get: /x\n    save: { id: $.id }",
            "`save` names a file for the body; a value is taken with `capture: { name: $.path }`"
        ),
        ("tags: smoke\nsteps: [ get: /x ]", "write `tags: [smoke]`"),
        ("steps:\n  - get: /x\n    expect: { $.a: { in: b } }", "write `in: [b]`"),
        ("steps:\n  - get: /x\n    expect: { $.a: { not_in: $(run.id)x } }", "write `not_in: [$(run.id)x]`"),
        (
            "steps:\n  - get: /x\n    auth: { basic: [user, password] }",
            "write `basic: { username: …, password: … }`"
        ),
        (
            "GET http://localhost/a\nHTTP 200",
            "this looks like a Hurl file; a workflow is YAML: `steps:`, and below it `- get: /path`"
        ),
        (
            "inputs: { user: ada }\nsteps: [ get: /x ]",
            "write `{ default: ada }`; what never comes from outside belongs into `vars`"
        ),
        (get("headers: [{ name: Accept, value: text/html }]"), "write `headers: { Accept: text/html }`"),
        (get("headers: [{ name: X-Token, value: abc }]"), "write `headers: { X-Token: … }`"),
        (get("headers: [{ key: A, value: 'b, c' }]"), "write `headers: { A: \"b, c\" }`"),
        (get("headers: [\"A: b\", \"C: d\"]"), "write `headers: { A: b, C: d }`"),
        (get("headers: \"A: b\""), "write `headers: { A: b }`"),
        (get("headers: \"Authorization: Bearer abc\""), "write `headers: { Authorization: … }`"),
        (get("query: [{ name: a, value: 1 }, { name: b, value: 2 }]"), "write `query: { a: 1, b: 2 }`"),
        (get("cookies: [{ name: a, value: b }]"), "write `cookies: { a: … }`"),
        (get("form: [{ name: a, value: b }]"), "write `form: { a: b }`"),
        (get("multipart: [{ name: a, file: b.txt }]"), "write `multipart: { a: { file: b.txt } }`"),
        (get("multipart: [{ name: a, value: b }]"), "write `multipart: { a: b }`"),
        (get("expect: [200]"), "write `expect: { status: 200 }`"),
        (get("expect: [200, 201]"), "write `expect: { status: [200, 201] }`"),
        (get("expect: [response.status == 200]"), "conditions stand under `that`: `expect: { that: [ … ] }`"),
        (get("capture: $.a"), "write `capture: { name: $.a }`"),
        (get("capture: [$.a]"), "write `capture: { name: $.a }`"),
        (get("auth: [a, b]"), "write `auth: { basic: { username: …, password: … } }`"),
        (get("auth: a:b"), "write `auth: { basic: { username: …, password: … } }`"),
        (get("auth: basic"), "write `auth: { basic: { username: …, password: … } }`"),
        (get("auth: digest a b"), "write `auth: { digest: { username: …, password: … } }`"),
        (get("auth: false"), "write `auth: none`"), (get("auth: no"), "write `auth: none`"),
        (get("auth: { bearer: { token: x } }"), "write the token itself: `bearer: …`"),
        (get("auth: { bearer: { token: $(run.id) } }"), "write the token itself: `bearer: $(run.id)`"),
        (get("auth: { api_key: x }"), "write `api_key: { header: X-Api-Key, value: … }`"),
        (
            get("options: { timeout: 5s }"),
            "`timeout`, `follow_redirects`, `retry` and others stand on the step itself; `options: /path` sends a request"
        ),
        (get("follow_redirects: no"), "write `false`"), (get("follow_redirects: On"), "write `true`"),
        (get("continue_on_failure: yes"), "write `true`"), (get("tls: { verify: off }"), "write `false`"),
        (get("stream: yes"), "write `true`"), (get("path_as_is: 1"), "write `true`"),
        (get("expect: { $.a: { exists: no } }"), "write `false`"),
        (get("expect: { $.a: { exists: True } }"), "write `true`"),
        (get("expect: { $.a: { empty: \"true\" } }"), "write `true`, without quotes"),
        ("called_only: yes\nsteps: [ get: /x ]", "write `true`"),
        ("inputs: [a, b]\nsteps: [ get: /x ]", "write `inputs: { a: {}, b: {} }`"),
        ("inputs: a\nsteps: [ get: /x ]", "write `inputs: { a: {} }`"),
        ("inputs: [{ name: a, type: string }]\nsteps: [ get: /x ]", "write `inputs: { a: { … } }`"),
        ("vars: [{ name: a, value: b }]\nsteps: [ get: /x ]", "write `vars: { a: … }`"),
        ("outputs: [a]\nsteps: [ get: /x ]", "write `outputs: { a: $(a) }`"),
        ("environments: local\nsteps: [ get: /x ]", "write `environments: [local]`"),
        (
            "quarantine: true\nsteps: [ get: /x ]",
            "write `quarantine: { until: …, reason: … }`; without one leave it out"
        ),
        (
            "steps:\n  - HTTP 200",
            "the status belongs to the step of the request: `expect: { status: 200 }`"
        ),
    ]

    private static func get(_ line: String) -> String { "steps:\n  - get: /x\n    \(line)" }

    @Test(arguments: ["stream: no", "auth: $(run.id)", "headers: [a, b]", "query: [{ name: a }]", "path_as_is: 2"])
    func `where nothing fits nothing is made up`(_ line: String) {
        let diagnostics = Loading.load(Self.get(line)).diagnostics
        #expect(diagnostics.map(\.code) == ["workflow.wrong-type"])
        #expect(diagnostics.map(\.help).filter { $0?.contains("without `- `") == false } == [])
    }

    @Test(arguments: cases)
    func `what is meant is written out`(_ file: String, _ help: String) {
        let diagnostics = Loading.load(file).diagnostics
        #expect(diagnostics.map(\.code) == ["workflow.wrong-type"])
        #expect(diagnostics.first?.help == help)
    }

    @Test(arguments: [
        "steps:\n  - hello", "steps:\n  - get: /x\n    expect: ok", "steps:\n  - get: /x\n    headers: x",
    ])
    func `where nothing is clear nothing is made up`(_ file: String) {
        #expect(Loading.load(file).diagnostics.map(\.help) == [nil])
    }
}
