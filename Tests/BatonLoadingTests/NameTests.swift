import Testing

@testable import BatonJudging
@testable import BatonLanguage
@testable import BatonLoading
@testable import BatonSources
@testable import BatonWorkflow

/// What the names of a file mean before anything runs, and how much of which response they keep.
@Suite struct NameTests {
    typealias Case = ExpectedDiagnostic

    /// A step that captures, and a condition after it.
    private static func after(_ condition: String) -> String {
        """
        inputs: { size: { type: integer }, user: { type: string }, any: {} }
        vars: { plain: 1, count: 5 }
        steps:
          - get: /x
            id: first
            capture:
              whole: { path: $.n, as: integer }
              price: { path: $.p, as: number }
              on: { path: $.b, as: boolean }
              at: { path: $.d, as: date }
              ids: { path: $.ids, as: [integer] }
              all: "$.items[*].id"
              etag: { header: etag }
              code: { regex: a(b) }
              status: $(response.status)
              maybe: { path: $.m, as: integer, optional: true }
              other: { value: $(response.status), default: none }
          - set: { label: "n$(whole)", twice: $(whole * 2), count: many, flag: true }
          - that: |
              \(condition)
        """
    }

    private static func mismatch(_ left: String, _ type: String, _ right: String, _ other: String) -> String {
        "`\(left)` is \(type) and `\(right)` is \(other): they are never equal"
    }

    static let mistakes: [Case] = [
        (
            "response.status == \"200\"", mismatch("response.status", "int", "\"200\"", "string"),
            "write `200`, without quotes"
        ),
        (
            "response.url == 5", mismatch("response.url", "string", "5", "int"),
            "write the text `\"5\"`, in quotes, or `int(text)` for the number in a text"
        ),
        ("response.size == \"a\"", mismatch("response.size", "int", "\"a\"", "string"), nil),
        (
            "response.body == 5", mismatch("response.body", "string", "5", "int"),
            "write the text `\"5\"`, in quotes, or `int(text)` for the number in a text"
        ),
        (
            "response.headers.etag == 5", mismatch("response.headers.etag", "string", "5", "int"),
            "write the text `\"5\"`, in quotes, or `int(text)` for the number in a text"
        ),
        (
            "response.cookies.sid == 5", mismatch("response.cookies.sid", "string", "5", "int"),
            "write the text `\"5\"`, in quotes, or `int(text)` for the number in a text"
        ),
        ("response.timings.dns == 5", mismatch("response.timings.dns", "duration", "5", "int"), nil),
        ("response.attempt == true", mismatch("response.attempt", "int", "true", "bool"), nil),
        ("response.from_cache == \"yes\"", mismatch("response.from_cache", "bool", "\"yes\"", "string"), nil),
        ("response.redirects == 1", mismatch("response.redirects", "list", "1", "int"), nil),
        ("response.certificate.names == \"a\"", mismatch("response.certificate.names", "list", "\"a\"", "string"), nil),
        (
            "response.http_version == 2", mismatch("response.http_version", "string", "2", "int"),
            "write the text `\"2\"`, in quotes, or `int(text)` for the number in a text"
        ),
        (
            "run.id == 5", mismatch("run.id", "string", "5", "int"),
            "write the text `\"5\"`, in quotes, or `int(text)` for the number in a text"
        ),
        (
            "run.started == \"now\"", mismatch("run.started", "timestamp", "\"now\"", "string"),
            "a text becomes a time with `timestamp(\"2026-08-21T00:00:00Z\")`; the present moment is `now()`"
        ),
        (
            "env.name == 5", mismatch("env.name", "string", "5", "int"),
            "write the text `\"5\"`, in quotes, or `int(text)` for the number in a text"
        ),
        (
            "process.env.PORT == 8080", mismatch("process.env.PORT", "string", "8080", "int"),
            "write the text `\"8080\"`, in quotes, or `int(text)` for the number in a text"
        ),
        ("inputs.size == \"5\"", mismatch("inputs.size", "int", "\"5\"", "string"), "write `5`, without quotes"),
        ("size == \"5\"", mismatch("size", "int", "\"5\"", "string"), "write `5`, without quotes"),
        (
            "user == 5", mismatch("user", "string", "5", "int"),
            "write the text `\"5\"`, in quotes, or `int(text)` for the number in a text"
        ),
        ("whole == \"5\"", mismatch("whole", "int", "\"5\"", "string"), "write `5`, without quotes"),
        ("price == \"9.5\"", mismatch("price", "double", "\"9.5\"", "string"), "write `9.5`, without quotes"),
        ("on == \"true\"", mismatch("on", "bool", "\"true\"", "string"), nil),
        (
            "at == \"2026-01-01T00:00:00Z\"", mismatch("at", "timestamp", "\"2026-01-01T00:00:00Z\"", "string"),
            "a text becomes a time with `timestamp(\"2026-08-21T00:00:00Z\")`; the present moment is `now()`"
        ),
        ("ids == [\"1\"]", mismatch("ids", "list", "[\"1\"]", "list"), nil),
        ("all == 5", mismatch("all", "list", "5", "int"), nil),
        (
            "etag == 5", mismatch("etag", "string", "5", "int"),
            "write the text `\"5\"`, in quotes, or `int(text)` for the number in a text"
        ),
        (
            "code == 5", mismatch("code", "string", "5", "int"),
            "write the text `\"5\"`, in quotes, or `int(text)` for the number in a text"
        ),
        ("status == \"200\"", mismatch("status", "int", "\"200\"", "string"), "write `200`, without quotes"),
        (
            "label == 5", mismatch("label", "string", "5", "int"),
            "write the text `\"5\"`, in quotes, or `int(text)` for the number in a text"
        ),
        ("twice == \"4\"", mismatch("twice", "int", "\"4\"", "string"), "write `4`, without quotes"),
        ("flag == 1", mismatch("flag", "bool", "1", "int"), nil),
        ("1 == \"1\"", mismatch("1", "int", "\"1\"", "string"), "write `1`, without quotes"),
        (
            "steps.first.whole == \"5\"", mismatch("steps.first.whole", "int", "\"5\"", "string"),
            "write `5`, without quotes"
        ),
        (
            "steps.first.etag == 5", mismatch("steps.first.etag", "string", "5", "int"),
            "write the text `\"5\"`, in quotes, or `int(text)` for the number in a text"
        ),
        ("vars.whole == \"5\"", mismatch("vars.whole", "int", "\"5\"", "string"), "write `5`, without quotes"),
        (
            "vars.label == 5", mismatch("vars.label", "string", "5", "int"),
            "write the text `\"5\"`, in quotes, or `int(text)` for the number in a text"
        ),
    ].map { Case(after("⟦\($0.0)⟧"), "expression.wrong-type", $0.1, help: $0.2) }

    static let names: [Case] = [
        Case(
            after("response.⟦statusCode⟧ == 200"), "expression.unknown-member", "`response` has no `statusCode`",
            help: "write `response.status`"),
        Case(
            after("response.⟦stattus⟧ == 200"), "expression.unknown-member", "`response` has no `stattus`",
            help: "did you mean `status`?"),
        Case(
            after("response.timings.⟦total⟧ > duration(\"1s\")"), "expression.unknown-member",
            "`response.timings` has no `total`"),
        Case(
            after("response.certificate.⟦not_after⟧ > run.started"), "expression.unknown-member",
            "`response.certificate` has no `not_after`", help: "write `response.certificate.expires`"),
        Case(
            after("⟦steps.first.whol == 5⟧"), "expression.unknown-name", "`steps.first.whol` is not defined",
            help: "did you mean `steps.first.whole`?"),
        Case(
            after("⟦steps.frst.ran⟧"), "expression.unknown-name", "`steps.frst` is not defined",
            help: "did you mean `steps.first`?"),
        Case(
            after("steps.first.response.⟦code⟧ == 5"), "expression.unknown-member",
            "`steps.first.response` has no `code`", help: "write `steps.first.response.status`"),
        Case(
            after("⟦inputs.sise == 5⟧"), "expression.unknown-name", "`inputs.sise` is not defined",
            help: "did you mean `inputs.size`?"),
        Case(
            after("has(⟦vars.lable⟧)").replacing("⟦vars.lable⟧", with: "vars.lable").replacing(
                "has(vars.lable)", with: "⟦has(vars.lable)⟧"), "expression.unknown-name",
            "`vars.lable` is not defined", help: "did you mean `vars.label`?"),
        Case(
            after("run.⟦begun⟧ > run.started"), "expression.unknown-member", "`run` has no `begun`",
            help: "it has `id`, `started`"),
        Case(
            after("⟦secrets[label] == \"\"⟧"), "workflow.computed",
            "which secrets a file uses must be known before it runs", help: "write the name out: `secrets.NAME`"),
        Case(
            "steps:\n  - get: /x?$(⟦response.json.id⟧)", "expression.not-here",
            "`response` is not there yet: no step before this one sends a request",
            help: "in `expect` and `capture` it is the response of the step itself, later on the last response"),
        Case(
            "steps:\n  - get: /x\n  - get: /y?$(⟦request.url⟧)", "expression.not-here",
            "`request` is what the step has sent, and nothing has been sent here",
            help: "it can be used in `expect` and `capture`"),
        Case(
            "inputs: { a: {} }\nvars: { ⟦a⟧: 1 }\nsteps: [ get: /x ]", "workflow.name-taken",
            "`a` is an input and a variable", help: "name them apart, or give the input a `default`"),
        Case(
            "vars: { ⟦request⟧: 1 }\nsteps: [ get: /x ]", "workflow.invalid-name",
            "`request` has a meaning of its own in expressions", help: "choose another name, such as `my_request`"),
        Case(
            "vars: { ⟦for⟧: 1 }\nsteps: [ get: /x ]", "workflow.invalid-name",
            "`for` has a meaning of its own in expressions", help: "choose another name, such as `my_for`"),
        Case(
            "steps: [ { get: /x, id: ⟦in⟧ } ]", "workflow.invalid-name",
            "`in` has a meaning of its own in expressions", help: "choose another name, such as `my_in`"),
        Case(
            "steps: [ { get: /x, id: ⟦a-b⟧ } ]", "workflow.invalid-name", "`a-b` cannot be the name of a step"),
        Case(
            "steps: [ get: /x ]\noutputs: { ⟦a b⟧: 1 }", "workflow.invalid-name",
            "`a b` cannot be the name of a variable"),
        Case(
            "vars: { a: $(vars.b), ⟦b⟧: $(a) }\nsteps: [ get: /x ]".replacing("⟦b⟧", with: "b").replacing(
                "{ a:", with: "{ ⟦a⟧:"), "workflow.cycle", "the variable `a` needs itself: a → b → a"),
    ]

    @Test(arguments: mistakes + names)
    func `the loader explains a wrong name in an expression`(_ item: Case) {
        item.check(in: item.text)
    }

    @Test(arguments: [
        "response.certificate == null", "maybe == null", "maybe > 3", "price == 5", "whole < 9.5",
        "whole + price > 1.5",
        "ids == [1, 2]", "1 in ids", "ids[0] == whole", "at < run.started", "at - run.started < duration(\"1h\")",
        "any == 5 || any == \"5\"", "plain == \"5\"", "count == 5 || count == \"5\"", "other == 5 || other == \"5\"",
        "inputs.any == 5 || inputs.any == \"5\"", "vars.whole == 5", "steps.first.whole == 5",
        "vars.count == 5 || vars.count == \"5\"", "vars.plain == \"5\"", "steps.first.other == \"5\"", "has(vars.flag)",
        "steps.first.maybe == null", "on || !on",
        "all.exists(x, x == 5)", "etag.startsWith(\"W/\")", "has(response.headers.etag)",
        "response.redirects.all(r, r.status == 302)", "items_of == []".replacing("items_of", with: "all"),
    ])
    func `what may be equal is let through`(_ condition: String) {
        let result = Loading.load(Self.after(condition))
        #expect(result.diagnostics.map(\.message) == [])
        #expect(result.workflow != nil)
    }

    @Test func `a name that gets its value at several places has no type`() {
        let result = Loading.load(
            """
            steps:
              - get: /x
                if: 1 == 2
                capture: { v: { path: $.n, as: integer } }
              - that: v == "late"
                if: has(vars.v)
              - set: { v: late }
              - that: v == "late" || v == 5
            """)
        #expect(result.diagnostics.map(\.message) == [])
    }

    static let kept: [(expression: String, kept: Retention)] = [
        ("steps.first.whole == 1", .nothing), ("steps.first.ran", .nothing),
        ("steps.first.response.status == 200", .head),
        ("steps.first.response.headers.etag == \"\"", .head), ("steps.first.response.size > 1", .head),
        ("steps.first.response.json.a == 1", .body), ("steps.first.response[\"json\"].a == 1", .body),
        ("steps.first.response.body == \"\"", .body), ("steps.first.response.bytes == b\"\"", .body),
        ("[steps.first.response][0].body == \"\"", .body), ("steps.first[label] == 1", .body),
        ("[steps.first].size() == 1", .body),
    ]

    @Test(arguments: kept)
    func `a response is kept as far as a later expression names it`(_ item: (expression: String, kept: Retention)) {
        let workflow = Loading.load(Self.after(item.expression)).workflow
        #expect((workflow?.uses.keptResponses["first"] ?? .nothing) == item.kept)
        #expect(workflow?.uses.lastResponse == .nothing)
    }

    @Test func `steps by computed ids keep all responses`() {
        #expect(Loading.load(Self.after("steps[label].ran")).workflow?.uses.keepsAllResponses == true)
        #expect(Loading.load(Self.after("steps[\"first\"].ran")).workflow?.uses.keepsAllResponses == false)
    }

    @Test(arguments: [
        ("response.status == 200", Retention.head), ("response.json.a == 1", .body), ("[response].size() == 1", .body),
        ("whole == 1", .nothing),
    ])
    func `the last response is kept as far as later steps name it`(_ expression: String, _ kept: Retention) {
        #expect(Loading.load(Self.after(expression)).workflow?.uses.lastResponse == kept)
    }

    @Test func `what expect and capture read keeps nothing`() {
        let workflow = Loading.load(
            """
            steps:
              - get: /x
                id: a
                capture: { v: $(response.json.v) }
                expect: { that: response.body == request.body, $.v: $(response.json.w) }
              - get: /y
            """
        ).workflow
        #expect(workflow?.uses.lastResponse == .nothing)
        #expect(workflow?.uses.keptResponses == [:])
        #expect(workflow?.uses.readsCertificate == false)
    }

    @Test(arguments: [
        "response.certificate == null", "steps.first.response.certificate.issuer == \"\"", "[response].size() == 1",
    ])
    func `the certificate is asked for where it may be read`(_ expression: String) {
        #expect(Loading.load(Self.after(expression)).workflow?.uses.readsCertificate == true)
    }
}

@Suite struct NameListTests {
    @Test(arguments: [0, 1, 11, 12, 13, 14, 40])
    func `each name stands once, in the order in which it came first`(_ count: Int) {
        let names = (0..<count).map { "name \($0)" }
        var list = NameList()
        for name in names + names.reversed() + names { list.insert(name) }
        #expect(list.names == names)
    }
}

@Suite struct NameTableTests {
    @Test(arguments: [0, 1, 12, 13, 14, 100])
    func `names are found and keep their order, few and many`(_ count: Int) {
        var table = NameTable<Int>()
        let names = (0..<count).map { "n\($0 * 7 % 101)" }
        for (number, name) in names.enumerated() { #expect(table.update(name, number) == nil) }
        for (number, name) in names.enumerated() {
            #expect(table[name] == number)
            #expect(table.entries[number].name == name && table.entries[number].value == number)
        }
        #expect(table.names == names && table.count == count && table.isEmpty == (count == 0))
        #expect(table["other"] == nil)
    }

    @Test(arguments: [3, 40])
    func `a later value takes the place of an earlier one`(_ count: Int) {
        var table = NameTable<Int>()
        for number in 0..<count { table.update("n\(number)", number) }
        #expect(table.update("n2", 70) == 2)
        #expect(table["n2"] == 70 && table.count == count && table.entries[2].value == 70)
        let changed = table.change("n1", or: 0) { value in
            value += 5
            return value
        }
        #expect(changed == 6 && table["n1"] == 6)
        table.change("new", or: 8) { $0 += 1 }
        #expect(table["new"] == 9 && table.names.last == "new")
    }
}
