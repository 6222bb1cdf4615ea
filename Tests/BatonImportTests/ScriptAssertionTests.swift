import BatonImport
import Testing

@Suite struct `Assertions of scripts` {
    @Test(arguments: ScriptSample.samples(in: ScriptAssertions.text))
    func `are what they say`(sample: ScriptSample) {
        #expect(sample.printed == sample.expected)
    }
}

/// Scripts, and behind `=>` the statements that each becomes.
enum ScriptAssertions {
    static let text = #"""
        pm.test("ok", function () { pm.response.to.have.status(200); });
        => [ok] status eq 200

        pm.test("ok", () => pm.expect(pm.response.code).to.be.oneOf([200, 201]));
        => [ok] status in [200, 201]

        pm.test("t", () => { pm.response.to.be.ok; pm.response.to.be.json; pm.response.to.not.be.error;
        pm.response.to.be.success });
        => [t] status eq 200
        => [t] body is 'json'
        => [t] status lt 400
        => [t] status eq '2xx'

        pm.test("t", () => pm.expect(pm.request.url.protocol).to.eql("http"))
        => lost: test script, line 1: The value of `pm.request.url.protocol`.

        pm.test("t", () => pm.expect(pm.request.url.path).to.be.an("array"))
        => lost: test script, line 1: The value of `pm.request.url.path`.

        pm.expect(pm.response.code).to.eql(pm.environment.get("want"))
        => that response.status == want

        pm.expect(pm.response.headers.get("X")).to.eql(pm.environment.get("want"))
        => that response.headers[?"X"].orValue(null) == want

        pm.expect(request.url).to.eql("http://a")
        => that request.url == "http://a"

        pm.response.to.have.status("Created")
        => status eq 201

        pm.expect(pm.response.status).to.eql("OK")
        => status eq 200

        pm.expect(pm.response.code).to.eql("200")
        => fail An assertion of the script never holds.

        pm.response.to.have.header("Content-Type"); pm.response.to.have.header("X", "1");
        pm.response.to.not.have.header("Y")
        => header Content-Type exists true
        => header X eq '1'
        => header Y exists false

        pm.expect(pm.response.headers.get("Content-Type")).to.include("json")
        => header Content-Type contains 'json'

        pm.expect(pm.response.responseTime).to.be.below(500)
        => duration lt 500

        tests["fast"] = responseTime < 200; tests["code"] = responseCode.code === 200;
        tests["body"] = responseBody.has("x")
        => [fast] duration lt 200
        => [code] status eq 200
        => [body] body contains 'x'

        pm.expect(pm.response.text()).to.include("hello"); pm.response.to.have.body("x");
        pm.response.to.be.withBody
        => body contains 'hello'
        => body eq 'x'
        => body empty false

        const j = pm.response.json(); pm.expect(j.a).to.eql(5); pm.expect(j.a.b).to.equal("x");
        pm.expect(j["a b"][0].c).to.eq(true)
        => $.a eq 5
        => $.a.b eq 'x'
        => $['a b'][0].c eq true

        const j = pm.response.json(); pm.expect(j.a).to.not.equal(5); pm.expect(j.a.b).to.not.eql("x")
        => that response.json.?a.orValue(null) != 5
        => that response.json.a.?b.orValue(null) != "x"

        const j = pm.response.json(); pm.expect(j.a).to.exist; pm.expect(j.a).to.not.exist;
        pm.expect(j.a).to.be.undefined; pm.expect(j.a.b).to.be.undefined
        => $.a ne null
        => that response.json.?a.orValue(null) == null
        => $.a exists false
        => that !response.json.a.?b.hasValue()

        const j = pm.response.json(); pm.expect(j.a).to.be.null; pm.expect(j.a).to.not.be.null;
        pm.expect(j.a).to.be.ok; pm.expect(j.a).to.be.true; pm.expect(j.a).to.not.be.undefined
        => $.a eq null
        => that response.json.?a != optional.of(null)
        => that !(response.json.?a.orValue(null) in [null, false, 0, ""])
        => $.a eq true
        => $.a exists true

        const j = pm.response.json(); pm.expect(j.a).to.be.a("string"); pm.expect(j).to.be.an("array");
        pm.expect(j.a).to.be.an("object").that.has.property("b", 1)
        => $.a type 'string'
        => $ type 'array'
        => $.a type 'object'
        => $.a.b eq 1

        const j = pm.response.json(); pm.expect(j).to.have.property("a");
        pm.expect(j).to.have.nested.property("a.b", 1); pm.expect(j).to.not.have.property("z")
        => $.a exists true
        => $.a.b eq 1
        => $.z exists false

        const j = pm.response.json(); pm.expect(j).to.have.all.keys("a", "b");
        pm.expect(j).to.include.all.keys("a", "b"); pm.expect(j).to.have.any.keys(["a", "b"])
        => $.a exists true
        => $.b exists true
        => $ length 2
        => $.a exists true
        => $.b exists true
        => that "a" in response.json || "b" in response.json

        const j = pm.response.json(); pm.expect(j.list).to.have.lengthOf(3);
        pm.expect(j.list.length).to.be.above(0); pm.expect(j.list).to.have.length.above(1);
        pm.expect(j.list).to.be.empty; pm.expect(j.list).to.not.be.empty
        => $.list type ['array', 'string']
        => $.list length 3
        => $.list type ['array', 'string']
        => $.list length {gt: 0}
        => $.list type ['array', 'string']
        => $.list length {gt: 1}
        => $.list empty true
        => $.list empty false

        const j = pm.response.json(); pm.expect(j.n).to.be.within(1, 5);
        pm.expect(j.n).to.be.closeTo(3, 0.5); pm.expect(j.n).to.be.at.least(2);
        pm.expect(j.n).to.be.at.most(4)
        => $.n gte 1
        => $.n lte 5
        => $.n close_to {value: 3, tolerance: 0.5}
        => $.n gte 2
        => $.n lte 4

        const j = pm.response.json(); pm.expect(j.s).to.match(/^a.c$/i); pm.expect(j.s).to.include("b");
        pm.expect(j.s).to.be.oneOf(["a", "b"])
        => that string(response.json.s).matches("(?i)^a.c$")
        => $.s type ['array', 'string']
        => $.s contains 'b'
        => $.s in ['a', 'b']

        const j = pm.response.json(); pm.expect(j.list).to.have.members([1, 2]);
        pm.expect(j.list).to.include.members([1]); pm.expect(j.o).to.deep.include({ a: 1 })
        => $.list in_any_order [1, 2]
        => $.list contains [1]
        => that type(response.json.?o.orValue(null)) == list ? {"a": 1} in response.json.o : response.json.o.?a.orValue(null) == 1

        const j = pm.response.json(); pm.expect(j).to.eql({ a: 1, b: [true, null] });
        pm.expect(j.o).to.equal({})
        => json {a: 1, b: [true, null]}
        => fail An assertion of the script never holds.

        pm.expect(undefined).to.eql(undefined); pm.expect(null).to.exist
        => fail An assertion of the script never holds.

        const j = pm.response.json(); pm.expect(j.a).to.eql(pm.environment.get("want"));
        pm.expect(j.a).to.eql(j.b); pm.expect(pm.environment.get("x")).to.eql("y")
        => $.a eq '$(want)'
        => that response.json.?a == response.json.?b
        => that x == "y"

        if (pm.response.code === 200) { pm.test("a", () => pm.expect(pm.response.json().a).to.eql(1)) }
        => [a] that response.status != 200 || response.json.?a.orValue(null) == 1

        if (pm.response.code !== 200) { return } pm.test("a", () => pm.expect(pm.response.json().a).to.eql(1))
        => [a] that response.status != 200 || response.json.?a.orValue(null) == 1

        function check(code) { pm.test("status " + code, () => pm.response.to.have.status(code)) } check(200)
        => [status 200] status eq 200

        const s = { type: "object", required: ["a"] };
        pm.test("schema", () => pm.expect(tv4.validate(pm.response.json(), s)).to.be.true);
        pm.test("s2", () => pm.response.to.have.jsonSchema(s))
        => [schema] schema $ {type: 'object', required: ['a']}
        => [s2] schema $ {type: 'object', required: ['a']}

        tests["loose"] = pm.response.json().id == 5; tests["text"] = pm.response.json().id == "abc";
        tests["both"] = pm.response.json().a == 1 && pm.response.json().b === "x"
        => [loose] $.id in [5, '5']
        => [text] $.id eq 'abc'
        => [both] $.a in [1, '1', true]
        => [both] $.b eq 'x'

        pm.test("lost", () => { pm.response.to.have.status(200); pm.expect(frobnicate(1)).to.eql(2) });
        pm.test("kept", () => pm.response.to.have.status(201))
        => [lost] status eq 200
        => lost: test script, line 1: The name `frobnicate` is declared nowhere.
        => [kept] status eq 201

        let a; try { a = JSON.parse(responseBody) } catch (e) { console.log(e) } pm.expect(a.x).to.eql(1)
        => harmless: test script, line 1: A message to the console.
        => that (has(response.json) ? response.json : null).?x.orValue(null) == 1

        try { pm.expect(pm.response.json().x).to.eql(1) } catch (e) { tests["json"] = false }
        => $.x eq 1

        pm.expect(pm.iterationData.get("name")).to.eql("Ada"); pm.expect(data.age).to.eql(36)
        => that row.?name.orValue(null) == "Ada"
        => that row.?age.orValue(null) == 36

        pm.expect(_.get(pm.response.json(), "a.b[0].c", "none")).to.eql("x");
        pm.expect(_.find(pm.response.json().l, { id: 5 }).name).to.eql("n")
        => that optional.ofNonZeroValue(optional.ofNonZeroValue(optional.ofNonZeroValue(response.json.?a.orValue(null)).?b.orValue(null))[?0].orValue(null)).?c.orValue("none") == "x"
        => $.l type 'array'
        => that response.json.l.filter(x, x.?id.orValue(null) == 5)[0].?name.orValue(null) == "n"

        tests["x"] = false; tests["x"] = true

        tests["x"] = true; tests["x"] = false
        => fail x

        tests["x"] = false; if (responseCode.code === 200) tests["x"] = true
        => [x] that response.status == 200 ? true : false

        tests["x"] = false; var list = JSON.parse(responseBody).list;
        for (var i = 0; i < list.length; i++) { if (list[i].id === 2) tests["x"] = true; }
        => [x] that response.json.list.filter(element, element.?id.orValue(null) == 2).map(element, true).last().orValue(false)

        for (const one of pm.response.json().list) { tests["x"] = one.id === 2 }
        => $.list type 'array'
        => [x] that response.json.list.map(one, one.?id.orValue(null) == 2).last().orValue(true)

        [1, 2].forEach(n => { tests["x"] = responseCode.code === n; tests["n" + n] = responseBody.has("x") })
        => [n1] body contains 'x'
        => [n2] body contains 'x'
        => [x] status eq 2

        tests["x"] = responseCode.code === 200; tests["x"] = noSuchName(1); tests["y"] = responseCode.code === 200
        => lost: test script, line 1: The name `noSuchName` is declared nowhere.
        => [y] status eq 200

        tests["x"] = false; switch (responseCode.code) { default: tests["x"] = true; break; case 1: tests["x"] = true }
        => lost: test script, line 1: A `switch` whose `default` is not the last case.
        => lost: test script, line 1: A `switch` whose `default` is not the last case.

        tests["x"] = pm.environment.get("a") === 1; pm.environment.set("a", 2); if (pm.response.code === 1) tests["x"] = true
        => set kept_test = a == 1
        => set a = 2
        => [x] that response.status == 1 ? true : kept_test

        tests["x"] = true; if (!tests["x"]) { tests["x"] = false }
        => lost: test script, line 1: The script reads what a test of it has found.
        => lost: test script, line 1: The script reads what a test of it has found.

        pm.expect(typeof pm.response.json().a).to.eql("string");
        if (typeof pm.response.json().b !== "undefined") tests["b"] = true
        => $.a type 'string'

        pm.response.to.have.jsonBody("a.b"); pm.response.to.have.jsonBody("a", 5);
        pm.response.to.have.body(/x/)
        => $.a.b exists true
        => $.a eq 5
        => body matches 'x'

        pm.expect(pm.response.json().a, "message").to.be.above(pm.response.json().b)
        => $.a type 'number'
        => $.a gt '$(response.json.?b.orValue(null))'

        pm.expect(pm.environment.get("n")).to.be.above(5);
        if (pm.environment.get("n") < 5) postman.setNextRequest("again")
        => that n > 5
        => if n > 5
        =>   if cel.bind(n_, n, type(n_) == string ? (n_.trim() == "" ? 0.0 : n_.matches("^\\s*[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]+)?\\s*$") ? double(n_.trim()) : double("NaN")) : n_ == null ? double("NaN") : n_ in [false] ? 0.0 : n_ == true ? 1.0 : double(n_)) < 5
        =>     next again

        pm.expect.fail("no")
        => fail no

        pm.response.to.have.status.oneOf([200])
        => fail `status.oneOf` is no assertion of chai.

        tests["legacy"] = responseBody.has("x"); throw new Error("bad")
        => [legacy] body contains 'x'
        => fail bad

        const l = []; l.push(1); pm.expect([1, 2].includes(l.length)).to.be.true;
        pm.test("n", () => pm.expect([1, 2]).to.include(2))


        const s = { type: "object" }; const Ajv = require("ajv"); const ajv = new Ajv();
        const v = ajv.compile(s); pm.test("s", () => pm.expect(v(pm.response.json()), "x").to.be.true);
        pm.test("t", () => pm.expect(ajv.validate(s, pm.response.json())).to.be.true)
        => [s] schema $ {type: 'object'}
        => [t] schema $ {type: 'object'}

        pm.test("s", () => { const r = tv4.validateResult(pm.response.json().a, { type: "string" });
        pm.expect(r.valid).to.be.true; pm.expect(tv4.error).to.be.null; pm.expect(tv4.missing.length).to.eql(0) })
        => [s] schema $.a {type: 'string'}

        pm.test("x", function () { var j = pm.response.json(); if (j.n > 5) { pm.expect(j.a).to.eql(1);
        pm.expect(j.b).to.eql(2); pm.expect(j.c).to.eql(1); pm.expect(j.d).to.eql(2); pm.expect(j.e).to.eql(3) }
        else { pm.expect(j.f).to.eql(4) } })
        => if type(response.json) == map && response.json.?n.optMap(n, type(n) == string ? (n.trim() == "" ? 0.0 : n.matches("^\\s*[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]+)?\\s*$") ? double(n.trim()) : double("NaN")) : n in [null, false] ? 0.0 : n == true ? 1.0 : double(n)).orValue(double("NaN")) > 5
        =>   [x] $.a eq 1
        =>   [x] $.b eq 2
        =>   [x] $.c eq 1
        =>   [x] $.d eq 2
        =>   [x] $.e eq 3
        => else
        =>   [x] $.f eq 4

        const j = pm.response.json(); tests["t"] = j.a; tests["f"] = !j.a; tests["n"] = j.n > 0 || j.m;
        tests["o"] = j.a ? true : false
        => [t] that !(response.json.?a.orValue(null) in [null, false, 0, ""])
        => [f] that response.json.?a.orValue(null) in [null, false, 0, ""]
        => [n] that response.json.?n.optMap(n, type(n) == string ? (n.trim() == "" ? 0.0 : n.matches("^\\s*[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]+)?\\s*$") ? double(n.trim()) : double("NaN")) : n in [null, false] ? 0.0 : n == true ? 1.0 : double(n)).orValue(double("NaN")) > 0 || !(response.json.?m.orValue(null) in [null, false, 0, ""])
        => [o] that type(response.json) == map && !(response.json.?a.orValue(null) in [null, false, 0, ""]) ? true : false

        pm.expect(pm.response.json().a == null).to.be.false;
        tests["t"] = pm.response.json().id == pm.environment.get("id")
        => $.a ne null
        => [t] that response.json.?id.orValue(null) == id || type(response.json.?id.orValue(null)) != bool && type(id) != bool && string(response.json.id) == string(id)

        pm.expect(pm.response).to.have.status(200); pm.expect(pm.response).to.have.property("code");
        pm.expect(pm.response.to.have.status).to.be.ok
        => status eq 200

        assert.equal(pm.response.code, 200); assert.isTrue(pm.response.json().ok);
        assert(pm.response.json().n > 1, "n")
        => status eq 200
        => $.ok eq true
        => that response.json.?n.optMap(n, type(n) == string ? (n.trim() == "" ? 0.0 : n.matches("^\\s*[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]+)?\\s*$") ? double(n.trim()) : double("NaN")) : n in [null, false] ? 0.0 : n == true ? 1.0 : double(n)).orValue(double("NaN")) > 1

        pm.test("p", () => { pm.response.to.have.status(200) });
        pm.test.skip("s", () => { pm.response.to.have.status(500) }); pm.test("pending")
        => [p] status eq 200

        eval("pm.test('in code', () => pm.response.to.have.status(200))"); eval(pm.globals.get("unknown"))
        => [in code] status eq 200
        => lost: test script, line 1: Code that stands in a variable.
        """#
}
