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
    ]

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
