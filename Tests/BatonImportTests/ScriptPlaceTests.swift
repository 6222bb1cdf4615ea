import BatonImport
import Testing

/// What a script takes from its place: other scripts, the request, and secrets that stand in it.
@Suite struct `Places of scripts` {
    private func lines(_ script: String, phase: ScriptPlace.Phase = .after, sharedCode: [String: String] = [:])
        -> [String]
    {
        StatementPrinter.lines(ScriptSample.translation(of: script, phase: phase, sharedCode: sharedCode).statements)
    }

    @Test(arguments: [
        "pm.globals.set('code', function () { return { ok: code => pm.response.to.have.status(code) } } + '')",
        "function make() { return { ok: function (code) { pm.response.to.have.status(code) } } }\n"
            + "postman.setGlobalVariable('code', make.toString())",
        "globals.code = `() => ({ ok(code) { pm.response.to.have.status(code) } })`",
    ])
    func `code of a variable is read where it is called`(setter: String) {
        let code = ScriptTranslator.sharedCode(of: setter)
        #expect(
            lines("const utils = eval('(' + globals.code + ')')(); utils.ok(201)", sharedCode: code) == [
                "status eq 201"
            ])
    }

    @Test func `a name without a declaration is there for later scripts`() {
        let code = ScriptTranslator.sharedCode(
            of: "utils = { ok: code => pm.response.to.have.status(code) }; let other = {}")
        #expect(lines("utils.ok(200)", sharedCode: code) == ["status eq 200"])
        #expect(lines("other.ok(200)", sharedCode: code).first?.contains("`other` is declared nowhere") == true)
    }

    @Test func `a schema that a variable holds is the schema of a check`() {
        let setter = "pm.environment.set('schema', '{\"type\": \"object\", \"required\": [\"id\"]}')"
        let check =
            "pm.test('s', () => pm.expect(tv4.validate(pm.response.json(), JSON.parse(environment.schema))).to.be.true)"
        #expect(
            lines(check, sharedCode: ScriptTranslator.sharedCode(of: setter)) == [
                "[s] schema $ {type: 'object', required: ['id']}"
            ])
    }

    @Test(arguments: [
        (
            "pm.response.json().l.forEach((x, i) => pm.environment.set(`item${i + 1}`, x))",
            [
                "$.l type 'array'", "for i in lists.range(size(response.json.l))",
                "  if \"item\" + string(i + 1) == \"item1\"", "    capture item1 = $(response.json.l[i])",
                "  if \"item\" + string(i + 1) == \"item20\"", "    capture item20 = $(response.json.l[i])",
            ]
        ),
        (
            "pm.environment.unset('item' + pm.variables.get('n'))",
            [
                "if \"item\" + string(n) == \"item1\"", "  set item1 = null", "if \"item\" + string(n) == \"item20\"",
                "  set item20 = null",
            ]
        ),
        ("pm.environment.set('part' + pm.response.code, 1)", []),
        (
            "pm.environment.set(pm.response.json().name, 1)",
            ["lost: test script, line 1: A variable whose name only a run knows."]
        ),
        (
            "pm.environment.set('y', pm.variables.get('set' + pm.response.code))",
            [
                "capture y = $({\"set200\": set200, \"set404\": set404}[?\"set\" + string(response.status)].orValue(null))"
            ]
        ),
    ])
    func `a variable of a computed name is one of those that are read or set elsewhere`(
        script: String, expected: [String]
    ) {
        var scopes = ScopeNames()
        scopes.addReads(in: "{{item1}}, {{item20}}, {{other}}")
        scopes.add(code: "pm.environment.get('key' + x); pm.globals.set('set200', 1); pm.variables.set('set404', 2)")
        #expect(StatementPrinter.lines(ScriptSample.translation(of: script, scopes: scopes).statements) == expected)
    }

    @Test func `lost code is named with its place`() {
        let code = ["code": "const a = 1;\nfrobnicate(a);"]
        #expect(
            lines("eval(pm.globals.get('code'))", sharedCode: code) == [
                "lost: test script, line 2 of the code in `code`: The name `frobnicate` is declared nowhere."
            ])
    }

    @Test(arguments: [
        "pm.response.json()", "pm.request.url.toString()", "JSON.parse(responseBody)", "pm.response.code",
    ])
    func `what is not there before the request is sent is lost`(expression: String) {
        let all = lines(
            "const x = \(expression); pm.environment.set('x', x); pm.environment.set('y', 1)", phase: .before)
        #expect(all.count == 2 && all[0].hasPrefix("lost: ") && all[1] == "set y = 1")
    }

    @Test func `a script that cannot be read is one note`() {
        let translation = ScriptSample.translation(of: "pm.test('a', ")
        #expect(translation.lost == 1 && translation.carried == 0)
        #expect(StatementPrinter.lines(translation.statements).count == 1)
    }

    @Test(arguments: [
        ("'x-1'.replace(/[0-9]/, 'n')", "\"x-n\""), ("'a1b2'.replace(/\\d/g, '')", "\"ab\""),
        (
            "new Date('2020-01-02').toISOString()",
            "format_date(timestamp(\"2020-01-02T00:00:00Z\"), \"yyyy-MM-dd'T'HH:mm:ss.SSSXXX\")"
        ),
        (
            "new Date('2020-01-02T03:04+0100').getTime() / 1000",
            "(int(timestamp(\"2020-01-02T03:04:00+01:00\")) * 1000 + timestamp(\"2020-01-02T03:04:00+01:00\").getMilliseconds()) / 1000.0"
        ),
        ("moment('05.06.2021', 'DD.MM.YYYY').format('MMM Do')", nil), ("new Date('0000-01-01').getTime()", nil),
        ("/(a/.test('a')", nil),
    ])
    func `constants are computed, and what has no form is lost`(expression: String, expected: String?) {
        let all = lines("pm.environment.set('a', \(expression))", phase: .before)
        if let expected {
            #expect(all == ["set a = \(expected)"])
        } else {
            #expect(all.count == 1 && all[0].hasPrefix("lost: "))
        }
    }
}
