import BatonImport
import Testing

@Suite struct `Requests that scripts send` {
    @Test(arguments: ScriptSample.samples(in: ScriptRequests.conditions))
    func `are sent where the script sends them`(sample: ScriptSample) {
        #expect(sample.printed == sample.expected)
    }

    @Test(arguments: ScriptSample.samples(in: ScriptRequests.responses))
    func `have each their own response`(sample: ScriptSample) {
        #expect(sample.printed == sample.expected)
    }

    @Test(arguments: ScriptSample.samples(in: ScriptRequests.before))
    func `are sent before the request on the same conditions`(sample: ScriptSample) {
        let statements = ScriptSample.translation(of: sample.script, phase: .before).statements
        #expect(StatementPrinter.lines(statements).joined(separator: "\n") == sample.expected)
    }

    @Test(arguments: ScriptSample.samples(in: ScriptRequests.conditions + "\n\n" + ScriptRequests.responses))
    func `are steps that load`(sample: ScriptSample) {
        let written = Self.written(sample.script)
        #expect(Loaded(written).problems == [], "\(written.workflowText)")
    }

    @Test func `read the response of the step also when another one has come`() {
        let text = Self.written(
            """
            const j = pm.response.json(); pm.sendRequest("https://x.example/" + j.id);
            pm.sendRequest({ url: "https://y.example/" + j.id, header: { A: j.a }, body: { mode: "raw", raw: j.b } });
            if (j.c === 1) { pm.sendRequest("https://z.example") }
            """
        ).workflowText
        #expect(text.contains("y.example/$(steps.request_1.response.json.id)"), "\(text)")
        #expect(text.contains("A: $(steps.request_1.response.json.a)"), "\(text)")
        #expect(text.contains("steps.request_1.response.json.b)"), "\(text)")
        #expect(text.contains("if: type(steps.request_1.response.json) == map"), "\(text)")
    }

    private static func written(_ script: String) -> WorkflowWriter.Written {
        var request = ImportedRequest(name: "r", url: ImportText("https://a.example"))
        request.after = ScriptSample.translation(of: script).statements
        var collection = ImportedCollection(name: "c")
        collection.items = [.request(request)]
        collection.variables = ["a", "t", "tk"].map { ImportedVariable(name: $0, value: .null) }
        return WorkflowWriter.write(ImportedProject(collection: collection))
    }

    /// Whatever stands around a request, a condition stands around it too, or it is not sent.
    @Test(arguments: [
        "if (C) { S }", "if (!C) {} else { S }", "if (C) S", "C && S", "if (!C) return; S", "C ? S : null",
        "if (!C) { throw new Error('no') } S", "let go = false; if (C) { go = true } if (go) { S }",
        "const f = () => { if (!C) return; S }; f()", "const f = () => S; if (C) f()",
        "switch (C) { case true: S; break; default: break }", "pm.expect(C).to.equal(true); S",
        "pm.test('a', () => { pm.expect(C).to.equal(true); S })", "pm.test('a', () => { if (C) { S } })",
        "for (const one of [1]) { if (C) { S } }", "if (C) setTimeout(() => { S }, 10)",
        "pm.test('a', () => { pm.expect(C).to.equal(true); if (pm.response.code === 200) { S } })",
        "if (pm.response.code === 200) { pm.expect(C).to.equal(true) } S",
        "try { pm.expect(C).to.equal(true); S } catch (e) {}",
        "for (const one of [1]) { pm.expect(C).to.equal(true) } S",
        "try { pm.expect(C).to.equal(false) } catch (e) { S }", "if (C) { try { S } catch (e) {} }",
        "(async () => { if (!C) return; await S })()", "if (C) { await S }", "do { if (!C) break; S } while (false)",
        "if (C) { S.then(r => pm.test('x', () => pm.expect(r.code).to.equal(200))) }",
        "if (C) { await new Promise(done => pm.sendRequest('https://b.example', (e, r) => { done() })) }",
    ])
    func `are never sent without the condition around them`(form: String) {
        let script = form.replacing("C", with: "(pm.response.json().n === 5)").replacing(
            "S", with: "pm.sendRequest({ url: 'https://b.example', method: 'DELETE' })")
        for sent in Self.sent(ScriptSample.translation(of: script).statements, []) {
            #expect(sent.contains { $0.contains("5") }, "\(script)")
        }
    }

    /// The conditions around each request.
    private static func sent(_ statements: [ImportedStatement], _ tests: [String]) -> [[String]] {
        statements.flatMap { statement -> [[String]] in
            switch statement {
            case .request(let request): [tests] + sent(request.after, tests)
            case .branch(let test, let then, let otherwise):
                sent(then, tests + [test]) + sent(otherwise, tests + ["!(\(test))"])
            case .loop(let list, _, let body): sent(body, tests + [list])
            default: []
            }
        }
    }
}

/// Scripts, and behind `=>` the statements that each becomes.
enum ScriptRequests {
    static let conditions = #"""
        pm.sendRequest("https://x.example/s").catch(e => 2).then(v => { pm.environment.set("a", v.code) })
        => lost: test script, line 1: What a promise gives behind `catch`.

        pm.test("a", () => { const j = pm.response.json(); const q = j.x.y; pm.environment.set("a", 1); pm.expect(j.x.y).to.eql(2) })
        => if response.json.?x.orValue(null) != null
        =>   set a = 1
        => [a] $.x.y eq 2

        const f = async () => { const r = await pm.sendRequest("https://x.example/s"); pm.expect(r.code).to.eql(200) };
        await f(); pm.environment.set("b", 2)
        => request GET https://x.example/s
        =>   status eq 200
        =>   set goes_on = response.status == 200
        => if goes_on
        =>   set b = 2

        const f = async () => { const r = await pm.sendRequest("https://x.example/s"); const j = r.json();
        pm.expect(pm.environment.get("a")).to.eql(j.a); pm.environment.set("a", 9) };
        await f(); pm.sendRequest("https://x.example/t")
        => request GET https://x.example/s
        =>   $.a eq '$(a)'
        =>   set goes_on = response.json.?a.orValue(null) == a
        =>   if goes_on
        =>     set a = 9
        => lost: test script, line 3: What the script does behind this is done also where an assertion before it fails.
        => request GET https://x.example/t

        const f = () => new Promise(r => pm.sendRequest("https://x.example/s", (e, x) => r(x)));
        f().then(x => { pm.environment.set("c", 1) })
        => lost: test script, line 2: What a promise gives is not known where it is awaited.

        if (pm.response.code === 500) { pm.sendRequest({ url: "https://x.example", method: "DELETE" }) }
        => if response.status == 500
        =>   request DELETE https://x.example

        const j = pm.response.json();
        if (j.n === "11") { pm.sendRequest("https://x.example/a", (e, r) => {
        pm.test("removed", () => pm.expect(r.code).to.equal(200)) }) } else { pm.sendRequest("https://x.example/b") }
        => if type(response.json) == map && response.json.?n.orValue(null) == "11"
        =>   request GET https://x.example/a
        =>     [removed] status eq 200
        => else
        =>   request GET https://x.example/b

        if (pm.response.code === 200) return; pm.sendRequest("https://x.example")
        => if response.status != 200
        =>   request GET https://x.example

        pm.response.code === 200 && pm.sendRequest("https://x.example")
        => if response.status == 200
        =>   request GET https://x.example

        pm.expect(pm.response.code).to.equal(200); pm.sendRequest("https://x.example")
        => status eq 200
        => if response.status == 200
        =>   request GET https://x.example

        pm.test("a", () => { pm.expect(pm.response.code).to.equal(200); pm.sendRequest("https://x.example") });
        pm.sendRequest("https://y.example")
        => [a] status eq 200
        => if response.status == 200
        =>   request GET https://x.example
        => request GET https://y.example

        pm.test("a", () => { pm.response.to.have.jsonSchema({ type: "object" }); pm.sendRequest("https://x.example") })
        => [a] schema $ {type: 'object'}
        => lost: test script, line 1: What a test does behind a schema is done also where the schema does not fit.
        => request GET https://x.example

        pm.environment.set("a", 1); pm.sendRequest("https://x.example/" + pm.environment.get("a"));
        pm.environment.set("a", 2)
        => set a = 1
        => set kept_a = a
        => set a = 2
        => request GET https://x.example/$(kept_a)

        if (pm.environment.get("a") === 1) { pm.environment.set("a", 2); pm.sendRequest("https://x.example") }
        => set kept_condition = a == 1
        => if kept_condition
        =>   set a = 2
        => if kept_condition
        =>   request GET https://x.example

        pm.sendRequest("https://x.example", (e, r) => pm.environment.set("t", r.json().t));
        pm.sendRequest("https://y.example/" + pm.environment.get("t"))
        => set kept_t = t
        => request GET https://x.example
        =>   capture t = $.t
        => request GET https://y.example/$(kept_t)

        if (pm.response.code === 200) { setTimeout(() => pm.environment.set("a", 1), 100) }
        => if response.status == 200
        =>   wait 100ms
        =>   set a = 1

        pm.response.json().list.forEach(one => pm.sendRequest("https://x.example/" + one.id, (e, r) => {
        pm.test("ok", () => pm.expect(r.json().id).to.equal(one.id)) }))
        => $.list type 'array'
        => if response.json.?list.orValue(null) != null
        =>   for one in response.json.list
        =>     set kept_one = one
        =>     request GET https://x.example/$(one.id)
        =>       [ok] that response.json.?id == kept_one.?id
        =>       [ok] that !(type(response.json.?id.orValue(null)) in [list, map])

        for (const one of pm.response.json().list) { pm.expect(one.ok).to.equal(true); pm.sendRequest("https://x.example") }
        => lost: test script, line 1: What a loop starts depends on the checks of its earlier passes.

        throw new Error("no"); pm.sendRequest("https://x.example")
        => fail no

        try { const j = pm.response.json(); pm.test("a", () => pm.expect(j.a).to.equal(1)) } catch (e) {
        pm.sendRequest("https://x.example") }
        => if has(response.json)
        =>   [a] that type(response.json) == map && response.json.?a.orValue(null) == 1
        => if !has(response.json)
        =>   request GET https://x.example
        """#

    static let responses = #"""
        const a = await pm.sendRequest("https://x.example"); const b = await pm.sendRequest("https://x.example");
        pm.test("same", () => pm.expect(b.json().n).to.equal(a.json().n)); pm.test("b", () => pm.expect(b.code).to.equal(200))
        => request GET https://x.example
        =>   request GET https://x.example
        =>     lost: test script, line 2: `a` is of a response, and another one has come.
        =>     [b] status eq 200

        const a = await pm.sendRequest("https://x.example"); const n = a.json().n;
        const b = await pm.sendRequest("https://x.example"); pm.test("same", () => pm.expect(b.json().n).to.equal(n))
        => request GET https://x.example
        =>   set kept_n = response.json.?n.orValue(null)
        =>   if has(response.json)
        =>     request GET https://x.example
        =>       [same] that response.json.?n == optional.of(kept_n)
        =>       [same] that !(type(response.json.?n.orValue(null)) in [list, map])

        pm.sendRequest("https://x.example", (e, a) => { pm.sendRequest("https://y.example", (e, b) => {
        pm.test("same", () => pm.expect(b.code).to.equal(a.code)) }) })
        => request GET https://x.example
        =>   request GET https://y.example
        =>     lost: test script, line 2: `a` is of a response, and another one has come.

        const res = pm.response; pm.sendRequest("https://x.example", (e, r) => {
        pm.test("one", () => pm.expect(res.code).to.equal(200)); pm.test("two", () => pm.expect(responseCode.code).to.equal(200)) })
        => request GET https://x.example
        =>   lost: test script, line 2: `res` is of a response, and another one has come.
        =>   lost: test script, line 2: The response of the step is read when another one has come.

        const get = async url => { const r = await pm.sendRequest(url); return r.json().n };
        const a = await get("https://x.example"); const b = await get("https://y.example");
        pm.test("same", () => pm.expect(a).to.equal(b))
        => request GET https://x.example
        =>   set kept_result = response.json.?n.orValue(null)
        =>   set goes_on = has(response.json)
        => if goes_on
        =>   request GET https://y.example
        =>     set kept_result_2 = response.json.?n.orValue(null)
        => [same] that kept_result == kept_result_2
        => [same] that !(type(kept_result) in [list, map])

        const o = { n: pm.response.json().n, t: "x" };
        pm.sendRequest("https://x.example", (e, r) => pm.test("n", () => pm.expect(r.json().n).to.equal(o.n)))
        => body is 'json'
        => if has(response.json)
        =>   set kept_o_n = response.json.?n.orValue(null)
        =>   request GET https://x.example
        =>     [n] that response.json.?n == optional.of(kept_o_n)
        =>     [n] that !(type(response.json.?n.orValue(null)) in [list, map])

        const p = pm.sendRequest("https://x.example"); const q = pm.sendRequest("https://y.example");
        p.then(r => pm.environment.set("p", r.code)); q.then(r => pm.environment.set("q", r.code))
        => request GET https://x.example
        =>   capture p = $(response.status)
        => request GET https://y.example
        =>   capture q = $(response.status)

        pm.sendRequest("https://x.example").then(r => r.json()).then(j => pm.environment.set("id", j.id)).catch(e => {})
        => request GET https://x.example
        =>   if has(response.json)
        =>     capture id = $.id

        pm.sendRequest("https://x.example").then(r => { pm.expect(r.code).to.equal(200); pm.environment.set("a", 1) })
        .catch(e => pm.environment.set("b", 2)).then(() => pm.environment.set("c", 3))
        => request GET https://x.example
        =>   if response.status == 200
        =>     set a = 1
        =>   else
        =>     set b = 2
        =>   set c = 3

        if (pm.response.code === 200) { const r = await pm.sendRequest("https://x.example"); pm.environment.set("n", r.code) }
        pm.test("after", () => pm.response.to.have.status(200))
        => if response.status == 200
        =>   request GET https://x.example
        =>     capture n = $(response.status)
        => [after] status eq 200

        let token; pm.sendRequest("https://x.example", (e, r) => { token = r.json().t });
        setTimeout(() => pm.environment.set("t", token), 100)
        => request GET https://x.example
        =>   set kept_token = response.json.?t.orValue(null)
        => wait 100ms
        => set t = kept_token

        const j = pm.response.json(); pm.sendRequest("https://x.example/" + j.id, (e, r) => {
        pm.environment.set("n", r.json().n) }); pm.sendRequest("https://y.example/" + j.id)
        => body is 'json'
        => request GET https://x.example/$(response.json.id)
        =>   capture n = $.n
        => request GET https://y.example/$(response.json.id)
        """#

    static let before = #"""
        if (!pm.environment.get("tk")) { pm.sendRequest("https://x.example", (e, r) => {
        pm.environment.set("tk", r.json().tk) }) }
        => if tk in [null, false, 0, ""]
        =>   request GET https://x.example
        =>     capture tk = $.tk

        pm.sendRequest("https://x.example", (e, r) => { pm.environment.set("a", pm.response.code) })
        => request GET https://x.example
        =>   lost: pre-request script, line 1: The response of the step is read when another one has come.
        """#
}
