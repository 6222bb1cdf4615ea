import BatonJSON
import BatonTesting
import CommandCalls
import ProjectFolders
import Testing

/// Scripts with the verdict that JavaScript and chai give them: all are requests of one collection, and each gets the body of its
/// row.
@Suite struct ScriptVerdictTests {
    struct Row: CustomTestStringConvertible {
        var script: String
        var body: String
        var passes: Bool

        var testDescription: String { script }
    }

    /// `✓` or `✗`, the body, before it the status where it is not 200, and behind ` | ` the script; `test:` stands for a test in which `j` is the body.
    private static let rows = #"""
        ✗ {"items":{"a":1}} | test: pm.expect(j.items.length).to.be.above(0)
        ✗ {"items":{"a":1}} | test: pm.expect(j.items).to.have.lengthOf(1)
        ✗ {"items":{"a":1}} | test: pm.expect(j.items.length === 1).to.be.true
        ✓ {"items":{"a":1}} | test: pm.expect(j.items.length).to.be.undefined
        ✓ {"items":["a"]} | test: pm.expect(j.items.length).to.be.above(0)
        ✓ {"items":"abc"} | test: pm.expect(j.items.length).to.eql(3)
        ✓ {} | test: pm.response.to.have.status(200); pm.response.to.be.success; pm.response.to.not.be.serverError
        ✓ 404 {} | test: pm.response.to.have.status(404); pm.response.to.be.clientError
        ✗ 404 {} | test: pm.response.to.have.status(404); pm.response.to.be.success
        ✓ 201 {} | test: pm.expect(pm.response.code).to.be.oneOf([200, 201]); pm.response.to.have.statusCodeClass(2)
        ✗ 500 {} | test: pm.expect(pm.response.code).to.be.above(200); pm.response.to.not.be.serverError
        ✓ {"s":"abc"} | test: pm.expect(j.s.length).to.be.within(1, 3)
        ✗ {"s":"abcd"} | test: pm.expect(j.s.length).to.be.at.least(1); pm.expect(j.s.length).to.be.at.most(3)
        ✓ {"n":2.5} | test: pm.expect(j.n).to.be.closeTo(2, 0.5); pm.expect(j.n).to.be.closeTo(3, 0.5)
        ✗ {"n":2.5} | test: pm.expect(j.n).to.be.closeTo(2, 0.5); pm.expect(j.n).to.be.closeTo(3, 0.4)
        ✗ 404 {} | pm.environment.set("gone", "no"); pm.response.to.have.status(200); pm.environment.set("gone", "yes")
        ✓ {} | test: pm.expect(pm.environment.get("gone")).to.eql("no")
        ✓ {} | test: pm.expect(pm.request.url.protocol).to.eql("http")
        ✗ {"amount":"abc"} | test: pm.expect(Number(j.amount)).to.not.be.NaN
        ✓ {"amount":"12"} | test: pm.expect(Number(j.amount)).to.not.be.NaN
        ✓ {"amount":"abc"} | test: pm.expect(parseInt(j.amount)).to.be.NaN
        ✗ {"amount":"12"} | test: pm.expect(parseInt(j.amount)).to.be.NaN
        ✓ {"amount":"12"} | test: pm.expect(j.amount).to.not.be.NaN
        ✗ {"items":{"a":1}} | test: j.items.forEach(x => pm.expect(x).to.exist)
        ✗ {"items":{"a":1}} | test: pm.expect(j.items.every(x => x)).to.be.true
        ✗ {"items":{"a":1}} | test: pm.expect(j.items.some(x => x === 5)).to.be.false
        ✗ {"items":{"a":1}} | test: pm.expect(j.items.filter(x => x).length).to.eql(1)
        ✗ {"items":{"a":1}} | test: pm.expect(j.items.map(x => x)).to.exist
        ✗ {"items":{"a":1}} | test: for (const x of j.items) { pm.expect(x).to.exist }
        ✓ {"items":[{"a":1}]} | test: pm.expect(j.items.filter(x => x.a).length).to.eql(1)
        ✗ {"l":[[1]]} | test: pm.expect(j.l).to.include([1])
        ✓ {"l":[[1]]} | test: pm.expect(j.l).to.deep.include([1])
        ✗ {"l":[{"a":1}]} | test: pm.expect(j.l).to.include({ a: 1 })
        ✓ {"l":[{"a":1}]} | test: pm.expect(j.l).to.deep.include({ a: 1 })
        ✓ {"l":{"a":1,"b":2}} | test: pm.expect(j.l).to.deep.include({ a: 1 })
        ✓ {"l":{"a":1,"b":2}} | test: pm.expect(j.l).to.include({ a: 1 })
        ✗ {"l":[{"a":1}]} | test: pm.expect(j.l).to.have.members([{ a: 1 }])
        ✓ {"l":[{"a":1}]} | test: pm.expect(j.l).to.have.deep.members([{ a: 1 }])
        ✗ {"s":"s"} | test: pm.expect(j.s).to.not.have.members([1])
        ✗ {} | test: pm.expect('s').to.not.have.members([1])
        ✓ {"l":[2]} | test: pm.expect(j.l).to.not.have.members([1])
        ✗ {} | pm.test("t", done => { done(new Error("x")) })
        ✓ {} | pm.test("t", done => { done() })
        ✗ {"n":[1,9,10]} | test: pm.expect(j.n).to.eql([1, 9, 10].sort())
        ✓ {"n":[1,9,10]} | test: pm.expect(j.n.sort()).to.eql([1, 10, 9])
        ✓ {"n":[9,10,1]} | test: pm.expect(j.n.slice().sort((a, b) => a - b)).to.eql([1, 9, 10])
        ✗ {"a":true} | test: pm.expect(j.a).to.be.true()
        ✓ {"a":true} | test: pm.expect(j.a).to.be.true
        ✗  | pm.response.json()
        ✗  | const j = pm.response.json(); if (pm.response.code === 500) { pm.test("t", () => pm.expect(j.a).to.eql(1)) }
        ✓  | if (pm.response.code === 500) { pm.response.json() }
        ✗ {} | pm.environment.set("q", null); test: pm.expect(pm.environment.get("q")).to.be.undefined
        ✓ {} | pm.environment.set("q", null); test: pm.expect(pm.environment.get("q")).to.be.null
        ✓ {} | pm.environment.set("q", 1); pm.environment.unset("q"); test: pm.expect(pm.environment.get("q")).to.be.undefined
        ✗ {} | test: pm.expect(pm.environment.get("shared")).to.eql("x")
        ✗ {} | test: pm.expect(pm.environment.has("shared")).to.be.true
        ✓ {} | test: pm.expect(pm.variables.get("shared")).to.eql("x")
        ✓ {} | test: pm.expect(pm.globals.get("shared")).to.be.undefined
        ✗ {} | test: pm.expect(pm.environment.get("nope") === null).to.be.true
        ✓ {"l":["a","b"]} | test: pm.expect(j.l.indexOf("b")).to.equal(1)
        ✓ {"l":"ab"} | test: pm.expect(j.l.indexOf("b")).to.equal(1)
        ✓ {"l":["a","b"]} | test: pm.expect(j.l.indexOf("c")).to.equal(-1)
        ✓ {"s":"abc"} | test: pm.expect(j.s[0]).to.eql("a")
        ✓ {"s":["a"]} | test: pm.expect(j.s[0]).to.eql("a")
        ✓ {"s":"abc"} | test: pm.expect(j.s.charAt(1)).to.eql("b")
        ✓ {"n":"12abc"} | test: pm.expect(parseInt(j.n)).to.eql(12)
        ✓ {"n":"1.5kg"} | test: pm.expect(parseFloat(j.n)).to.eql(1.5)
        ✓ {"n":5} | test: pm.expect(j.n).to.match(/5/)
        ✓ {"d":"2026-01-02"} | test: pm.expect(j.d).to.match(/^\d{4}-\d{2}-\d{2}$/)
        ✓ {"s":"abc"} | test: pm.expect(j.s.match(/z/g)).to.be.null
        ✓ {"s":"abc"} | test: pm.expect(j.s.match(/b/g)).to.not.be.null
        ✓ {"a":{"b":[7]}} | test: pm.expect(j).to.have.nested.property("a.b[0]")
        ✓ {"a":{"b":[7]}} | test: pm.expect(j).to.have.nested.property("a.b[0]", 7)
        ✗ {"a":{"b":[7]}} | test: pm.expect(j).to.have.nested.property("a.b[1]")
        ✓ {"a":1} | test: try { pm.expect(j.a).to.eql(2) } catch (e) { console.log(e) }
        ✗ {"a":1} | test: try { pm.expect(j.a).to.eql(2) } catch (e) { pm.expect.fail("no") }
        ✓ {"a":1} | test: let ok = true; try { pm.expect(j.a).to.eql(2) } catch (e) { ok = false } pm.expect(ok).to.be.false
        ✓ {"n":"2"} | test: pm.expect(j.n > 0).to.be.true
        ✓ {"l":["a","b"]} | test: pm.expect(j.l + "").to.eql("a,b")
        ✓ {"s":"abcd"} | test: pm.expect(j.s.substring(3, 1)).to.eql("bc")
        ✓ [] | const j = pm.response.json(); if (j.data && j.data.id) { pm.environment.set("id", j.data.id) }
        ✓ {"data":"text"} | const j = pm.response.json(); if (j.data && j.data.id) { pm.environment.set("id", j.data.id) }
        ✓ no JSON | let a = {}; try { a = pm.response.json() } catch (e) {} pm.test("t", () => pm.expect(a).to.eql({}))
        ✓ "text" | let a = {}; try { a = pm.response.json() } catch (e) {} pm.test("t", () => pm.expect(a).to.eql("text"))
        ✗ no JSON | try { pm.response.json() } catch (e) { tests["json"] = false }
        ✓ "text" | try { pm.response.json() } catch (e) { tests["json"] = false }
        ✗ {"a":1} | try { pm.test("t", () => pm.expect(pm.response.json().a).to.eql(2)) } catch (e) { console.log(e) }
        ✗ {"a":1} | try { if (pm.response.json().a) { pm.test("t", () => pm.expect(1).to.eql(2)) } } catch (e) {}
        ✗ {} | try { tests["t"] = false } catch (e) { console.log(e) }
        ✗ {"a":1} | async function f() { pm.test("t", () => pm.expect(pm.response.json().a).to.eql(2)) } f().catch(e => console.log(e))
        ✓ {"a":1} | (async () => { pm.expect(pm.response.json().a).to.eql(2) })().catch(e => console.log(e))
        ✗ {"a":1} | (async () => pm.response.json().a)().then(a => pm.test("t", () => pm.expect(a).to.eql(2)))
        ✓ {"a":2} | (async () => pm.response.json().a)().then(a => pm.test("t", () => pm.expect(a).to.eql(2)))
        ✗ {"a":1} | (async () => {})().finally(() => pm.test("t", () => pm.expect(pm.response.json().a).to.eql(2)))
        ✓ {"l":[1,2,3]} | let n = 0; pm.response.json().l.forEach(x => { n = n + x }); test: pm.expect(n).to.eql(6)
        ✗ {"l":[1,2,3]} | let n = 0; pm.response.json().l.forEach(x => { n = n + x }); test: pm.expect(n).to.eql(3)
        ✓ {"l":[1,2,2]} | for (const x of pm.response.json().l) { if (x === 2) { pm.environment.set("hit", x); break } } test: pm.expect(pm.environment.get("hit")).to.eql(2)
        ✗ {"l":[1,2,2]} | for (const x of pm.response.json().l) { if (x > 0) { pm.environment.set("low", x); break } } test: pm.expect(pm.environment.get("low")).to.eql(2)
        ✓ {"l":[3,4]} | let hit = 0; pm.response.json().l.forEach(x => { if (x > 2) { pm.environment.set("top", x); hit = x } }); test: pm.expect(hit).to.eql(4)
        ✗ {"l":[3,4]} | let hit = 0; pm.response.json().l.forEach(x => { if (x > 4) { pm.environment.set("none", x); hit = x } }); test: pm.expect(hit).to.eql(4)
        ✗ {"l":[1,2]} | const o = pm.response.json(); o.l.pop(); test: pm.expect(o.l.length).to.eql(2)
        ✓ {} | pm.environment.set("z", 1); let v = 0; if (pm.environment.get("z") == 1) { pm.environment.set("z", 2); v = 1 } test: pm.expect(v).to.eql(1)
        ✓ {"l":[5,6]} | pm.environment.unset("last"); pm.response.json().l.forEach(x => pm.environment.set("last", x)); test: pm.expect(pm.environment.get("last")).to.eql(6)
        ✓ {"l":[5,6]} | pm.environment.set("one", 1); const old = pm.environment.get("one"); pm.response.json().l.forEach(x => pm.environment.set("one", x)); test: pm.expect(old).to.eql(1)
        ✓ no JSON | try { pm.environment.set("b", pm.response.json()) } catch (e) { console.log(e) }
        ✓ {} | test: pm.expect(["true", "false"]).to.include(pm.variables.replaceIn("{{$randomBoolean}}"))
        ✓ {"l":["a","a"]} | test: pm.expect(new Set(j.l).size).to.eql(1)
        ✓ {"l":[{"id":1},{"id":2}]} | test: pm.expect(j.l.slice(-1)[0].id).to.eql(2)
        ✓ {} | test: pm.expect(pm.response.headers.toObject()["Content-Type"]).to.include("json")
        ✓ {"x":"y"} | test: pm.expect(j.x).to.not.eql("{{{x}}}")
        ✗ {"x":"y"} | test: pm.expect(j.x).to.eql("z"); pm.environment.set("behind", 1)
        ✓ {} | test: pm.expect(pm.environment.get("behind")).to.be.undefined
        ✓ {"p":["9","10","100"]} | test: const p = j.p.map(x => Number(x)); pm.expect(p).to.eql([...p].sort((a, b) => a - b))
        ✗ {"p":["10","100","9"]} | test: const p = j.p.map(x => Number(x)); pm.expect(p).to.eql([...p].sort((a, b) => a - b))
        ✗ {"p":["10","9"]} | test: pm.expect(Number(j.p[0]) < Number(j.p[1])).to.be.true
        ✓ {"p":["10","9"]} | test: pm.expect(j.p[0] < j.p[1]).to.be.true
        ✓ {"p":["9","100","30"]} | test: pm.expect(j.p.map(Number).sort((a, b) => b - a)).to.eql([100, 30, 9])
        ✗ {"u":[{"n":"A","age":"9"},{"n":"B","age":"30"}]} | test: pm.expect([...j.u].sort((a, b) => b.age - a.age)[0].n).to.equal("A")
        ✓ {"u":[{"n":"A","k":1},{"n":"B","k":1}]} | test: pm.expect([...j.u].sort((a, b) => b.k - a.k)[0].n).to.equal("A")
        ✗ {"c":"10"} | test: pm.expect(Number(j.c)).to.equal("10")
        ✓ {"c":"3"} | test: pm.expect(Number(j.c)).to.equal(3)
        ✓ {"c":"3"} | test: pm.expect(+j.c).to.equal(3)
        ✓ {"c":"3"} | test: pm.expect(Number(j.c) + 1).to.equal(4)
        ✓ {"c":"42"} | test: pm.expect(j.c - 1).to.equal(41)
        ✓ {"c":"a"} | test: pm.expect(Number(j.c)).to.be.NaN
        ✓ {"c":"a"} | test: pm.expect(parseInt(j.c)).to.be.NaN
        ✓ {"c":null} | test: pm.expect(Number(j.c)).to.equal(0)
        ✓ {"u":[{"age":"60"},{"age":"9"}]} | test: pm.expect(j.u.filter(u => u.age > 50).length).to.equal(1)
        ✓ {"n":"a","i":1} | test: pm.expect(j.n + j.i).to.equal("a1")
        ✓ {"a":2,"b":3} | test: pm.expect(j.a + j.b).to.equal(5)
        ✓ {"a":-2.5} | test: pm.expect(Math.round(j.a)).to.equal(-2)
        ✗ {} | const id = pm.response.json().data.id;
        ✗ {"data":null} | const id = pm.response.json().data.id;
        ✓ {"data":{}} | const id = pm.response.json().data.id;
        ✓ {} | const j = pm.response.json(); const id = j.data && j.data.id;
        ✓ {} | const j = pm.response.json(); if (j.data) { const id = j.data.id; console.log(id) }
        ✓ {"data":1} | const j = pm.response.json(); if (!j.data) { console.log(1) } else { const id = j.data.id; console.log(id) }
        ✗ {"s":"abc"} | const part = pm.response.text().match(/x(y)/)[1];
        ✓ {"s":"xy"} | const part = pm.response.text().match(/x(y)/)[1];
        ✗ {"s":"abc"} | test: pm.expect(j.s.match(/z/g).length).to.equal(0)
        ✗ {"u":[{"a":null},{}]} | test: pm.expect(j.u[0].a).to.equal(j.u[1].a)
        ✗ {"u":[{"a":null},{}]} | test: pm.expect(j.u[0].a === j.u[1].a).to.be.true
        ✓ {"u":[{},{}]} | test: pm.expect(j.u[0].a).to.equal(j.u[1].a)
        ✗ {"u":[{},{}]} | test: pm.expect(j.u.map(x => x.a)).to.eql([null, null])
        ✓ {"u":[{"a":null}]} | test: pm.expect(j.u.map(x => x.a)).to.eql([null])
        ✗ {"a":null} | test: const v = j.a === 5 ? 1 : j.a; pm.expect(v).to.be.undefined
        ✗ {"a":[1],"b":[1]} | test: pm.expect(j.a).to.equal(j.b)
        ✓ {"a":[1],"b":[1]} | test: pm.expect(j.a).to.eql(j.b)
        ✓ {"u":[{"r":["a"]},{"r":[]},{"r":["b"]}]} | test: pm.expect(j.u.flatMap(u => u.r)).to.eql(["a", "b"])
        ✗ {"u":[{"r":["a"]}]} | test: pm.expect(j.u.flatMap(u => u.r)).to.eql([["a"]])
        ✓ {"u":[{"a":1,"b":2}]} | test: pm.expect(j.u.flatMap(u => [u.a, u.b]).length).to.equal(2)
        ✗ {} | test: pm.expect(pm.response.headers.get("X-Num")).to.equal(42)
        ✓ {} | test: pm.expect(pm.response.headers.get("X-Num")).to.equal("42")
        ✗ {} | test: pm.expect(pm.response.headers.get("X-Num") === 42).to.be.true
        ✗ {} | test: pm.expect(pm.response.headers.get("X-Num")).to.be.above(41)
        ✗ {} | test: pm.expect(pm.response.headers.get("X-Num")).to.not.be.above(50)
        ✓ {} | test: pm.expect(Number(pm.response.headers.get("X-Num"))).to.be.above(41)
        ✗ {"a":"b","c":"a"} | test: pm.expect(j.a).to.be.above(j.c)
        ✗ {} | test: pm.response.to.have.status("ok")
        ✓ {} | test: pm.response.to.have.status("OK")
        ✗ {"p":1} | test: pm.expect(j).to.include("p")
        ✗ {"o":{"p":1}} | test: pm.expect(j.o).to.include("p")
        ✗ {"o":{"p":1}} | test: pm.expect(j.o).to.not.include("q")
        ✓ {"o":["p"]} | test: pm.expect(j.o).to.include("p")
        ✗ {"o":{"p":1}} | test: pm.expect(j.o).to.not.have.lengthOf(5)
        ✓ {"o":[1]} | test: pm.expect(j.o).to.not.have.lengthOf(5)
        ✗ {"n":1.1} | test: pm.expect(j.n).to.be.closeTo(1.0, 0.1)
        ✓ {"n":1.5} | test: pm.expect(j.n).to.be.closeTo(1, 0.5)
        ✗ {"d":"2026-01-02T00:00:00.000Z"} | test: pm.expect(new Date(j.d)).to.equal(j.d)
        ✓ {"d":"2026-01-02T00:00:00.000Z"} | test: pm.expect(new Date(j.d)).to.eql(new Date(j.d))
        ✓ {"u":{"a":null}} | test: pm.expect(j.u.a?.city).to.be.undefined
        ✓ {"u":{"a":{"city":"Bonn"}}} | test: pm.expect(j.u.a?.city).to.equal("Bonn")
        ✗ {"t":"abc"} | const t = JSON.parse(pm.response.json().t);
        ✓ {"t":"{}"} | const t = JSON.parse(pm.response.json().t);
        ✗ {} | const name = pm.response.json().name.trim();
        ✗ {"o":{"p":1}} | test: pm.expect(j.o.includes("p")).to.be.true
        ✓ {"o":"ap"} | test: pm.expect(j.o.includes("p")).to.be.true
        ✓ {"c":"x"} | test: pm.expect(parseInt(j.c) || 7).to.equal(7)
        ✓ {"c":"x"} | test: pm.expect(Number(j.c) ? 1 : 2).to.equal(2)
        ✗ {"c":"x"} | test: pm.expect(isFinite(j.c)).to.be.true
        ✓ {"c":"5"} | test: pm.expect(isFinite(j.c)).to.be.true
        ✗ {"a":true,"b":"true"} | test: pm.expect(j.a == j.b).to.be.true
        ✓ {"a":5,"b":"5"} | test: pm.expect(j.a == j.b).to.be.true
        ✗ {"age":9} | test: if (j.age < 18) { throw new Error("too young") }
        ✓ {"age":18} | test: if (j.age < 18) { throw new Error("too young") }
        ✗ {} | test: pm.expect.fail("boom")
        ✓ {} | console.log(pm.environment.set("logged", 1)); test: pm.expect(pm.environment.get("logged")).to.eql(1)
        ✓ {} | let o = null; if (pm.response.code === 200) { o = { n: 1 } } test: pm.expect(o).to.eql({ n: 1 })
        ✗ {} | let o = { n: 1 }; if (pm.response.code === 200) { o = { n: 2 } } test: pm.expect(o).to.eql({ n: 1 })
        ✓ {} | let l = []; if (pm.response.code === 200) { l = ["a"] } test: pm.expect(l[0]).to.eql("a")
        ✓ {"a":1} | let o = { p: {} }; if (pm.response.json().a === 1) { o.p.q = { r: 5 } } test: pm.expect(o.p.q.r).to.eql(5)
        ✗ {} | pm.environment.set("m", pm.response.json().no === 1 ? 1 : null); test: pm.expect(pm.environment.get("m")).to.be.undefined
        ✓ {} | pm.environment.set("m", pm.response.json().no === 1 ? 1 : null); test: pm.expect(pm.environment.get("m")).to.be.null
        ✗ {"m":null} | pm.environment.set("m2", pm.response.json().m); test: pm.expect(pm.environment.get("m2")).to.be.undefined
        ✓ {"m":null} | pm.environment.set("m2", pm.response.json().m); test: pm.expect(pm.environment.get("m2")).to.be.null
        ✓ {"m":1} | pm.environment.set("m3", pm.response.json().no); test: pm.expect(pm.environment.get("m3")).to.be.undefined
        ✗ {"m":1} | pm.environment.set("m3", pm.response.json().no); test: pm.expect(pm.environment.get("m3")).to.be.null
        ✗ {"m":1} | pm.environment.set("m4", pm.response.json().m); test: pm.expect(pm.environment.get("m4")).to.be.undefined
        ✗ {} | pm.environment.set("bad1", "abc"); const t = JSON.parse(pm.environment.get("bad1"));
        ✓ {} | pm.environment.set("bad", "{}"); const t = JSON.parse(pm.environment.get("bad"));
        ✗ {} | test: pm.environment.set("bad1", "abc"); const t = JSON.parse(pm.environment.get("bad1"));
        ✗ {} | pm.environment.set("bad1", "abc"); JSON.parse(pm.environment.get("bad1"));
        ✗ {} | JSON.parse(pm.environment.get("neverset"));
        ✓ {"a":null} | test: pm.expect(j.a?.b.c).to.be.undefined
        ✓ {} | test: pm.expect(j.a?.b.c).to.be.undefined
        ✓ {"a":{"b":{"c":5}}} | test: pm.expect(j.a?.b.c).to.eql(5)
        ✗ {"a":{}} | test: pm.expect(j.a?.b.c).to.be.undefined
        ✓ {"a":null} | test: pm.expect(j.a?.b[0].c).to.be.undefined
        ✓ {"a":null} | test: pm.expect(j.a?.b.trim()).to.be.undefined
        ✓ {"a":null} | test: pm.expect(j.a?.[0].c).to.be.undefined
        ✗ {"a":null} | test: pm.expect((j.a?.b).c).to.be.undefined
        ✓ {"a":null} | test: if (j.a?.b.c) { pm.expect(1).to.eql(2) }
        ✓ {"a":1} | async function f() { pm.expect(pm.response.json().a).to.eql(2) } f().catch(e => {})
        ✓ {"l":[1,2]} | test: pm.expect(Array.from(j.l, x => x * 2)).to.eql([2, 4])
        ✗ {"l":[1,2]} | test: pm.expect(Array.from(j.l, x => x * 2)).to.eql([1, 2])
        ✓ {} | test: pm.expect(Array.from({ length: 3 }, (_, i) => i)).to.eql([0, 1, 2])
        ✓ {"l":[1,2]} | test: pm.expect(Array.from(new Set(j.l), x => x + 1)).to.eql([2, 3])
        ✓ {"l":[1,2]} | test: pm.expect(Array.from(j.l)).to.eql([1, 2])
        ✓ {"s":"😀"} | test: pm.expect(pm.response.text().length).to.be.equal(10)
        ✗ {"s":"😀"} | test: pm.expect(pm.response.text().length).to.be.equal(9)
        ✗ {"s":"😀"} | test: pm.expect(pm.response.text().length).to.be.below(10)
        ✓ {"s":"é€"} | test: pm.expect(pm.response.text().length).to.be.equal(10)
        ✓ {"s":"😀"} | test: pm.expect(j.s.trim().length).to.be.equal(2)
        ✓ {"s":"a😀b😀"} | test: pm.expect(j.s.toLowerCase()).to.have.lengthOf(6)
        ✗ {"s":"😀"} | test: pm.expect(j.s.trim().length === 1).to.be.true
        ✓ {"s":"😀"} | test: pm.expect(j.s.trim().length > 1).to.be.true
        ✓ {"s":"😀"} | test: pm.expect(j.s.trim().length).to.be.above(0); pm.expect(j.s.trim().length).to.be.at.least(1); pm.expect(j.s.trim().length).to.not.equal(0)
        ✓ {"s":""} | test: pm.expect(j.s.trim().length).to.equal(0); pm.expect(j.s.trim()).to.be.empty
        ✓ {"s":"😀"} | pm.environment.set("n", pm.response.json().s.trim().length); test: pm.expect(pm.environment.get("n")).to.equal(2)
        ✗ {"l":[{"a":1}]} | const j = pm.response.json(); if (j.l) { const x = j.l[0].b.c; } pm.environment.set("q9", 1);
        ✗ {"a":1} | pm.expect(pm.response.json().a).to.eql(2); pm.environment.set("q8", 1);
        ✓ {} | test: pm.expect(pm.environment.get("q8")).to.be.undefined
        ✗ {"a":1} | pm.test("u", () => { const j = pm.response.json(); if (j.a === 1) { pm.expect(j.a).to.eql(2); } pm.environment.set("q7", 1); });
        ✓ {} | test: pm.expect(pm.environment.get("q7")).to.be.undefined
        ✗ no JSON | pm.test("u", () => { pm.response.json() }); pm.test("v", () => { pm.response.json() });
        ✗ {} | pm.test("u", () => { pm.expect.fail("x"); }); pm.environment.set("q6", 1);
        ✓ {} | test: pm.expect(pm.environment.get("q6")).to.eql(1)
        ✗ {"a":1} | let r = 0; try { pm.expect(pm.response.json().a).to.eql(2); r = 1 } catch (e) { r = 2 } pm.test("t", () => pm.expect(r).to.eql(1));
        ✓ {"l":[1,2]} | const j = pm.response.json(); j.l.forEach(x => { pm.test("p" + x, () => pm.expect(x).to.be.above(0)) });
        ✗ {"l":[1,0]} | const j = pm.response.json(); j.l.forEach(x => { pm.expect(x).to.be.above(0) }); pm.environment.set("q5", 1);
        ✓ {} | test: pm.expect(pm.environment.get("q5")).to.be.undefined
        ✗ {"a":1} | if (pm.response.json().a === 1) { throw new Error("no") } pm.environment.set("q4", 1);
        ✓ {} | test: pm.expect(pm.environment.get("q4")).to.be.undefined
        ✓ {"a":1} | const f = () => { if (pm.response.json().a === 1) return; pm.expect(1).to.eql(2) }; f(); pm.environment.set("q3", 1);
        ✓ {} | test: pm.expect(pm.environment.get("q3")).to.eql(1)
        """#.split(separator: "\n").map { line in
            let parts = line.split(separator: " | ", maxSplits: 1, omittingEmptySubsequences: false)
            let script = String(parts[1])
            guard let place = script.firstRange(of: "test: ") else {
                return Row(script: script, body: String(parts[0].dropFirst(2)), passes: parts[0].hasPrefix("✓"))
            }
            let test = "const j = pm.response.json(); pm.test(\"t\", () => { \(script[place.upperBound...]) })"
            return Row(
                script: script[..<place.lowerBound] + test, body: String(parts[0].dropFirst(2)),
                passes: parts[0].hasPrefix("✓"))
        }

    private static func collection(_ url: String) -> JSONValue {
        let items = rows.enumerated().map { index, row in
            JSONValue.object([
                "name": .string("row-\(index)-"),
                "request": .object(["method": "GET", "url": .string("\(url)/\(index)")]),
                "event": .array([
                    .object(["listen": "test", "script": .object(["exec": .array([.string(row.script)])])])
                ]),
            ])
        }
        return .object([
            "info": .object([
                "name": "Rows", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
            ]),
            "variable": .array([.object(["key": "shared", "value": "x"])]), "item": .array(items),
        ])
    }

    @Test func `a script has the verdict that JavaScript gives it`() async throws {
        let recording = try Recording { request in
            let index = Int(request.target.dropFirst()) ?? 0
            var body = Self.rows[index].body
            var status = "200"
            if let space = body.firstIndex(of: " "), let code = Int(body[..<space]) {
                status = "\(code)"
                body.removeSubrange(...space)
            }
            return
                "HTTP/1.1 \(status) OK\r\nContent-Type: application/json\r\nX-Num: 42\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        }
        let text = JSONWriter.pretty(Self.collection(recording.server.url))
        try recording.folder.write("rows.json", text)
        let run = try await Baton(folder: recording.folder)("run", "rows.json", "-v", "--jobs", "1")
        let failed = Self.failed(run.output)
        for (index, row) in Self.rows.enumerated() {
            #expect(failed.contains(index) == !row.passes, "\(index): \(row.body) \(row.script)")
        }
        #expect(run.exitCode == 1 && recording.requests.count == Self.rows.count, "\(run.everything)")
        #expect(!run.errorOutput.contains("not carried over"), "\(run.errorOutput)")
    }

    /// The rows of failed steps, and of those with an error. What is said behind a request, such as a failure that a script asks for, has no name of a row.
    private static func failed(_ output: String) -> Set<Int> {
        var failed: Set<Int> = []
        var last = 0
        for line in output.split(separator: "\n").prefix(while: { !$0.hasPrefix("── ") }) {
            if let place = line.firstRange(of: "row-") {
                last = Int(line[place.upperBound...].prefix(while: \.isNumber)) ?? last
            }
            let isError = line.drop(while: { $0 == " " }).hasPrefix("! ")
            if isError || line.contains("✗ "), !line.contains("rows.json") { failed.insert(last) }
        }
        return failed
    }
}
