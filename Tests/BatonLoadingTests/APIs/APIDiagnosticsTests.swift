import BatonDiagnostics
import Testing

@testable import BatonJudging
@testable import BatonLanguage
@testable import BatonLoading
@testable import BatonWorkflow

/// What can be wrong with an API file and with how it is used: code, message, help and place of each.
@Suite struct APIDiagnosticsTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var api: String
        var steps: String
        var code: String
        var message: String
        var help: String?

        var testDescription: String { "\(code): \(message)" }
    }

    private static let sound = """
        types:
          User: { id: { path: $.id, as: integer }, name: user_name }
        endpoints:
          login:
            inputs: { username: {}, age: { type: integer, default: 18 } }
            post: /login
            json: { username: $(username) }
            result: User
            outcomes: { locked: response.status == 423 }
        """

    private static func call(_ steps: String, _ code: String, _ message: String, _ help: String? = nil) -> Case {
        Case(api: sound, steps: steps, code: code, message: message, help: help)
    }

    private static func file(_ api: String, _ code: String, _ message: String, _ help: String? = nil) -> Case {
        Case(api: api, steps: "  - get: /x", code: code, message: message, help: help)
    }

    static let calls: [Case] = [
        call(
            "  - call: ⟦acounts.login⟧\n    with: { username: ada }", "api.unknown-endpoint",
            "no API is called `acounts` here", "did you mean `accounts`?"),
        call(
            "  - call: ⟦accounts.logn⟧\n    with: { username: ada }", "api.unknown-endpoint",
            "`accounts` has no endpoint `logn`", "did you mean `accounts.login`?"),
        call(
            "  - call: ⟦login⟧\n    with: { username: ada }", "api.unknown-endpoint",
            "`call` wants an API and an endpoint, this is `login`", "did you mean `accounts.login`?"),
        call(
            "  - call: ⟦sign-in.yaml⟧", "api.unknown-endpoint", "`call` wants an API and an endpoint, this is a file",
            "to run another workflow file write `workflow: sign-in.yaml`"),
        call(
            "  - call: ⟦../shared/login.yml⟧\n    with: { username: ada }", "api.unknown-endpoint",
            "`call` wants an API and an endpoint, this is a file",
            "to run another workflow file write `workflow: ../shared/login.yml`"),
        call(
            "  - call: ⟦accounts.login⟧", "api.missing-input", "`accounts.login` needs the input `username`",
            "write `with: { username: … }`"),
        call(
            "  - call: accounts.login\n    with: { username: ada, ⟦user⟧: ada }", "workflow.wrong-input",
            "`accounts.login` has no input `user`", "it takes `username`, `age`"),
        call(
            "  - call: accounts.login\n    with: { username: ada, age: ⟦old⟧ }", "workflow.wrong-input",
            #"the input `age` wants an integer, this is "old""#),
        call(
            "  - call: accounts.login\n    with: { username: ada }\n    ⟦json⟧: {}", "workflow.key-does-not-fit",
            "`json` belongs to the endpoint, not to its call", "give the endpoint an input, and the call `with: { … }`"),
        call(
            "  - get: /x\n    ⟦with⟧: { a: 1 }", "workflow.key-does-not-fit",
            "`with` goes with `call` and `workflow`, and this step has `get`"),
        call(
            "  - call: accounts.login\n    with: { username: ada }\n    expect: { outcome: ⟦loked⟧ }",
            "workflow.cannot-hold", "`loked` is no value of `outcome`", "did you mean `locked`?"),
        call(
            "  - call: accounts.login\n    with: { username: ada }\n    expect: { that: result.⟦nme⟧ == \"x\" }",
            "expression.unknown-member", "`result` has no `nme`", "did you mean `name`?"),
        call(
            "  - call: accounts.login\n    id: login\n    with: { username: ada }\n  - log: $(steps.login.result.⟦nme⟧)",
            "expression.unknown-member", "`steps.login.result` has no `nme`", "did you mean `name`?"),
        call(
            "  - get: /x\n    expect: { that: ⟦result == 1⟧ }", "expression.not-here",
            "`result` is what a called endpoint gives, and there is none here",
            "an endpoint with `result` gives one to the step that calls it"),
        call(
            "  - call: accounts.login\n    with: { username: ada }\n  - log: $(⟦outcome⟧)",
            "expression.not-here",
            "`outcome` is what the step's own request ended in, and none has here",
            "it can be used in `expect` and `capture`"),
        call(
            "  - get: /x\n    capture: { u: { path: $, as: ⟦accounts.Usr⟧ } }", "workflow.wrong-value",
            "`accounts.Usr` is no type", "did you mean `accounts.User`?"),
        call(
            "  - get: /x\n    capture: { u: { path: $, as: ⟦User⟧ } }", "workflow.wrong-value",
            "`User` is no type", "did you mean `accounts.User`?"),
        call(
            "  - get: /x\n    ⟦outcomes⟧: { a: true }", "workflow.unknown-key", "unknown key `outcomes` in a step",
            "a step may hold `get` `post` `put` `patch` `delete` `head` `options` `trace` `name` `id` `if` `skip` `delay` `continue_on_failure` `namespaces` `for_each` `as` `concurrency` `allow_empty` `repeat` `while` `max` `retry` `until` …"
        ),
    ]

    static let files: [Case] = [
        file(
            "defaults: { ⟦headers⟧: { a: b } }\nendpoints:\n  a: { get: /a }", "workflow.unknown-key",
            "unknown key `headers` in `defaults` of an API file",
            "`defaults` of an API file may hold `expect`; `headers`, `auth`, `timeout` and the like stand at the top of the file"
        ),
        file(
            "types:\n  A: { a: { path: $.a, ⟦xpath⟧: //a } }", "workflow.exclusive-keys",
            "a field takes one of `path` and `xpath`, not both"),
        file(
            "types:\n  A: { a: { xpath: '//a[⟦⟧' } }", "workflow.invalid-path",
            "the XPath `//a[` is not valid: expected a path or a value, found the end of the XPath"),
        file(
            "types:\n  A: { a: { header: ⟦a b⟧ } }", "request.invalid-header",
            "`a b` cannot be the name of a header"),
        file(
            "types:\n  A: { a: { header: etag } }\n  B: { ⟦a⟧: { as: A } }", "workflow.wrong-value",
            "`A` has fields with `header` or `xpath`, and is only the `result` of an endpoint",
            "they are parts of the whole response, and not of a value in it"),
        file(
            "types:\n  A: { a: { header: etag } }\nendpoints:\n  a: { get: /a, result: [⟦A⟧] }", "workflow.wrong-value",
            "`A` has fields with `header` or `xpath`, and is only the `result` of an endpoint"),
        file(
            "namespaces: { p: urn:p }\ntypes:\n  A: { a: { xpath: //⟦q⟧:a } }", "workflow.invalid-path",
            "the XPath `//q:a` is not valid: `namespaces` has no prefix `q`; it has `p`"),
        file(
            "endpoints:\n  a: { get: /a, outcomes: { ⟦success⟧: response.status == 200 } }", "workflow.invalid-name",
            "`success` is an outcome of every endpoint and cannot be defined",
            "choose another name, for example `accepted`"),
        file(
            "endpoints:\n  a: { get: /a, outcomes: { ⟦mapping_failed⟧: response.status == 200 } }",
            "workflow.invalid-name", "`mapping_failed` is an outcome of every endpoint and cannot be defined"),
        file(
            "endpoints:\n  a: { get: /a, outcomes: { ⟦http.not_found⟧: response.status == 404 } }",
            "workflow.invalid-name", "`http.not_found` is an outcome of every endpoint and cannot be defined",
            "choose another name, for example `my_http_not_found`"),
        file(
            "endpoints:\n  a:\n    get: /a\n    ⟦post⟧: /b", "workflow.exclusive-keys",
            "an endpoint sends one request: it has `get` and `post`", "make it two endpoints"),
        file(
            "endpoints:\n  a: { get: /a }\n  ⟦a⟧: { get: /b }", "yaml.duplicate-key",
            "the key `a` stands here a second time"),
        file(
            "endpoints:\n  ⟦a⟧: { result: integer }", "workflow.missing-key", "the endpoint `a` sends nothing",
            "write a method and a path, for example `get: /a`"),
        file(
            "endpoints:\n  a: { get: /a, result: ⟦Usr⟧ }\ntypes:\n  User: { id: id }", "workflow.wrong-value",
            "`Usr` is no type", "did you mean `User`?"),
        file(
            "types:\n  Node: { ⟦next⟧: { path: next, as: Node } }", "workflow.cycle",
            "a value of this type would never end: Node → Node",
            "add `optional: true`, or make it a list: `as: [Node]`"),
        file(
            "types:\n  A: { b: { as: B } }\n  B: { ⟦a⟧: { as: A } }", "workflow.cycle",
            "a value of this type would never end: A → B → A"),
        file(
            "types:\n  Node: { ⟦me⟧: { path: $, as: Node, optional: true } }", "workflow.cycle",
            "a value of this type would never end: Node → Node"),
        file(
            "types:\n  T: { a: { path: \"$.a.⟦[⟧0]\", as: integer } }", "workflow.invalid-path", "is no path"),
        file(
            "types:\n  T: { a: { as: integer, enum: { small: ⟦x⟧ } } }", "workflow.wrong-value",
            #"the value must be an integer, this is "x""#),
        file(
            "types:\n  T: { a: { as: date, ⟦enum⟧: [a] } }", "workflow.key-does-not-fit",
            "`enum` lists texts, numbers or booleans"),
        file(
            "types:\n  T: { a: { as: integer, default: ⟦x⟧ } }", "workflow.wrong-value",
            #"the default must be an integer, this is "x""#),
        file(
            "types:\n  T: { a: { as: T, default: ⟦{}⟧ } }", "workflow.wrong-value",
            "a type of your own has no default, a list of them only `[]`"),
        file(
            "types:\n  ⟦integer⟧: { a: a }", "workflow.invalid-name", "`integer` is a type of the language"),
        file("types:\n  T: ⟦{}⟧", "workflow.does-nothing", "the type `T` has no fields"),
        file(
            "endpoints:\n  a: { ⟦gett⟧: /a }", "workflow.unknown-key", "unknown key `gett` in an endpoint",
            "did you mean `get`?"),
        file(
            "⟦bse⟧: /v1\nendpoints:\n  a: { get: /a }", "workflow.unknown-key", "unknown key `bse` in an API file",
            "did you mean `base`?"),
        file(
            "endpoints:\n  a: { get: \"/a/$(⟦idd⟧)\", inputs: { id: {} } }", "expression.unknown-name", "`idd`"),
        file(
            "endpoints:\n  a: { get: /a, outcomes: { b: ⟦response.status + 1⟧ } }", "expression.wrong-type",
            "a condition must be true or false"),
        file(
            "endpoints:\n  a: { get: /a, inputs: { n: { type: integer, default: ⟦x⟧ } } }",
            "workflow.wrong-value", #"the default must be integer, this is "x""#),
    ]

    @Test(arguments: calls)
    func `a wrong call is explained`(_ item: Case) {
        let marked = Loading.marked("use: { accounts: apis/accounts.yaml }\nsteps:\n" + item.steps + "\n")
        let found = Loading.load(marked.text, files: ["apis/accounts.yaml": item.api]).diagnostics
        Self.expect(found.first, item, marked.range)
    }

    @Test(arguments: files)
    func `a wrong API file is explained`(_ item: Case) {
        let marked = Loading.marked(item.api)
        let found = Loading.load(
            "use: { accounts: apis/accounts.yaml }\nsteps:\n" + item.steps + "\n",
            files: ["apis/accounts.yaml": marked.text]
        ).diagnostics
        #expect(found.first?.code == "workflow.broken-file")
        Self.expect(found.dropFirst().first, item, marked.range)
    }

    private static func expect(_ found: Diagnostic?, _ item: Case, _ range: Range<Int>) {
        #expect(found?.code == item.code)
        #expect(found?.message.text.contains(item.message) == true, "\(found?.message ?? "nothing")")
        if let help = item.help { #expect(found?.help?.text == help) }
        #expect(found?.range.map { $0.lower..<$0.upper } == range, "\(found?.message ?? "")")
    }

    @Test func `files that use each other are refused, with the chain`() {
        let found = Loading.load(
            "use: { a: a.yaml }\nsteps:\n  - get: /x\n",
            files: [
                "a.yaml": "use: { b: b.yaml }\ntypes:\n  A: { id: id }\n",
                "b.yaml": "use: { a: a.yaml }\ntypes:\n  B: { id: id }\n",
            ]
        ).diagnostics
        let cycle = found.first { $0.code == "workflow.cycle" }
        #expect(cycle?.message == "these files use each other: a.yaml → b.yaml → a.yaml")
        #expect(cycle?.range?.file.path == "b.yaml")
    }

    @Test func `a file that is not there is told where it is named`() {
        let marked = Loading.marked("use: { a: ⟦apis/none.yaml⟧ }\nsteps:\n  - call: a.b\n")
        let found = Loading.load(marked.text).diagnostics
        #expect(found.map(\.code) == ["file.unreadable"])
        #expect(found.first?.range.map { $0.lower..<$0.upper } == marked.range)
    }

    @Test func `a path relative to another folder is told as it must be written`() {
        let rule = "the path counts from the folder of the file it is written in"
        let source = "use: { a: apis/a.yaml }\nsteps:\n  - call: a.b\n"
        let api = "endpoints:\n  b: { get: /b }\n"
        let above = Loading.load(source, files: ["../../apis/a.yaml": api]).diagnostics
        #expect(above.first?.help == "\(rule): write `../../apis/a.yaml`")
        #expect(Loading.load(source, files: [:]).diagnostics.first?.help?.text == rule)
    }

    @Test func `types of another API file are known by its alias`() {
        let files = [
            "shop.yaml": "types:\n  Item: { sku: sku }\n",
            "a.yaml": "use: { shop: shop.yaml }\nendpoints:\n  list: { get: /items, result: [shop.Item] }\n",
        ]
        let loaded = Loading.load(
            "use: { a: a.yaml }\nsteps:\n  - call: a.list\n    expect: { that: 'result[0].sku == \"x\"' }\n",
            files: files)
        #expect(loaded.diagnostics.map(\.message) == [])
        #expect(loaded.workflow != nil)
    }

    @Test func `a type that holds itself in a list is fine`() {
        let api = "types:\n  Node: { name: name, children: { as: [Node], default: [] } }\n"
        let loaded = Loading.load(
            "use: { a: a.yaml }\nsteps:\n  - get: /x\n    capture: { tree: { path: $, as: a.Node } }\n",
            files: ["a.yaml": api])
        #expect(loaded.diagnostics.map(\.message) == [])
    }
}
