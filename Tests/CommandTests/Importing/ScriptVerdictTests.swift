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

    /// `✓` or `✗`, the body, and behind ` | ` the script; `test:` stands for a test in which `j` is the body.
    private static let rows = #"""
        ✗ {"items":{"a":1}} | test: pm.expect(j.items.length).to.be.above(0)
        ✗ {"items":{"a":1}} | test: pm.expect(j.items).to.have.lengthOf(1)
        ✗ {"items":{"a":1}} | test: pm.expect(j.items.length === 1).to.be.true
        ✓ {"items":{"a":1}} | test: pm.expect(j.items.length).to.be.undefined
        ✓ {"items":["a"]} | test: pm.expect(j.items.length).to.be.above(0)
        ✓ {"items":"abc"} | test: pm.expect(j.items.length).to.eql(3)
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
        ✓ {} | console.log(pm.environment.set("logged", 1)); test: pm.expect(pm.environment.get("logged")).to.eql(1)
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
            let body = Self.rows[index].body
            return
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
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

    /// The rows of failed steps. What is said behind a request, such as a failure that a script asks for, has no name of a row.
    private static func failed(_ output: String) -> Set<Int> {
        var failed: Set<Int> = []
        var last = 0
        for line in output.split(separator: "\n").prefix(while: { !$0.hasPrefix("── ") }) {
            if let place = line.firstRange(of: "row-") {
                last = Int(line[place.upperBound...].prefix(while: \.isNumber)) ?? last
            }
            if line.contains("✗ "), !line.contains("rows.json") { failed.insert(last) }
        }
        return failed
    }
}
