import BatonDiagnostics
import Testing

@testable import BatonJudging
@testable import BatonLanguage
@testable import BatonLoading
@testable import BatonSources
@testable import BatonWorkflow

/// Every message of the loader, with the place it points to: `⟦…⟧` in the file.
@Suite struct LoadingDiagnosticsTests {
    typealias Case = ExpectedDiagnostic

    static let cases: [Case] = [
        Case(
            "⟦stpes⟧: []\nsteps: [ get: /x ]", "workflow.unknown-key", "unknown key `stpes` in a workflow file",
            help: "did you mean `steps`?"),
        Case(
            "steps:\n  - get: /x\n    ⟦sleep⟧: 3s", "workflow.unknown-key", "unknown key `sleep` in a step",
            help: "write `wait: 1s`"),
        Case(
            "tags: ⟦smoke⟧\nsteps: [ get: /x ]", "workflow.wrong-type", "`tags` wants a list of texts, this is a text"),
        Case(
            "⟦name: nothing⟧", "workflow.missing-key", "a workflow file has no `steps`",
            help: "write `steps: [{ get: /items }]`"),
        Case("steps: ⟦[]⟧", "workflow.no-steps", "a workflow without steps proves nothing"),
        Case(
            "steps:\n  - ⟦name⟧: only a name", "workflow.does-nothing", "this step does nothing",
            help:
                "give it one of `get`, `post`, `put`, `patch`, `delete`, `set`, `that`, `wait`, `log`, `exec`, `workflow`, `steps`"
        ),
        Case(
            "steps:\n  - ⟦plain text⟧", "workflow.wrong-type",
            "a step wants a map, this is a text"),
        Case(
            "steps:\n  - get: /x\n    ⟦post⟧: /y", "workflow.exclusive-keys",
            "a step does one thing: it has `get` and `post`", help: "make it two steps"),
        Case(
            "steps:\n  - post: /x\n    json: 1\n    ⟦form⟧: { a: b }", "workflow.exclusive-keys",
            "a step takes one of `json` and `form`, not both"),
        Case(
            "steps:\n  - that: 1 == 1\n    ⟦expect⟧: { status: 200 }", "workflow.key-does-not-fit",
            "`expect` belongs to a request, not to a `that` step"),
        Case(
            "steps:\n  - wait: ⟦5⟧", "workflow.wrong-value", "`5` has no unit", help: "write `5s` or `5ms`"),
        Case(
            "steps:\n  - wait: ⟦soon⟧", "workflow.wrong-value", "`soon` is no duration",
            help: "write a number with a unit: `500ms`, `30s`, `1m30s`"),
        Case(
            "steps:\n  - get: /x\n    max_response: ⟦huge⟧", "workflow.wrong-value", "`huge` is no size",
            help: "write a number of bytes, or one with `kB`, `MB` or `GB`"),
        Case(
            "steps:\n  - get: /x\n    headers: { ⟦a b⟧: c }", "request.invalid-header",
            "`a b` cannot be the name of a header",
            help: "a header's name has letters, digits and `-`, no spaces and no colon (RFC 9110)"),
        Case(
            "steps:\n  - get: /x\n    headers: { ⟦\"X-{{y}}\"⟧: c }", "request.invalid-header",
            "`X-{{y}}` cannot be the name of a header",
            help: "a header's name has letters, digits and `-`, no spaces and no colon (RFC 9110)"),
        Case(
            "steps:\n  - get: /x\n    expect: ⟦{}⟧", "workflow.checks-nothing", "`expect` checks nothing",
            help: "leave it out, or write for example `status: 200`"),
        Case(
            "steps:\n  - get: /x\n    expect: { $.a: ⟦{}⟧ }", "workflow.checks-nothing", "`$.a` checks nothing",
            help: "write a value, or an operator such as `{ exists: true }`"),
        Case(
            "steps:\n  - that: ⟦[]⟧", "workflow.checks-nothing", "`that` checks nothing",
            help: "write at least one condition"),
        Case(
            "steps:\n  - that: ⟦|\n      # nothing\n\n      # more⟧", "workflow.checks-nothing",
            "`that` checks nothing",
            help: "write at least one condition"),
        Case(
            "steps:\n  - get: /x\n    expect: { $.a: { length: ⟦{}⟧ } }", "workflow.checks-nothing",
            "`length` checks nothing"),
        Case(
            "steps:\n  - get: /x\n    expect: { status: ⟦{}⟧ }", "workflow.checks-nothing", "`status` checks nothing"),
        Case(
            "steps:\n  - get: /x\n    expect: { duration: ⟦{}⟧ }", "workflow.checks-nothing",
            "`duration` checks nothing"),
        Case(
            "steps:\n  - get: /x\n    expect: { headers: { a: ⟦{}⟧ } }", "workflow.checks-nothing",
            "`headers.a` checks nothing"),
        Case(
            "steps:\n  - get: /x\n    expect: { cookies: ⟦{}⟧ }", "workflow.checks-nothing",
            "`cookies` checks nothing"),
        Case(
            "steps:\n  - get: /x\n    expect: { that: ⟦[]⟧ }", "workflow.checks-nothing", "`that` checks nothing"),
        Case(
            "defaults: { expect: ⟦{}⟧ }\nsteps: [ get: /x ]", "workflow.checks-nothing",
            "`defaults.expect` checks nothing"),
        Case(
            "steps:\n  - get: /x\n    expect: { headers: ⟦{}⟧ }", "workflow.checks-nothing", "`headers` checks nothing",
            help: "write a name and its value"),
        Case(
            "steps:\n  - get: /x\n    expect: { $.a: { type: ⟦strin⟧ } }", "workflow.wrong-value",
            "`type` is `string`, `integer`, `number`, `boolean`, `object`, `array` or `null`, not `strin`",
            help: "did you mean `string`?"),
        Case(
            "steps:\n  - get: /x\n    expect: { duration: ⟦500ms⟧ }", "workflow.wrong-type",
            "`duration` wants an operator", help: "write `duration: { lt: 500ms }`"),
        Case(
            "steps:\n  - get: /x\n    capture: { ⟦in⟧: $.a }", "workflow.invalid-name",
            "`in` has a meaning of its own in expressions", help: "choose another name, such as `my_in`"),
        Case(
            "steps:\n  - get: /x\n    capture: { ⟦a-b⟧: $.a }", "workflow.invalid-name",
            "`a-b` cannot be the name of a variable",
            help: "a name is letters, digits and `_`, and does not begin with a digit"),
        Case(
            "steps:\n  - get: /x\n    capture: ⟦{}⟧", "workflow.does-nothing", "`capture` takes nothing",
            help: "write names and where their values come from, for example `token: $.token`"),
        Case(
            "steps:\n  - get: /x\n    capture: { a: ⟦{ optional: true }⟧ }", "workflow.missing-key",
            "a capture wants one of `path`, `header`, `cookie`, `regex`, `xpath` and `value`",
            help: "write for example `path: $.id`"),
        Case(
            "steps:\n  - get: /x\n    auth: { basic: ⟦{ username: a }⟧ }", "workflow.missing-key",
            "`basic` has no `password`"),
        Case(
            "vars: { ⟦a⟧: $(b), b: $(a) }\nsteps: [ get: /x ]", "workflow.cycle",
            "the variable `a` needs itself: a → b → a"),
        Case(
            "steps:\n  - get: /x?$(⟦token⟧)\n  - get: /y\n    capture: { token: $.t }", "expression.unknown-name",
            "`token` is not there yet", help: "move the step that captures or sets it before this one"),
        Case(
            "steps:\n  - get: /x\n    id: a\n  - get: /y\n    id: ⟦a⟧", "workflow.name-taken",
            "the step id `a` is taken"),
        Case(
            "steps:\n  - get: /x\n    http_version: ⟦\"3\"⟧", "workflow.wrong-value",
            "`http_version` is `1.0`, `1.1`, `2` or `h2c`, not `3`"),
        Case(
            "steps:\n  - get: ⟦example.com/x⟧", "request.invalid-url",
            "`example.com/x` does not start with http:// or https://",
            help: "a URL is a path after the base URL, `/items`, or whole, `https://api.example.com/items`"),
        Case(
            "steps:\n  - get: ⟦items/1⟧", "request.invalid-url", "`items/1` does not start with http:// or https://",
            help: "a URL is a path after the base URL, `/items`, or whole, `https://api.example.com/items`"),
        Case(
            "steps:\n  - get: ⟦ftp://a/⟧", "request.invalid-url",
            "`ftp://a/` has the scheme `ftp`; only http and https are sent"),
        Case(
            "steps:\n  - get: ⟦\"\"⟧", "request.invalid-url", "the URL is empty",
            help: "write `/` for the base URL itself"),
        Case(
            "steps:\n  - get: /x\n    auth: { bearer: a, ⟦basic⟧: { username: a, password: b } }",
            "workflow.exclusive-keys",
            "`auth` takes one of `bearer` and `basic`, not both"),
        Case(
            "inputs: { a: { default: ⟦$(1 + 1)⟧ } }\nsteps: [ get: /x ]", "workflow.computed",
            "the default of the input `a` cannot be computed",
            help: "write the value itself, or compute a variable from the input"),
        Case(
            "steps:\n  - set: ⟦{}⟧", "workflow.does-nothing", "`set` sets nothing", help: "write `name: value`"),
        Case(
            "steps:\n  - post: /x\n    multipart: { doc: ⟦{ type: text/csv }⟧ }", "workflow.missing-key",
            "a part wants one of `file` and `text`", help: "write for example `file: photo.png`"),
        Case(
            "steps:\n  - post: /x\n    multipart: { doc: { file: a.csv, ⟦text⟧: b } }", "workflow.exclusive-keys",
            "a part takes one of `file` and `text`, not both"),
    ]

    @Test(arguments: cases)
    func `the loader explains a mistake in a workflow`(_ item: Case) {
        item.check(in: item.text)
    }

    @Test(arguments: ["$(nme)", "$(nme)$(other)", "\"$(1 +)\""])
    func `a URL that is nothing but mistaken expressions is not called an invalid URL as well`(_ url: String) {
        let codes = Loading.load("steps:\n  - get: \(url)\n").diagnostics.map(\.code)
        #expect(!codes.isEmpty && !codes.contains("request.invalid-url"), "\(codes)")
    }

    /// Nothing is said of a value that is not known.
    @Test(arguments: [
        "get: $(hots)/get", "get: \"$(env.nme)/x\"", "get: /x\n    expect: { status: $(cod) }",
        "get: /x\n    headers: { $(hed): a }", "get: /x\n    headers: { A: \"$(hed)x\" }",
        "get: /x\n    timeout: $(limt)", "get: /x\n    query: { a: $(lst) }",
        "for_each: $(itms)\n    steps: [ { get: /x } ]",
        "get: /x\n    expect: { $.a: { length: $(lenn) } }", "get: /x\n    capture: { a: { path: \"$.$(pth)\" } }",
    ])
    func `a mistaken expression is one error, whatever its value is for`(_ step: String) {
        // A text that is read in several ways says the same more than once, which is shown once.
        let messages = Set(Loading.load("steps:\n  - \(step)\n").diagnostics.map { "\($0.code): \($0.message)" })
        #expect(messages.count == 1 && messages.first?.hasPrefix("expression.unknown-") == true, "\(messages)")
    }

    @Test func `an action or a body that stands twice is told once`() {
        let codes = Loading.load("steps:\n  - post: /x\n    post: /y\n    json: 1\n    json: 2\n").diagnostics.map(
            \.code)
        #expect(codes == ["yaml.duplicate-key", "yaml.duplicate-key"])
    }

    @Test func `errors of one file come together`() {
        let result = Loading.load("stepps: []\ntags: x\nsteps:\n  - gett: /x\n  - that: 1 +\n")
        #expect(Set(result.diagnostics.map(\.code)).count >= 3, "\(result.diagnostics.map(\.message))")
    }
}

/// `True` and `~`, which other readers of YAML take for true and null, are texts.
@Suite struct YAMLWordTests {
    @Test(arguments: [
        ("True", "true"), ("TRUE", "true"), ("False", "false"), ("FALSE", "false"), ("Null", "null"), ("NULL", "null"),
        ("~", "null"),
    ])
    func `without quotes they get a warning`(_ word: String, _ meant: String) throws {
        let places = [
            "json: { a: ⟦⟧ }", "json: { b: [⟦⟧] }", "expect: { $.a: { ne: ⟦⟧ } }", "expect: { json: { a: ⟦⟧ } }",
        ]
        for place in places {
            let text = "steps:\n  - post: /x\n    \(place.replacing("⟦⟧", with: word))\n"
            let found = Loading.load(text).diagnostics
            #expect(found.map(\.message) == ["`\(word)` is a text here"], "\(text)")
            let warning = try #require(found.first)
            #expect(warning.severity == .warning && warning.code == "workflow.misleading-text")
            #expect(warning.help == "write `\(meant)`; where the text is meant, put it in quotes: `\"\(word)\"`")
            #expect(warning.range?.text == word)
        }
    }

    @Test(arguments: ["\"True\"", "'~'", "true", "null", "yes", "Nil", "Trueish", "~/x", "F"])
    func `in quotes, and other words, get none`(_ value: String) {
        #expect(Loading.load("steps:\n  - post: /x\n    json: { a: \(value) }\n").diagnostics.map(\.message) == [])
    }
}
